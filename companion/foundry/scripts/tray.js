// The throws that this browser has asked for. Each is answered by the one throw that the box names, or by none.
import { Box } from "./box.js";

const STILL_WANTED_MS = 8000; // the box forgets after 30 s

/** One throw that is wanted. `thrown` comes to { match, event, photo, faces }, or to null if it was withdrawn. */
class WantedThrow {
  #done;

  constructor(id, who, dice) {
    Object.assign(this, { id, who, dice, refused: "", thrown: new Promise((done) => { this.#done = done; }) });
  }

  end(thrown) {
    this.#done(thrown);
  }
}

export class Tray {
  #wanted = new Map();
  #told = new Set();

  constructor(newId) {
    this.newId = newId;
    this.box = null;
    setInterval(() => this.#wanted.forEach((one) => this.#ask(one)), STILL_WANTED_MS);
    addEventListener("pagehide", () => this.#wanted.forEach((one) => this.box?.withdraw(one.id)));
  }

  get page() {
    return this.box?.page ?? null;
  }

  /** Follows the box at that address from now on ("": none). */
  open(address, token) {
    this.box?.stop();
    this.box = address ? new Box(address, token, () => this.#changed()) : null;
    this.box?.start();
    this.#wanted.forEach((one) => this.#ask(one));
  }

  /** Calls `tell` after each change; gives the function that ends this. */
  follow(tell) {
    this.#told.add(tell);
    return () => this.#told.delete(tell);
  }

  /** Asks for a throw: `dice` such as { d6: 2, d20: 1 }. */
  want(who, dice) {
    const one = new WantedThrow(this.newId(), who, dice);
    this.#wanted.set(one.id, one);
    this.#ask(one);
    return one;
  }

  /** Wants it no more. What is thrown from now on is not its answer. */
  withdraw(one) {
    if (!this.#wanted.delete(one.id)) return;
    one.end(null);
    this.box?.withdraw(one.id);
  }

  async #ask(one) {
    one.refused = "";
    try {
      await this.box?.ask(one.id, one.who, one.dice);
    } catch (error) {
      one.refused = error.message;
    }
    if (!this.#wanted.has(one.id)) this.box?.withdraw(one.id); // it was given up meanwhile
    this.#told.forEach((tell) => tell());
  }

  #changed() {
    for (const one of this.#wanted.values()) {
      const thrown = this.page && answer(this.page, one.id);
      if (!thrown) continue;
      this.#wanted.delete(one.id);
      one.end({ address: this.box.address, ...thrown });
    }
    this.#told.forEach((tell) => tell());
  }
}

/** The throw that answered a request, or null. */
function answer(page, id) {
  const event = page.rolls.find((roll) => roll.id === id)?.event ?? null;
  const entry = event === null ? null : page.log.find((one) => one.index === event);
  return entry ? { match: page.match, event, photo: entry.photo ?? null, faces: faces(entry) } : null;
}

/** What the dice of an entry show: [3, 5]. */
export const faces = (entry) => entry.items.map((item) => Number(item.slice(item.lastIndexOf("-") + 1)));
