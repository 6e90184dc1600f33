// A stand-in of what Foundry VTT documents of dice and chat, for tests; it is not Foundry, and none of its code.
// It has Roll, RollTerm, DiceTerm, CONFIG.Dice.fulfillment, RollResolver, ChatMessage, settings and hooks, as far as the
// module uses them. Settings and chat outlive a reload, rolls do not: so it is there, too.

const asked = new URLSearchParams(location.search);
const kept = (key, usual) => JSON.parse(localStorage.getItem(key)) ?? usual;
const keep = (key, value) => localStorage.setItem(key, JSON.stringify(value));

const hooks = {};
globalThis.Hooks = {
  on: (name, act) => (hooks[name] ??= []).push(act),
  once: (name, act) => Hooks.on(name, act),
  callAll: (name, ...given) => (hooks[name] ?? []).forEach((act) => act(...given)),
};

globalThis.CONFIG = {
  Dice: {
    randomUniform: Math.random,
    fulfillment: { defaultMethod: "", dice: {}, methods: { manual: { label: "Manual", icon: "", interactive: true } } },
  },
};

const registered = {};
const words = await (await fetch("/modules/lifeguard-tray/lang/en.json")).json();
globalThis.game = {
  release: { generation: Number(asked.get("generation") ?? 13) },
  user: { id: asked.get("user") ?? "Mia", name: asked.get("user") ?? "Mia", active: true },
  users: { activeGM: null },
  messages: { contents: [] },
  i18n: {
    localize: (key) => words[key] ?? key,
    format: (key, data) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => data[name]),
  },
  settings: {
    register: (module, key, how) => { registered[`${module}.${key}`] = how; },
    get: (module, key) => kept(`${module}.${key}`, registered[`${module}.${key}`]?.default),
    set: (module, key, value) => { keep(`${module}.${key}`, value); registered[`${module}.${key}`]?.onChange?.(value); },
  },
};
registered["core.diceConfiguration"] = { default: {} };

class RollTerm {
  constructor({ options = {} } = {}) {
    this.options = options;
  }
}

class NumericTerm extends RollTerm {
  constructor({ number, options }) {
    super({ options });
    this.number = this.total = number;
    this.expression = `${number}`;
  }
  async evaluate() {}
  toJSON = () => ({ class: "NumericTerm", number: this.number, options: this.options });
}

class OperatorTerm extends RollTerm {
  constructor({ operator }) {
    super();
    this.operator = this.expression = operator;
  }
  async evaluate() {}
  toJSON = () => ({ class: "OperatorTerm", operator: this.operator });
}

class DiceTerm extends RollTerm {
  constructor({ number = 1, faces = 6, modifiers = [], results = [], method, options }) {
    super({ options });
    Object.assign(this, { number, faces, modifiers, results, method });
  }
  get denomination() { return `d${this.faces}`; }
  get expression() { return `${this.number}d${this.faces}${this.modifiers.join("")}`; }
  get total() { return this.results.filter((one) => one.active).reduce((sum, one) => sum + one.result, 0); }
  randomFace() { return Math.ceil((1 - CONFIG.Dice.randomUniform()) * this.faces); }

  async evaluate(roll) {
    while (this.results.length < this.number) await this.roll(roll);
    await this._evaluateModifiers(roll);
  }
  async roll(roll, options) {
    const interactive = CONFIG.Dice.fulfillment.methods[this.method]?.interactive;
    const given = interactive ? await roll._resolver?.resolveResult(this, this.method, options) : undefined;
    const result = { result: given ?? this.randomFace(), active: true };
    this.results.push(result);
    return result;
  }
  async _evaluateModifiers(roll) {
    for (const modifier of this.modifiers) {
      const [, what, count] = /^(kh|kl|x)(\d*)$/.exec(modifier);
      if (what === "x") for (let at = 0; at < this.results.length; at++) {
        if (this.results[at].result === this.faces) await this.roll(roll, { explode: true });
      } else {
        const order = [...this.results].sort((a, b) => (what === "kh" ? b.result - a.result : a.result - b.result));
        for (const one of order.slice(Number(count) || 1)) Object.assign(one, { active: false, discarded: true });
      }
    }
  }
  toJSON() {
    const { number, faces, modifiers, results, method, options } = this;
    return { class: "Die", number, faces, modifiers, results, method, options };
  }
}

const TERMS = { NumericTerm, OperatorTerm, Die: DiceTerm };

class Roll {
  static RESOLVERS = new Map();
  static get defaultImplementation() { return Roll; }

  static parse(formula) {
    return formula.match(/[+-]|[^\s+-]+/g).map((part) => {
      const dice = /^(\d*)d(\d+)((?:kh\d*|kl\d*|x)*)$/.exec(part);
      if (dice) return new DiceTerm({ number: Number(dice[1] || 1), faces: Number(dice[2]), modifiers: dice[3].match(/kh\d*|kl\d*|x/g) ?? [] });
      return /^[+-]$/.test(part) ? new OperatorTerm({ operator: part }) : new NumericTerm({ number: Number(part) });
    });
  }
  static fromData({ formula, terms, options, total }) {
    const roll = new Roll(formula, {}, structuredClone(options));
    roll.terms = structuredClone(terms).map((term) => new TERMS[term.class](term));
    roll._total = total;
    return roll;
  }
  static methodOf = ({ denomination }) => game.settings.get("core", "diceConfiguration")[denomination] || CONFIG.Dice.fulfillment.defaultMethod;
  static identifyFulfillableTerms(terms) {
    return terms.filter((term) => term instanceof DiceTerm && CONFIG.Dice.fulfillment.methods[Roll.methodOf(term)]?.interactive);
  }
  static get resolverImplementation() {
    const used = new Set(Object.values(game.settings.get("core", "diceConfiguration")));
    used.delete("manual");
    const [only, ...more] = [...used].filter((name) => CONFIG.Dice.fulfillment.methods[name]?.interactive);
    return (!more.length && CONFIG.Dice.fulfillment.methods[only]?.resolver) || RollResolver;
  }

  constructor(formula, data = {}, options = {}) {
    Object.assign(this, { formula, options, terms: Roll.parse(formula) });
  }
  get dice() { return this.terms.filter((term) => term instanceof DiceTerm); }
  get total() { return this._total; }

  async evaluate() {
    this._resolver = new Roll.resolverImplementation(this);
    await this._resolver.awaitFulfillment();
    for (const term of this.terms) await term.evaluate(this);
    this._total = this._evaluateTotal();
    await this._resolver.close();
    return this;
  }
  _evaluateTotal() {
    let sign = 1, total = 0;
    for (const term of this.terms) {
      if (term instanceof OperatorTerm) sign = term.operator === "-" ? -1 : 1;
      else total += sign * term.total;
    }
    return total;
  }
  async toMessage() {
    return ChatMessage.create({ author: game.user.id, content: String(this.total), rolls: [JSON.stringify(this)], flags: {} });
  }
  toJSON() {
    return { class: "Roll", formula: this.formula, options: this.options, terms: this.terms.map((term) => term.toJSON()), total: this.total };
  }
}

class RollResolver {
  fulfillable = new Map();
  #resolve;

  constructor(roll) {
    this.roll = roll;
  }
  async awaitFulfillment() {
    await null; // it looks its settings up
    const terms = Roll.identifyFulfillableTerms(this.roll.terms);
    if (!terms.length) return;
    for (const term of terms) {
      term._id = foundry.utils.randomID();
      term.method = Roll.methodOf(term);
      this.fulfillable.set(term._id, { id: term._id, term, method: term.method });
    }
    Roll.RESOLVERS.set(this.roll, this);
    const done = new Promise((resolve) => { this.#resolve = resolve; });
    this.render();
    return done;
  }
  async _prepareContext() {
    const groups = {};
    for (const { id, term, method } of this.fulfillable.values()) {
      const one = { denomination: term.denomination, faces: term.faces, id, method, readonly: method !== "manual", value: "" };
      groups[id] = { label: term.expression, results: Array.from({ length: term.number }, () => ({ ...one })) };
    }
    return { formula: this.roll.formula, groups };
  }
  async render() {
    const context = await this._prepareContext({});
    this.element = document.createElement("form");
    this.element.className = "roll-resolver";
    this.element.innerHTML = `<h2>${context.formula}</h2>` + Object.entries(context.groups).map(([id, group]) =>
      `<fieldset data-term-id="${id}"><legend>${group.label}</legend>${group.results.map(field).join("")}</fieldset>`).join("")
      + '<button type="submit">Submit <i></i></button> <button type="button" class="close">Close</button>';
    this.element.querySelector(".close").onclick = () => this.close();
    this.element.onsubmit = (event) => { event.preventDefault(); this.#submit(); };
    document.getElementById("windows").append(this.element);
    await this._onRender(context, {});
  }
  async _onRender() {}
  registerResult(method, denomination, result) {
    const empty = [...this.element.querySelectorAll(`label[data-denomination="${denomination}"][data-method="${method}"] > input:not(:disabled)`)].find((input) => input.value === "");
    if (!empty) return false;
    empty.value = result;
    const extra = empty.closest(".extra")?.querySelector("button");
    if (extra) extra.click();
    else this._checkDone();
    return true;
  }
  resolveResult(term, method) {
    const fields = document.createElement("div");
    fields.className = "extra";
    fields.innerHTML = `${field({ denomination: term.denomination, faces: term.faces, id: term._id, method, readonly: method !== "manual", value: "" })}<button type="button">Take</button>`;
    this.element.querySelector(`[data-term-id="${term._id}"]`).append(fields);
    return new Promise((resolve) => {
      fields.querySelector("button").onclick = () => {
        const input = fields.querySelector("input");
        input.disabled = true;
        resolve(input.valueAsNumber || term.randomFace());
      };
    });
  }
  _checkDone() {
    const submit = this.element.querySelector("button[type=submit]");
    if (submit.disabled || this.element.querySelector("input:not([readonly], :disabled)")) return;
    if ([...this.element.querySelectorAll("input:not(:disabled)")].every((input) => input.value !== "")) this.element.requestSubmit(submit);
  }
  _toggleSubmission(enabled) {
    this.element.querySelector("button[type=submit]").disabled = !enabled;
  }
  #submit() {
    this._toggleSubmission(false);
    this.#fulfil();
    this.#resolve();
  }
  #fulfil() {
    for (const input of this.element.querySelectorAll("fieldset > label > input:not(:disabled)")) {
      const { term } = this.fulfillable.get(input.name);
      term.results.push({ result: input.valueAsNumber || term.randomFace(), active: true });
      input.disabled = true;
    }
  }
  async close() {
    if (!this.element?.isConnected) return;
    this.#fulfil();
    Roll.RESOLVERS.delete(this.roll);
    this.element.remove();
    this.#resolve?.();
  }
}

const field = ({ denomination, faces, id, method, readonly, value }) =>
  `<label data-denomination="${denomination}" data-method="${method}">${denomination} <input type="number" min="1" max="${faces}" name="${id}" value="${value}" ${readonly ? "readonly" : ""}></label>`;

class ChatMessage {
  constructor(data) {
    this.data = data;
  }
  static async create(data) {
    const message = new ChatMessage({ ...data, id: foundry.utils.randomID() });
    game.messages.contents.push(message);
    message.#show();
    return message;
  }
  get author() { return { id: this.data.author, active: true }; }
  get content() { return this.data.content; }
  get flags() { return this.data.flags; }
  get rolls() { return (this.read ??= this.data.rolls.map((text) => Roll.fromData(JSON.parse(text)))); }
  async update({ flags, ...changes }) {
    this.read = undefined;
    Object.assign(this.data, changes, { flags: { ...this.data.flags, ...flags }, updates: (this.data.updates ?? 0) + 1 });
    this.#show();
  }
  #show() {
    keep("chat", game.messages.contents.map((one) => one.data));
    const line = document.createElement("li");
    line.dataset.id = this.data.id;
    line.dataset.updates = this.data.updates ?? 0;
    line.append(`${this.rolls[0].formula}: ${this.rolls[0].terms.map((term) => (term.results ? `[${term.results.map((one) => (one.active ? one.result : `(${one.result})`))}]` : term.expression)).join(" ")} = ${this.content}`);
    const old = document.querySelector(`[data-id="${this.data.id}"]`);
    if (old) old.replaceWith(line);
    else document.getElementById("chat").append(line);
    if (game.release.generation < 13) Hooks.callAll("renderChatMessage", this, [line], {}); // jQuery's list of elements
    else Hooks.callAll("renderChatMessageHTML", this, line, {});
  }
  static restore() {
    for (const data of kept("chat", [])) {
      const message = new ChatMessage(data);
      game.messages.contents.push(message);
      message.#show();
    }
  }
}

globalThis.Roll = Roll;
globalThis.foundry = {
  utils: { randomID: () => crypto.randomUUID().replaceAll("-", "").slice(0, 16) },
  applications: { dice: { RollResolver } },
};
document.getElementById("asks").onsubmit = async (event) => {
  event.preventDefault();
  const roll = new Roll(document.getElementById("formula").value);
  await roll.evaluate();
  await roll.toMessage();
};

await import("/modules/lifeguard-tray/scripts/main.js");
Hooks.callAll("init");
ChatMessage.restore();
Hooks.callAll("ready");
document.body.dataset.ready = "yes";
