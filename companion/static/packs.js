// The panels of games with a French-suited pack: tricks and bids, and the board of Cribbage.
import { h, s } from "./dom.js";
import { emblem, face, seatLine } from "./icons.js";
import { t, tn } from "./words.js";

const cards = (list) => h("span.pieces", {}, list.map((item) => h("span", {}, face(item))));
const row = (name, ...content) => h("div.row", {}, h("dt", {}, name), h("dd", {}, content));
const quiet = (text) => h("span.quiet", {}, text);
const who = (page, seat) => h("span.held", {}, emblem(seat), page.players[seat].name);
const counted = (number) => tn("{count} card", "{count} cards", number);

/** Oh Hell: trump, the trick as it lies, and what each player bid and took. */
export function ohHell(state, page) {
  const said = (seat) => (state.bids[seat] === null ? t("has not bid") : t("bid {bids}, took {won}", { bids: state.bids[seat], won: state.won[seat] }));
  return h("div.card.beach", {}, h("h2", {}, tn("Deal {deal} of {all}: {count} trick", "Deal {deal} of {all}: {count} tricks", state.size, { deal: state.deal, all: state.of })), h("dl", {},
    state.turned ? row(t("Turned up"), cards([state.turned]), quiet(state.trump ? t("{trump} are trump", { trump: state.trump }) : t("no trump"))) : null,
    state.trick.map(([card, seat], index) => row(index ? "" : t("The trick"), cards([card]), quiet(page.players[seat].name))),
    state.bids.some((bid) => bid !== null) ? page.players.map(({ seat }) => row(h("span", {}, who(page, seat)),
      h("strong", { class: state.bids[seat] === state.won[seat] ? "good" : "" }, said(seat)), seat === state.dealer ? quiet(t("dealt")) : null)) : null));
}

/** Cribbage: the board with the pegs of each side, the count, and what lies before whom. */
export function cribbage(state, page) {
  return h("div.card.beach", {}, h("h2", {}, state.phase === "lay" ? t("The count is {count}", { count: state.count }) : t("The board")), board(state, page), h("dl", {},
    state.starter ? row(t("Starter"), cards([state.starter])) : null,
    state.pile.length ? row(t("In the count"), cards(state.pile)) : null,
    page.players.filter(({ seat }) => state.laid[seat].length).map(({ seat }) => row(h("span", {}, who(page, seat)), cards(state.laid[seat]),
      state.hands[seat] ? quiet(tn("{count} card in hand", "{count} cards in hand", state.hands[seat])) : null)),
    state.crib.length ? row(t("Crib"), cards(state.crib), quiet(page.players[state.dealer].name)) : null));
}

const STREET = 30, LONG = 480, TALL = 34, EDGE = 14;

/** The board straightened out: a lane each, a mark at every street, a peg where a side stands. */
function board({ scores, sides, target }, page) {
  const x = (points) => EDGE + (points / target) * LONG;
  const streets = Array.from({ length: Math.floor(target / STREET) }, (_, n) => (n + 1) * STREET);
  const text = (points) => { const e = s("text", { x: x(points), y: 12, class: "scale", "text-anchor": "middle" }); e.textContent = String(points); return e; };
  const lanes = page.players.filter(({ seat }) => seat < sides).flatMap(({ seat }) => {
    const y = 30 + seat * TALL;
    return [s("path", { class: "depth", d: `M${x(0)} ${y}H${x(target)}` }),
      s("g", {}, ...seatLine(seat, (props) => s("path", { ...props, d: `M${x(0)} ${y}H${x(scores[seat])}` }))),
      s("g", {}, ...seatLine(seat, (props) => s("circle", { ...props, cx: x(scores[seat]), cy: y, r: 6 })))];
  });
  const told = page.players.map(({ seat, name }) => t("{name} {scores} of {target}", { name, scores: scores[seat], target })).join("; ");
  return s("svg", { class: "depths", viewBox: `0 0 ${LONG + 2 * EDGE} ${30 + sides * TALL - 12}`, role: "img", "aria-label": told },
    ...[0, ...streets.filter((at) => target - at > STREET / 4), target].map(text), ...streets.map((at) => s("path", { class: "depth", d: `M${x(at)} 18V${30 + (sides - 1) * TALL + 12}` })), ...lanes);
}
