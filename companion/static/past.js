// What the views of past matches share: asking, days and times, a match in the list, the way to the table.
import { h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { change } from "./wire.js";
import { LOCALE, lasted, t, tn } from "./words.js";

/** What a route tells, or null. */
export async function get(what) {
  const answer = await fetch(`/api/${what}`).catch(() => null);
  if (!answer) return null;
  return answer.ok ? answer.json() : null;
}

/** A day or time in the words of this phone; "" where none was kept. */
export function day(at, style = { dateStyle: "medium", timeStyle: "short" }) {
  return at ? new Date(at).toLocaleString(LOCALE, style) : "";
}

const STATES = { playing: t("now"), open: t("unfinished"), counting: t("being counted"), lost: t("cannot be replayed") };

/** What is to be said of a match beside its players: a tag, or null. */
export const tag = ({ state }) => STATES[state] && h(`span.tag.${state}`, {}, STATES[state]);

/** A match as a line that leads to it. */
export function matchRow(one) {
  const players = one.players.map((player) => h(player.winner ? "span.seat.won" : "span.seat", {},
    player.winner && icon("cup"), player.winner && h("span.unseen", {}, t("Winner: ")), player.name, player.score === null ? null : h("b", {}, ` ${player.score}`)));
  return h("li", {}, h("a.match", { href: `#match=${one.number}` },
    h("span.top", {}, h("strong", {}, one.title), tag(one)),
    h("span.seats", {}, players),
    h("span.quiet", {}, [day(one.ended, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }), one.minutes ? lasted(one.minutes) : "", one.photos ? tn("{count} photo", "{count} photos", one.photos) : ""].filter(Boolean).join(" · "))));
}

/** Asks the device for a change of the table as it stands now, and goes to the table if it was made. */
export async function atTheTable(what, body) {
  const page = await get("page");
  if (!page) return toast(t("The device does not answer"));
  if (await change(what, body, page.version)) location.href = "/";
}

/** Draws anew after a while, as long as that is still on show and nobody is at its controls. */
export function later(still, redraw) {
  setTimeout(() => {
    if (!still()) return;
    if (document.getElementById("what").contains(document.activeElement)) later(still, redraw);
    else redraw();
  }, 2000);
}

/** A number with its sign: "+4", "−3". */
export const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));
