// The panels of the card games: the Depth Board, the ring of sharks, the scoring areas.
import { h, s } from "./dom.js";
import { emblem, emblemAt, face, seatLine, words } from "./icons.js";
import { t, tn } from "./words.js";

const cards = (list) => h("span.pieces", {}, list.map((item) => h("span", {}, face(item))));
const row = (name, ...content) => h("div.row", {}, h("dt", {}, name), h("dd", {}, content));
const quiet = (text) => h("span.quiet", {}, text);
const who = (page, seat) => h("span.held", {}, emblem(seat), page.players[seat].name);
const ROWS = { air: t("air"), swim: t("swim"), action: t("action") };
const counted = (number) => tn("{count} card", "{count} cards", number);

const TOP = 26, FOOT = 16, LANE = 64, TALL = 220, HAT = "M-16-6q5-2 6-9 10-5 20 0 1 7 6 9-16-5-32 0z";
const ANCHOR = "M0-10v20M-8-4h16M-11 3q1 10 11 10t11-10M0-10a4 4 0 1 1 .1 0";

/** Hold Your Breath!: how deep everybody is, what this turn may still swim, and what holds whom back. */
export function holdYourBreath(state, page) {
  const left = state.air - state.swum;
  const held = page.players.filter(({ seat }) => state.panics[seat].length || state.sharks[seat].length);
  return h("div.card.beach", {}, h("h2", {}, state.phase === "ascent" ? t("The Ascent") : t("The Descent")), depthBoard(state, page),
    h("dl", {},
      row(t("This turn"), h("strong", {}, t("Air {air}, Swim {swum}", { air: state.air, swum: state.swum })), quiet(left > 0 ? t("{left} more may be swum", { left }) : t("no Air left to swim by"))),
      state.rows.length ? row(t("Played"), state.rows.map(([place, card]) => h("span.laid", {}, face(card), quiet(ROWS[place] ?? place)))) : null,
      held.map(({ seat }) => row(h("span", {}, who(page, seat)),
        cards([...state.sharks[seat], ...state.panics[seat]]), quiet([state.sharks[seat].length && t("the Shark"), state.panics[seat].length && t("in Panic")].filter(Boolean).join(t(" and "))))),
      row(t("Dive Deck"), h("strong", {}, counted(state.deck)), state.top ? [quiet(t("last discard")), face(state.top)] : null)),
    state.assumed && h("p.quiet", {}, t("Nobody has counted this deck: which cards are left is a guess.")));
}

function depthBoard(state, page) {
  const deepest = Math.max(...state.depths, ...state.anchors, 0);
  const floor = Math.min(state.bottom, Math.max(50, Math.ceil((deepest + 5) / 25) * 25));
  const y = (depth) => TOP + (depth / floor) * TALL, width = Math.max(5, page.players.length) * LANE + 40;
  const pitch = (width - 40) / page.players.length;
  const text = (x, at, said, kind = "") => { const e = s("text", { x, y: at, class: kind }); e.textContent = said; return e; };
  const anchor = (seat, x, at) => s("g", { class: "anchor", transform: `translate(${x} ${at})` }, ...seatLine(seat, (props) => s("path", { ...props, d: ANCHOR })));
  const pirate = (seat, x, at) => s("g", { class: seat === state.seat ? "pirate turn" : "pirate" }, emblemAt(seat, x, at, 26), s("path", { class: "hat", d: HAT, transform: `translate(${x} ${at - 5})` }));
  const told = page.players.map(({ seat, name }) => (state.anchors.length ? t("{name} {depth} deep, anchor at {anchor}", { name, depth: state.depths[seat], anchor: state.anchors[seat] }) : t("{name} {depth} deep", { name, depth: state.depths[seat] }))).join("; ");
  const lines = Array.from({ length: floor / 25 + 1 }, (_, n) => n * 25).flatMap((depth) => [
    s("path", { class: depth ? "depth" : "surface", d: `M34 ${y(depth)}H${width}` }), text(28, y(depth) + 5, String(depth), "scale")]);
  const lanes = page.players.flatMap(({ seat }) => {
    const x = 40 + pitch * (seat + 0.5), low = Math.max(state.depths[seat], state.anchors[seat] ?? 0);
    return [s("path", { class: "line-down", d: `M${x} ${y(0)}V${y(low)}` }),
      state.anchors.length ? anchor(seat, x + 13, y(state.anchors[seat])) : "",
      pirate(seat, x - (state.anchors.length ? 13 : 0), y(state.depths[seat]))];
  });
  return s("svg", { class: "depths", viewBox: `0 0 ${width} ${TOP + TALL + FOOT}`, role: "img", "aria-label": told },
    s("rect", { class: "water-body", x: 34, y: y(0), width: width - 34, height: TALL + FOOT }), ...lines, ...lanes);
}

const AT = [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [0, 3], [0, 2], [0, 1]];
const SIDES = { north: t("North"), east: t("East"), south: t("South"), west: t("West") };
const INSIDE = [[1, 1], [2, 1], [2, 2], [1, 2]];
const FIN = '<path d="M-15 14C-12-4-2-16 17-18c-9 10-10 22-3 32z"/>', JAWS = '<path class="cut" d="M-11 8l4-5 4 5 4-5 4 5 4-5"/>';

/** Hai Noon: the ring with hungry and full sharks, the divers, and the cards at the sides. */
export function haiNoon(state, page) {
  const loaded = state.sides.filter((side) => side.counted === side.third - 1).map((side) => side.name);
  return h("div.card.beach", {}, h("h2", {}, t("The ring")), ring(state, page),
    h("dl", {},
      state.sides.map((side) => row(SIDES[side.name], side.cards.length ? cards(side.cards) : quiet(t("no card")),
        side.name === state.attack ? h("strong.bad", {}, t("attacks!")) : loaded.includes(side.name) ? h("strong.warn", {}, t("the next card attacks")) : null)),
      row(t("Divers"), state.divers.map((diver) => h("span.held", {}, diver.seat === null ? null : emblem(diver.seat), h("span", {}, words(diver.colour), " ", quiet(diver.condition))))),
      row(t("Draw pile"), h("strong", {}, counted(state.deck)), state.top ? [quiet(t("last discard")), face(state.top)] : null)));
}

function ring(state, page) {
  const place = ([x, y]) => `translate(${44 + 58 * x} ${44 + 58 * y})`;
  const picture = (markup, at, kind, told) => { const e = s("g", { class: kind, transform: place(at) }); e.innerHTML = markup; const title = s("title"); title.textContent = told; e.prepend(title); return e; };
  const sharks = state.ring.map((hungry, index) => picture(`<rect x="-27" y="-27" width="54" height="54" rx="9"/>${FIN}${hungry ? JAWS : ""}`, AT[index], hungry ? "shark-tile hungry" : "shark-tile", `${words(`ring-${index}`)}: ${hungry ? t("hungry") : t("full")}`));
  const divers = state.square.map((number, index) => {
    if (number === null) return picture('<rect x="-27" y="-27" width="54" height="54" rx="9"/>', INSIDE[index], "diver-tile free", `${words(`inner-${index}`)}: ${t("free")}`);
    const diver = state.divers[number];
    const owner = diver.seat === null ? t("nobody") : page.players[diver.seat].name;
    const tile = picture(`<rect x="-27" y="-27" width="54" height="54" rx="9"/><circle cy="-5" r="13"/><path d="M-18 21q0-12 18-12t18 12z"/>${diver.health === 1 ? '<path class="wound" d="M-18-18 18 18M18-18-18 18"/>' : ""}${diver.caged ? '<path class="bars-on" d="M-19-24v48M-11-24v48M11-24v48M19-24v48M-25-24h50M-25 24h50"/>' : ""}`, INSIDE[index], `diver-tile diver-${diver.colour}${diver.health ? "" : " gone"}`, t("{colour} of {owner}: {condition}", { colour: words(diver.colour), owner, condition: diver.condition }));
    if (diver.seat !== null) tile.insertBefore(emblemAt(diver.seat, 0, -5, 24), tile.querySelector(".wound, .bars-on")); // the diver's head
    return tile;
  });
  const bars = state.sides.flatMap((side, index) => Array.from({ length: side.third }, (_, n) => bar(side, index, n, state.attack)));
  const told = t("{count} of 12 sharks are hungry; {divers}", { count: state.ring.filter(Boolean).length, divers: state.divers.map((diver) => `${words(diver.colour)} ${diver.condition}`).join("; ") });
  return s("svg", { class: "ring", viewBox: "0 0 262 262", role: "img", "aria-label": told }, ...bars, ...sharks, ...divers);
}

/** One of the three bars of a side: lit for each card that counts. */
function bar(side, index, n, attack) {
  const lit = n < side.counted || side.name === attack;
  const long = 74 + 39 * n, edge = index === 0 || index === 3 ? 2 : 250;
  const box = index % 2 === 0 ? { x: long, y: edge, width: 35, height: 10 } : { x: edge, y: long, width: 10, height: 35 };
  return s("rect", { ...box, rx: 4, class: side.name === attack ? "fuse lit attack" : lit ? "fuse lit" : "fuse" });
}

/** Splash Down: what lies before each player and what it is worth, the Breaches left, what is being settled. */
export function splashDown(state, page) {
  return h("div.card.beach", {}, h("h2", {}, t("Scored so far")),
    h("dl", {},
      row(t("Breaches"), h("strong", {}, t("{breaches_left} left", { breaches_left: state.breaches_left })), quiet(t("{breaches} drawn, {deck} in the pile", { breaches: state.breaches, deck: counted(state.deck) }))),
      state.played.length ? row(t("On the table"), cards(state.played)) : null,
      (state.drawn ?? null) === null ? null : row(t("Drawn last"), quiet(t("by")), who(page, state.drawn), quiet(t("– is it a whale?"))),
      state.top ? row(t("Discarded"), face(state.top)) : null,
      state.ending && state.ending !== "breach" ? row(t("Ended by"), face(state.ending)) : null,
      page.players.map((player) => h("div.row.area", {}, h("dt", {}, who(page, player.seat), h("strong", {}, String(player.score))),
        h("dd", {}, state.areas[player.seat].length ? cards(state.areas[player.seat]) : quiet(t("nothing yet")))))));
}
