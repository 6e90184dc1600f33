// What only one game shows. A game without a panel here shows none.
import { h } from "./dom.js";
import { haiNoon, holdYourBreath, splashDown } from "./cards.js";
import { emblem, face, icon, words } from "./icons.js";
import { cribbage, ohHell } from "./packs.js";
import { number, t, tn } from "./words.js";

const PANELS = {
  "shark-attacks": sharkAttacks, "dice-tray": diceTray, pig, farkle, yacht, score, "shut-the-box": shutTheBox,
  "hold-your-breath": holdYourBreath, "hai-noon": haiNoon, "splash-down": splashDown, "oh-hell": ohHell, cribbage,
};

export function panel(page) {
  const draw = PANELS[page.game];
  return draw && Object.keys(page.state).length ? draw(page.state, page) : null;
}

const dice = (list) => h("span.pieces", {}, list.map((item) => h("span", {}, face(item))));
const row = (name, ...content) => h("div.row", {}, h("dt", {}, name), h("dd", {}, content));
const quiet = (text) => h("span.quiet", {}, text);

function sharkAttacks({ phase, event, swimmers, kept, waves, red, escaped, eaten, bites, pool }, page) {
  const thrown = phase === "decide" || phase === "event";
  const water = thrown ? [...kept, ...Array(waves).fill("swimmer-wave")] : kept;
  return h("div.card.beach", {}, h("h2", {}, t("The beach")), h("dl", {},
    event && row(t("Weather"), dice([`event-${event}`]), quiet(words(`event-${event}`))),
    water.length ? row(t("In the water"), dice(water), quiet(tn("{count} swimmer", "{count} swimmers", swimmers))) : null,
    !thrown && waves ? row(t("To throw"), h("strong", {}, tn("{count} blue die", "{count} blue dice", waves))) : null,
    red ? row(t("Sharks"), h("span.fins", {}, Array.from({ length: red }, () => icon("fin"))), quiet(tn("{count} red die", "{count} red dice", red))) : null,
    bites.filter(([, eaten]) => eaten.length).map(([fins, prey]) => row(t("Bitten"), dice([fins]), quiet(t("eats")), dice(prey))),
    escaped.length ? row(t("Escaped"), dice(escaped)) : null,
    eaten.length ? row(t("Eaten"), dice(eaten)) : null,
    row(t("Signs"), pool ? h("span.signs", {}, Array.from({ length: pool }, () => icon("sign"))) : null, quiet(pool ? t("{pool} in the middle", { pool }) : t("none left in the middle")),
      page.players.filter((player) => player.signs).map((player) => h("span.held", {}, emblem(player.seat), String(player.signs))))));
}

function diceTray({ counts, luck, fairness, suspicious, throws }, page) {
  const most = Math.max(1, ...counts);
  return h("div.card.beach", {}, h("h2", {}, t("The dice so far")),
    h("div.bars", {}, counts.map((count, index) => h("div", { "--share": count / most }, h("strong", {}, String(count)), h("span.column", {}), face(`die-${index + 1}`)))),
    h("p", { class: suspicious ? "bad" : "quiet" }, fairness),
    h("dl", {}, page.players.map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(fortune(luck[player.seat])))),
      throws.slice(0, 4).map((one) => row(page.players[one.seat]?.name ?? "", dice(one.items), h("strong", {}, `= ${one.total}`)))));
}

function pig({ phase, thrown, points, target }, page) {
  return h("div.card.beach", {}, h("h2", {}, t("This turn")), h("dl", {},
    thrown.length ? row(phase === "decide" ? t("Thrown") : t("Last throw"), dice(thrown)) : null,
    row(t("In this turn"), h("strong", {}, String(points)), quiet(t("not banked yet"))),
    page.players.map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(t("{points} to go", { points: Math.max(0, target - player.score) }))))));
}

function farkle({ phase, kept, thrown, points, farkles, last }, page) {
  return h("div.card.beach", {}, h("h2", {}, last ? t("The last round") : t("This turn")), h("dl", {},
    kept.length ? row(t("Set aside"), dice(kept)) : null,
    thrown.length ? row(phase === "decide" ? t("To throw") : t("Thrown"), dice(thrown)) : null,
    row(t("In this turn"), h("strong", {}, String(points)), quiet(t("not banked yet"))),
    page.players.filter((player) => farkles[player.seat]).map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(tn("{count} farkle", "{count} farkles in a row", farkles[player.seat]))))));
}

function shutTheBox({ phase, thrown, tiles, open, best, turns, rounds }, page) {
  const box = tiles.map(([tile, isOpen]) => (isOpen ? h("strong", {}, `${tile} `) : h("span.quiet", { "aria-label": t("{tile} is shut", { tile }) }, "– ")));
  return h("div.card.beach", {}, h("h2", {}, t("The tiles")), h("dl", {},
    row(t("Open"), box, quiet(t("{points} open", { points: open }))),
    thrown.length ? row(phase === "shut" ? t("Thrown") : t("Last throw"), dice(thrown)) : null,
    best.map(([choice, left]) => row(t("Shut {tiles}", { tiles: choice }), quiet(t("{left} left open on average", { left: number(left, 1) })))),
    rounds > 1 ? page.players.map((player) => row(h("span.held", {}, emblem(player.seat), player.name), quiet(t("{turns} of {rounds} turns", { turns: turns[player.seat], rounds })))) : null));
}

function yacht({ phase, dice: lying, throws, sheets, best }, page) {
  const names = page.players.map((player) => h("span.held", {}, emblem(player.seat)));
  return h("div.card.beach", {}, h("h2", {}, t("The sheets")), h("dl", {},
    lying.length ? row(phase === "throw" ? t("Lying on") : t("Thrown"), dice(lying)) : null,
    phase === "decide" ? row(t("Throws left"), h("strong", {}, String(throws))) : null,
    best.map(([choice, points], index) => row(index ? "" : t("Best"), choice, quiet(t("{points} still to come", { points: number(points, 1) })))),
    page.players.length > 1 ? row("", names.map((name) => h("span.cell", {}, name))) : null,
    sheets.map(([category, held]) => row(category, held.map((points) => h("span.cell", {}, points === null ? "·" : String(points)))))));
}

function score({ title, lying, points, target, rounds, round, lowest }, page) {
  return h("div.card.beach", {}, h("h2", {}, title), h("dl", {},
    lying.length ? row(t("On the mat"), dice(lying)) : null,
    points ? row(t("In this turn"), h("strong", {}, String(points)), quiet(t("not scored yet"))) : null,
    target ? row(t("The end"), quiet(t("at {target} points", { target }))) : null,
    rounds ? row(t("Round"), quiet(t("{round} of {rounds}", { round: Math.min(round, rounds), rounds }))) : null,
    lowest ? row(t("Who wins"), quiet(t("the fewest points"))) : null));
}

const fortune = (pips) => (pips === 0 ? t("as expected") : (pips > 0 ? tn("{count} pip more than expected", "{count} pips more than expected", pips) : tn("{count} pip fewer than expected", "{count} pips fewer than expected", -pips)));
