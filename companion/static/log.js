// The log book: the newest event on top; a tap opens its reasons, its dice and its photograph.
import { h, photo, sheet } from "./dom.js";
import { drawn, emblem, face, named, words } from "./icons.js";
import { correct } from "./fix.js";
import { rule } from "./rules.js";
import { capital, t } from "./words.js";

const known = (item) => drawn(item) || (named(item) && item !== "??");
const open = new Set();
const SHOWN = 12;
let all = false;
let length = 0;
let older = []; // what the page does not list any more, as far as it was asked for

/** How many events there were. Of very many the page has only the newest. */
export const happened = (page) => (page.log.at(-1)?.index ?? -1) + 1;

/** All events that the device tells, oldest first; asks for those that the page does not list. */
export async function history(page) {
  const first = page.log[0]?.index ?? 0;
  if (!first) return page.log;
  const answer = await fetch(`/api/log?before=${first}`).catch(() => null);
  return answer?.ok ? [...(await answer.json()), ...page.log] : page.log;
}

export function log(page) {
  if (happened(page) < length - 1) { // a new game
    open.clear();
    all = false;
  }
  length = happened(page);
  if (all) refresh(page);
  return book(page);
}

/** What happened longer ago may have changed too: a correction of an old event changes what came of it. */
async function refresh(page) {
  const length_then = length, whole = await history(page);
  if (!all || length !== length_then) return;
  older = whole.slice(0, whole.length - page.log.length);
  document.getElementById("log").replaceChildren(book(page));
}

function book(page) {
  const first = page.log[0]?.index ?? 0;
  const entries = [...(all ? older.filter((entry) => entry.index < first) : []), ...page.log].reverse();
  const shown = all ? entries : entries.slice(0, SHOWN);
  return h("div.card", {}, h("h2", {}, t("Log book")),
    entries.length ? h("ol.entries", { reversed: true }, shown.map((entry) => line(page, entry)))
      : h("p.quiet", {}, page.expects[0]?.kind === "card" || page.expects[0]?.kind === "deck" ? t("Nothing has happened yet: deal the cards.") : t("Nothing has happened yet: throw the dice.")),
    !all && shown.length < length && h("button.more", { type: "button", onclick: () => { all = true; refresh(page); } }, t("Show all {count}", { count: length })),
    all && entries.at(-1)?.index > 0 && h("p.quiet", {}, t("What came before is in the record.")));
}

function line(page, entry) {
  const key = `entry-${entry.index}`;
  const details = h("details", { open: open.has(entry.index) },
    h("summary", { "data-key": key }, (entry.seat ?? null) === null ? h("span.none", {}) : emblem(entry.seat),
      h("span.text", {}, entry.said ? [h("span", { "aria-hidden": "true" }, capital(entry.text)), h("span.unseen", {}, entry.said)] : capital(entry.text), entry.items.some(drawn) && h("span.minis", {}, entry.items.filter(drawn).map(face))), entry.changed && h("span.tag.changed", {}, t("corrected")), total(entry)),
    h("div.inside", {},
      entry.changed && h("p.quiet", {}, entry.changed),
      entry.reasons.length ? reasons(entry.reasons, entry.index) : h("p.quiet", {}, t("Nothing else came of it.")),
      entry.items.some(known) ? h("div.pieces", {}, entry.items.map((item, position) => known(item) &&
        h("button.chip", { type: "button", "aria-label": t("Correct {item}", { item: words(item) }), onclick: () => correct(page, { event: entry.index, position, item }) }, face(item)))) : null,
      entry.photo && h("button.link", { type: "button", onclick: () => picture(entry) }, t("Show the photograph"))));
  details.addEventListener("toggle", () => (details.open ? open.add(entry.index) : open.delete(entry.index)));
  return h("li", { value: entry.index + 1 }, details);
}

/** The points that an event brought or cost: with the emblems, unless they are those of whoever did it alone. */
function total({ scores, seat }) {
  const alone = scores.every((change) => change.seat === seat);
  return scores.length ? h("span.gains", {}, scores.map((change) =>
    h(change.points < 0 ? "span.points.lost" : "span.points", {}, alone ? null : emblem(change.seat), signed(change.points)))) : null;
}

const signed = (points) => (points > 0 ? `+${points}` : String(points));

/** Sentences with their rule, a tag where it is a house ruling, and their points; of an entry of the log, or of none. */
export function reasons(list, entry = null) {
  return h("ul.reasons", {}, list.map((why, at) => h("li", {}, h("span", {}, why.text),
    h("span.tags", {}, why.rule && rule(why.rule, entry === null ? null : `rule-${entry}-${at}`), why.house && h("span.tag.house", {}, t("house ruling")),
      why.points !== null && h(why.points < 0 ? "span.points.lost" : "span.points", {}, signed(why.points))))));
}

function picture(entry) {
  sheet(capital(entry.text), photo(entry.photo, t("The photograph of: {text}", { text: entry.text })));
}
