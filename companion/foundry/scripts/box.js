// A Lifeguard box as a virtual table sees it: its newest page, and the few things that are asked of it.
// It knows nothing of Foundry. docs/api.md of the box describes the routes and the live socket.

const FIRST_WAIT = 500, LONGEST_WAIT = 10000;

/** What the box refused: one sentence for people. */
export class Refused extends Error {}

export class Box {
  #socket = null;
  #wait = FIRST_WAIT;
  #again;

  /** `address` such as "http://lifeguard.local:8080"; `changed()` is called with each page, and when the box is lost. */
  constructor(address, token, changed) {
    [this.address, this.token, this.changed] = [address.trim().replace(/\/+$/, ""), token.trim(), changed];
    this.page = null;
  }

  /** Follows the box until `stop`. */
  start() {
    this.#socket = new WebSocket(`${this.address.replace(/^http/, "ws")}/api/live`);
    this.#socket.onmessage = (message) => {
      this.#wait = FIRST_WAIT;
      this.page = JSON.parse(message.data);
      this.changed();
    };
    this.#socket.onclose = () => {
      this.page = null;
      this.changed();
      this.#again = setTimeout(() => this.start(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  stop() {
    clearTimeout(this.#again);
    if (!this.#socket) return;
    this.#socket.onclose = null;
    this.#socket.close();
  }

  /** Asks for a throw, or for the same one still. Throws Refused. */
  ask(id, who, dice) {
    return this.#send("POST", "roll", { id, who: who.slice(0, 24), dice });
  }

  /** Wants that throw no more; also while this page goes away. */
  withdraw(id) {
    return this.#send("DELETE", `roll/${id}`).catch(() => {}); // it lapses by itself
  }

  /** Gives answer number `answer` to the question of that page. Throws Refused. */
  answer(answer, version) {
    return this.#send("POST", "answer", { version, answer });
  }

  async #send(method, what, body) {
    const headers = { Authorization: `Bearer ${this.token}`, ...(body && { "Content-Type": "application/json" }) };
    const request = { method, headers, body: body && JSON.stringify(body), keepalive: true };
    const answer = await fetch(`${this.address}/api/${what}`, request).catch(() => null);
    if (answer?.ok) return;
    const problem = await answer?.json().catch(() => null);
    throw new Refused(problem?.error ?? "");
  }
}
