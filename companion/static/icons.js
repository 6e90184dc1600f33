// Our own drawings: emblems of the players, small signs, and the faces of dice.
import { svg } from "./dom.js";
import { SEATS } from "./seats.js";
import { t } from "./words.js";

/** The emblem of a seat on its colour. */
export function emblem(seat) {
  const { ground, ink, drawing } = SEATS[seat % SEATS.length];
  const badge = svg(`<circle class="ground" cx="12" cy="12" r="11.500"/><g transform="translate(4 4) scale(.667)">${drawing}</g>`, "0 0 24 24", "emblem");
  badge.style.setProperty("--own", ground);
  badge.style.setProperty("--on", ink);
  return badge;
}

const BADGES = {
  red: t("red starfish"), blue: t("blue shell"), yellow: t("yellow sail"), green: t("green ring buoy"),
  black: t("black fish"), pink: t("pink drop"), orange: t("orange crab"), white: t("white moon"),
};

/** What a seat is called: "red starfish". */
export const badgeName = (seat) => BADGES[SEATS[seat % SEATS.length].colour];

/** A line in the colour of a seat, with an edge, so that it is seen on any ground. `draw(props)` gives a line. */
export function seatLine(seat, draw) {
  const line = draw({ class: "seat-line" });
  line.style.setProperty("--own", SEATS[seat % SEATS.length].ground);
  return [draw({ class: "seat-line edge" }), line];
}

/** An emblem within a drawing, with its middle at (x, y). */
export function emblemAt(seat, x, y, size) {
  const badge = emblem(seat);
  for (const [name, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) badge.setAttribute(name, value);
  return badge;
}

const SIGNS = {
  sign: '<path class="post" d="M12 12v10"/><path class="board" d="M12 1.500 21.500 11 12 20.500 2.500 11z"/><path class="mark" d="M7.800 13.500c1-4 3.500-6.200 6.800-7-1.300 2.600-.9 5 1.100 7z"/>',
  undo: '<path class="line" d="M8.500 5 4 9.500 8.500 14M4.500 9.500H14a5.500 5.500 0 0 1 0 11h-3"/>',
  redo: '<path class="line" d="M15.500 5 20 9.500 15.500 14M19.500 9.500H10a5.500 5.500 0 0 0 0 11h3"/>',
  fin: '<path class="shark" d="M3 19C5 10 11 4 21 3c-5 5-5.500 11-1.500 16z"/><path class="line" d="M2 21.500q3.300-3 6.700 0t6.700 0 6.600 0"/>',
  hand: '<path class="line" d="M8 13V5.500a1.500 1.500 0 0 1 3 0V11m0-.500V4a1.500 1.500 0 0 1 3 0v6.500m0 .500V5.500a1.500 1.500 0 0 1 3 0V14c0 4.500-2.500 7-6 7-3 0-4.500-1.500-6-4.500L4.300 13c-.5-1.200 1-2.300 2-1.300L8 13.500"/>',
  menu: '<path class="line" d="M4 7h16M4 12h16M4 17h16"/>',
  screen: '<path class="line" d="M3 5h18v11H3zM9 20h6M12 16v4"/>',
  plus: '<path class="line" d="M12 5v14M5 12h14"/>',
  save: '<path class="line" d="M12 4v11m-4.500-4.500L12 15l4.500-4.500M5 20h14"/>',
  key: '<path class="line" d="M10 14a4 4 0 1 1-2.800-1.200M9.500 11.500 19 3m-3.500 3 2.500 2.500"/>',
  place: '<path class="line" d="M4 5.500h16v13H4zM4 12h7v6.500M14 9h3.500v5H14z"/>',
  book: '<path class="line" d="M5 4.500h12a2 2 0 0 1 2 2v13H7a2 2 0 0 1-2-2zM5 17.500a2 2 0 0 1 2-2h12M9 8.500h6"/>',
  rules: '<path class="line" d="M6 3.500h9l3.500 3.500v13.500H6zM9 10h6.500M9 13.500h6.500M9 17h4"/>',
  box: '<path class="line" d="m12 3.500 8 4v9l-8 4-8-4v-9zm-8 4 8 4 8-4m-8 4v9"/>',
  back: '<path class="line" d="M15 5 8 12l7 7"/>',
  forth: '<path class="line" d="m9 5 7 7-7 7"/>',
  bin: '<path class="line" d="M4 7h16M9.500 7V4h5v3M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500"/>',
  pen: '<path class="line" d="m4 20 1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500 17.500 10"/>',
  voice: '<path class="line" d="M4 9.500v5h3.500L12 19V5L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11"/>',
  people: '<path class="line" d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20c0-3.500 2.500-6 6-6s6 2.500 6 6M16 4.500a3.500 3.500 0 0 1 0 6M17.500 14.500c2 .8 3.500 2.700 3.500 5.500"/>',
  camera: '<path class="line" d="M3.500 7.500h4l1.500-2.500h6l1.500 2.500h4v11h-17zM12 16a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400z"/>',
  pause: '<path class="line" d="M8.500 5v14M15.500 5v14"/>',
  cup: '<path class="line" d="M7 4h10v5a5 5 0 0 1-10 0zM7 5.500H3.500c0 3 1.500 5 4 5M17 5.500h3.500c0 3-1.500 5-4 5M12 14v4M8 20.500h8"/>',
};

export function icon(name) {
  return svg(SIGNS[name], "0 0 24 24", `icon icon-${name}`);
}

// Faces of dice, on a square of 48.
const wave = (y) => `<path class="ink line" d="M8 ${y}q4-6 8 0t8 0 8 0 8 0"/>`;
const WAVE = wave(20) + wave(30);
const swimmer = (x, y, k) =>
  `<g transform="translate(${x} ${y}) scale(${k})"><circle class="ink" cx="0" cy="-6" r="4.200"/><path class="ink line" d="M-10 3c3-5 6-6.500 10-1 3.500-4 6-4.500 9-9"/><path class="ink line" d="M-11 8q3.700-4 7.400 0t7.400 0 7.400 0"/></g>`;
const fin = (x, y, k) =>
  `<g transform="translate(${x} ${y}) scale(${k})"><path class="ink" d="M-9 6C-7-5-1-11 9-13c-5 6-5 13-1 19z"/><path class="ink line" d="M-12 10q4-4 8 0t8 0 8 0"/></g>`;
const many = (draw) => ({
  1: draw(24, 25, 1.350),
  2: draw(15, 18, 0.850) + draw(32, 32, 0.850),
  3: draw(24, 15, 0.720) + draw(14, 34, 0.720) + draw(34, 34, 0.720),
});
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((turn) => `<path class="ink line" d="M24 9V5" transform="rotate(${turn} 24 24)"/>`)
  .join("");
const SPOTS = { 1: [5], 2: [3, 7], 3: [3, 5, 7], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const pips = (face) =>
  SPOTS[face].map((at) => `<circle class="ink" cx="${24 + ((at - 1) % 3 - 1) * 12}" cy="${24 + (Math.floor((at - 1) / 3) - 1) * 12}" r="4.400"/>`).join("");
const FACES = {
  swimmer: { wave: WAVE, ...many(swimmer) },
  shark: { wave: WAVE, ...many(fin) },
  event: {
    sun: `<circle class="ink" cx="24" cy="24" r="9"/>${RAYS}`,
    rain: '<path class="ink" d="M14 27a7 7 0 0 1 1-13.900A9.500 9.500 0 0 1 33 15a6 6 0 0 1 1 12z"/><path class="ink line" d="M16 33l-2 5M25 33l-2 5M34 33l-2 5"/>',
    attack: `${fin(22, 26, 1.250)}<path class="ink line" d="M39 11v13"/><circle class="ink" cx="39" cy="31" r="2.300"/>`,
  },
  die: Object.fromEntries(Object.keys(SPOTS).map((face) => [face, pips(face)])),
};
const WORDS = {
  "swimmer-1": t("1 swimmer"), "swimmer-2": t("2 swimmers"), "swimmer-3": t("3 swimmers"), "swimmer-wave": t("blue wave"),
  "shark-1": t("1 fin"), "shark-2": t("2 fins"), "shark-3": t("3 fins"), "shark-wave": t("red wave"),
  "event-sun": t("sun"), "event-rain": t("rain"), "event-attack": t("shark attack"),
};
export const KINDS = { swimmer: t("Blue dice"), shark: t("Red dice"), event: t("Yellow die"), die: t("Dice") };

const split = (item) => [item.slice(0, item.lastIndexOf("-")), item.slice(item.lastIndexOf("-") + 1)];

// What the present game calls its cards and places, what sort each is, and the colours of its cards.
let game = { names: {}, sorts: {}, tones: {} };

/** Takes over the names of the game on the page: everything else in here uses them. */
export function learn({ names = {}, sorts = {}, tones = {} }) {
  game = { names, sorts, tones };
}

/** What may lie in the place of an item: all of its sort; none for dice and for what we do not know. */
export function alike(item) {
  const sort = game.sorts[item] ?? (game.names[item] && "card");
  return Object.keys(game.sorts).filter((other) => sort && game.sorts[other] === sort).sort((a, b) => words(a).localeCompare(words(b), "en", { numeric: true }));
}

/** Whether the present game has a name for an item. */
export const named = (item) => Boolean(game.names[item]);

/** All items that a piece of this kind can show: ["swimmer-wave", …]; none for kinds that we do not know. */
export function items(kind) {
  return Object.keys(FACES[kind] ?? {}).sort().reverse().sort((a, b) => Number.isNaN(+b) - Number.isNaN(+a) || a - b).map((face) => `${kind}-${face}`);
}

export const kindOf = (item) => split(item)[0];

/** Whether we have a drawing of an item. */
export function drawn(item) {
  const [kind, side] = split(item);
  return Boolean(FACES[kind]?.[side]);
}

/** What people call an item: "2 swimmers", "sun", "5". */
export function words(item) {
  return item ? game.names[item] ?? WORDS[item] ?? (kindOf(item) === "die" ? split(item)[1] : item.replaceAll("-", " ")) : t("not read");
}

/** A die as a drawing, or the name of anything that we have no drawing of. */
export function face(item) {
  const [kind, side] = split(item ?? "?-?");
  const markup = FACES[kind]?.[side];
  if (!markup && item) return Object.assign(document.createElement("span"), { className: `piece tone-${game.tones[item] ?? "none"}`, textContent: words(item) });
  return svg(`<rect class="side" x="1.500" y="1.500" width="45" height="45" rx="10"/>${markup ?? '<path class="ink line" d="M17 19a7 7 0 1 1 9 6.500c-2 .8-2 2-2 3.500"/><circle class="ink" cx="24" cy="36" r="2.300"/>'}`, "0 0 48 48", `die die-${item ? kind : "none"}`);
}
