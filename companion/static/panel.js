// What only one game shows. A game without a panel here shows none.
import { h } from "./dom.js";
import { haiNoon, holdYourBreath, splashDown } from "./cards.js";
import { emblem, face, icon, words } from "./icons.js";

const PANELS = {
  "shark-attacks": sharkAttacks, "dice-tray": diceTray,
  "hold-your-breath": holdYourBreath, "hai-noon": haiNoon, "splash-down": splashDown,
};

export function panel(page) {
  const draw = PANELS[page.game];
  return draw && Object.keys(page.state).length ? draw(page.state, page) : null;
}

const dice = (list) => h("span.pieces", {}, list.map((item) => h("span", {}, face(item))));
const row = (name, ...content) => h("div.row", {}, h("dt", {}, name), h("dd", {}, content));
const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;
const quiet = (text) => h("span.quiet", {}, text);

function sharkAttacks({ phase, event, swimmers, kept, waves, red, escaped, eaten, bites, pool }, page) {
  const thrown = phase === "decide" || phase === "event";
  const water = thrown ? [...kept, ...Array(waves).fill("swimmer-wave")] : kept;
  return h("div.card.beach", {}, h("h2", {}, "The beach"), h("dl", {},
    event && row("Weather", dice([`event-${event}`]), quiet(words(`event-${event}`))),
    water.length ? row("In the water", dice(water), quiet(many(swimmers, "swimmer", "swimmers"))) : null,
    !thrown && waves ? row("To throw", h("strong", {}, many(waves, "blue die", "blue dice"))) : null,
    red ? row("Sharks", h("span.fins", {}, Array.from({ length: red }, () => icon("fin"))), quiet(many(red, "red die", "red dice"))) : null,
    bites.filter(([, eaten]) => eaten.length).map(([fins, prey]) => row("Bitten", dice([fins]), quiet("eats"), dice(prey))),
    escaped.length ? row("Escaped", dice(escaped)) : null,
    eaten.length ? row("Eaten", dice(eaten)) : null,
    row("Signs", pool ? h("span.signs", {}, Array.from({ length: pool }, () => icon("sign"))) : null, quiet(pool ? `${pool} in the middle` : "none left in the middle"),
      page.players.filter((player) => player.signs).map((player) => h("span.held", {}, emblem(player.seat), String(player.signs))))));
}

function diceTray({ counts, luck, fairness, suspicious, throws }, page) {
  const most = Math.max(1, ...counts);
  return h("div.card.beach", {}, h("h2", {}, "The dice so far"),
    h("div.bars", {}, counts.map((count, index) => h("div", { "--share": count / most }, h("strong", {}, String(count)), h("span.column", {}), face(`die-${index + 1}`)))),
    h("p", { class: suspicious ? "bad" : "quiet" }, fairness),
    h("dl", {}, page.players.map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(fortune(luck[player.seat])))),
      throws.slice(0, 4).map((one) => row(page.players[one.seat]?.name ?? "", dice(one.items), h("strong", {}, `= ${one.total}`)))));
}

const fortune = (pips) => (pips === 0 ? "as expected" : `${Math.abs(pips)} pips ${pips > 0 ? "more" : "fewer"} than expected`);
