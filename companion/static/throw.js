// The last throw: its photograph with a frame around each die, and the same dice in a row. A tap on either corrects it.
import { gone, h, near, photo, s, sheet } from "./dom.js";
import { correct, typeThrow } from "./fix.js";
import { face, named, words } from "./icons.js";
import { happened } from "./log.js";
import { t } from "./words.js";

export function photograph(page) {
  const shot = page.throw;
  if (!shot) return null;
  const frame = s("svg", { class: "photo", viewBox: near(shot, shot.dice).join(" "), role: "group", "aria-label": t("Photograph with {count} dice", { count: shot.dice.length }) },
    s("image", { href: `/api/photo/${shot.photo}.jpg`, width: shot.width, height: shot.height, onerror: () => frame.replaceWith(gone()) }),
    ...shot.dice.map((die) => outline(page, die)));
  return h("div.card.flush", {}, frame,
    h("div.under", {}, h("h2", {}, shot.dice.some((die) => named(die.item)) ? t("The table") : t("The throw")),
      h("button.link", { type: "button", "data-key": "whole", onclick: () => whole(shot) }, t("Whole photograph")),
      chips(page, shot),
      shot.dice.length ? h("p.quiet", {}, t("Read wrongly? Tap it, then tap what it shows.")) : null));
}

// What has become part of an event is settled, whatever the camera doubted; only what waits for an answer stands out.
const doubtful = (page, die) => page.throw.marked.includes(die.index)
  || Boolean((page.question || page.mismatch) && die.event === null && (die.doubt || die.item === null));
const name = (page, die) => t("{text}: correct", { text: doubtful(page, die) ? doubted(words(die.item), die.doubt) : words(die.item) });
const doubted = (item, doubt) => (doubt ? t("{item}, doubtful: {doubt}", { item, doubt }) : t("{item}, doubtful", { item }));

function outline(page, die) {
  const [x, y, w, height] = die.box;
  const act = () => fix(page, die);
  const title = s("title");
  title.textContent = name(page, die);
  return s("g", { class: doubtful(page, die) ? "seen doubt" : "seen", onclick: act, "data-die": die.index },
    title, s("rect", { x: x - 4, y: y - 4, width: w + 8, height: height + 8, rx: 10 }));
}

const LATELY = 3, FEW = 12;
let unfolded = false;

/** The pieces in a row. Of a table full of them those that matter now, the others folded away. */
function chips(page, shot) {
  const lately = (die) => doubtful(page, die) || (die.event !== null && die.event >= happened(page) - LATELY);
  if (shot.dice.length <= FEW || !shot.dice.some((die) => named(die.item))) return h("div.pieces", {}, shot.dice.map((die) => chip(page, die)));
  const now = shot.dice.filter(lately), rest = shot.dice.filter((die) => !lately(die));
  const all = h("details.rest", { open: unfolded, ontoggle: () => { unfolded = all.open; } },
    h("summary", { "data-key": "rest" }, t("{count} other pieces", { count: rest.length })), h("div.pieces", {}, rest.map((die) => chip(page, die))));
  return [now.length ? h("div.pieces", {}, now.map((die) => chip(page, die))) : null, all];
}

function chip(page, die) {
  return h(doubtful(page, die) ? "button.chip.doubt" : "button.chip", {
    type: "button", "data-key": `die-${die.index}`, "data-die": die.index, "aria-label": name(page, die), onclick: () => fix(page, die),
  }, face(die.item));
}

function fix(page, die) {
  const at = die.event === null ? origin(page, die) : { event: die.event, position: die.position, item: die.item };
  const waits = die.event === null && (page.question || page.mismatch) && page.expects.length;
  if (waits || (!at && page.expects.length)) typeThrow(page);
  else if (at) correct(page, at, die);
  else sheet(words(die.item), h("p", {}, t("This belongs to nothing that happened in the game, so there is nothing to correct.")));
}

const LONG_AGO = 10;

/** Where a die was read that has lain there since an earlier throw: the newest event that has such an item. */
function origin(page, { item }) {
  const entry = page.log.slice(-LONG_AGO).reverse().find((one) => item !== null && one.items.includes(item));
  return entry && { event: entry.index, position: entry.items.lastIndexOf(item), item };
}

function whole(shot) {
  sheet(t("The photograph"), photo(shot.photo, t("The whole photograph of the throw")));
}
