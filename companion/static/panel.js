// What only one game shows. A game without a panel here shows none.
import { h } from "./dom.js";
import { haiNoon, holdYourBreath, splashDown } from "./cards.js";
import { emblem, face, icon, words } from "./icons.js";
import { cribbage, ohHell } from "./packs.js";

const PANELS = {
  "shark-attacks": sharkAttacks, "dice-tray": diceTray, pig, farkle, yacht, score,
  "hold-your-breath": holdYourBreath, "hai-noon": haiNoon, "splash-down": splashDown, "oh-hell": ohHell, cribbage,
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

function pig({ phase, thrown, points, target }, page) {
  return h("div.card.beach", {}, h("h2", {}, "This turn"), h("dl", {},
    thrown.length ? row(phase === "decide" ? "Thrown" : "Last throw", dice(thrown)) : null,
    row("In this turn", h("strong", {}, String(points)), quiet("not banked yet")),
    page.players.map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(`${Math.max(0, target - player.score)} to go`)))));
}

function farkle({ phase, kept, thrown, points, farkles, last }, page) {
  return h("div.card.beach", {}, h("h2", {}, last ? "The last round" : "This turn"), h("dl", {},
    kept.length ? row("Set aside", dice(kept)) : null,
    thrown.length ? row(phase === "decide" ? "To throw" : "Thrown", dice(thrown)) : null,
    row("In this turn", h("strong", {}, String(points)), quiet("not banked yet")),
    page.players.filter((player) => farkles[player.seat]).map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(many(farkles[player.seat], "farkle", "farkles in a row"))))));
}

function yacht({ phase, dice: lying, throws, sheets, best }, page) {
  const names = page.players.map((player) => h("span.held", {}, emblem(player.seat)));
  return h("div.card.beach", {}, h("h2", {}, "The sheets"), h("dl", {},
    lying.length ? row(phase === "throw" ? "Lying on" : "Thrown", dice(lying)) : null,
    phase === "decide" ? row("Throws left", h("strong", {}, String(throws))) : null,
    best.map(([choice, points], index) => row(index ? "" : "Best", choice, quiet(`${points} still to come`))),
    page.players.length > 1 ? row("", names.map((name) => h("span.cell", {}, name))) : null,
    sheets.map(([category, held]) => row(category, held.map((points) => h("span.cell", {}, points === null ? "·" : String(points)))))));
}

function score({ title, lying, points, target, rounds, round, lowest }, page) {
  return h("div.card.beach", {}, h("h2", {}, title), h("dl", {},
    lying.length ? row("On the mat", dice(lying)) : null,
    points ? row("In this turn", h("strong", {}, String(points)), quiet("not scored yet")) : null,
    target ? row("The end", quiet(`at ${target} points`)) : null,
    rounds ? row("Round", quiet(`${Math.min(round, rounds)} of ${rounds}`)) : null,
    lowest ? row("Who wins", quiet("the fewest points")) : null));
}

const fortune = (pips) => (pips === 0 ? "as expected" : `${Math.abs(pips)} pips ${pips > 0 ? "more" : "fewer"} than expected`);
