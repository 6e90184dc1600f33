// The window of a roll: it asks the tray for the dice that the camera reads, and lets people type the others.

export const METHOD = "lifeguard", READ = "d6";

/** An element with text and children. */
function element(name, className, ...children) {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...children.filter(Boolean));
  return made;
}

function button(text, act) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Foundry's own RollResolver, with the tray behind it. `say(key, data)` gives a sentence. */
export function trayResolver(RollResolver, tray, say) {
  return class TrayResolver extends RollResolver {
    #asked = new Set(); // ids of the terms that were asked for
    #wanted = []; // throws that are waited for
    #unfollow = tray.follow(() => this.#show());

    /** What the camera does not read can be typed. */
    async _prepareContext(options) {
      const context = await super._prepareContext(options);
      for (const { results } of Object.values(context.groups)) {
        for (const one of results) if (one.method === METHOD && one.denomination !== READ) one.readonly = false;
      }
      return context;
    }

    async _onRender(context, options) {
      await super._onRender?.(context, options);
      const terms = [...this.fulfillable.values()].filter(({ id }) => !this.#asked.has(id));
      terms.forEach(({ id }) => this.#asked.add(id));
      const dice = {};
      for (const { term, method } of terms) {
        const missing = (term.number ?? 1) - term.results.length;
        if ((method === METHOD || method === "manual") && missing > 0) dice[term.denomination] = (dice[term.denomination] ?? 0) + missing;
      }
      if (this.#reads(terms)) this.#throw(dice);
      else this.#show();
    }

    #reads = (terms) => terms.some(({ term, method }) => method === METHOD && term.denomination === READ);

    /** One die more, for a modifier that throws again. */
    resolveResult(term, method, options) {
      const result = super.resolveResult(term, method, options);
      if (method === METHOD && term.denomination === READ) this.#throw({ [READ]: 1 });
      return result;
    }

    async #throw(dice) {
      const one = tray.want(game.user.name, dice);
      this.#wanted.push(one);
      this._toggleSubmission(false); // what is not there yet would be rolled by the computer
      this.#show();
      const thrown = await one.thrown;
      this.#wanted = this.#wanted.filter((other) => other !== one);
      if (thrown) {
        this.roll.options.lifeguard = [...(this.roll.options.lifeguard ?? []), thrown];
        thrown.faces.forEach((face) => this.registerResult(METHOD, READ, face));
      }
      this.#show();
      if (this.#wanted.length) return;
      this._toggleSubmission(true);
      if (thrown) this._checkDone();
    }

    /** The tray is not waited for any more: all is typed. */
    #byHand() {
      this.#wanted.forEach((one) => tray.withdraw(one));
      this.element.querySelectorAll("input[readonly]").forEach((input) => { input.readOnly = false; });
    }

    #show() {
      const form = this.element;
      if (!form?.isConnected) return;
      const old = form.querySelector(".lifeguard-tray"), one = this.#wanted[0];
      if (!one) return old?.remove();
      const place = element("div", "lifeguard-tray", ...this.#told(one), button(say("ByHand"), () => this.#byHand()));
      place.setAttribute("role", "status");
      if (old) old.replaceWith(place);
      else form.querySelector("fieldset")?.before(place) ?? form.prepend(place);
    }

    /** What people should know about a throw that is waited for. */
    #told(one) {
      const line = (text, className = "") => element("p", className, text);
      const { box, page } = tray;
      if (!box) return [line(say("NoAddress"))];
      if (location.protocol === "https:" && box.address.startsWith("http:")) return [line(say("Mixed"))];
      if (one.refused) return [line(one.refused)];
      if (!page) return [line(say("Lost"))];
      const waiting = page.rolls.filter((roll) => (roll.event ?? null) === null), mine = waiting.find((roll) => roll.id === one.id);
      if (!mine) return [line(say("Asking"))];
      const others = Object.keys(one.dice).some((kind) => kind !== READ);
      const said = [line(mine.text, "please"), others && line(say("Typed"))];
      if (waiting[0] !== mine) return [...said, line(say("Wait", { who: waiting[0].who }))];
      const { question, version } = page;
      return [...said, mine.trouble && line(mine.trouble), page.mismatch && line(page.mismatch), question && line(question.text),
        ...(question?.answers ?? []).map((text, number) => button(text, () => this.#answer(one, number, version)))];
    }

    async #answer(one, number, version) {
      await tray.box.answer(number, version).catch((error) => { one.refused = error.message; });
      this.#show();
    }

    /** Closed before the dice were thrown: the tray is told so. Foundry rolls what is missing, as ever. */
    async close(options) {
      this.#unfollow();
      this.#wanted.forEach((one) => tray.withdraw(one));
      return super.close(options);
    }
  };
}
