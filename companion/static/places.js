// The page of places: the mat's corners, and then each place, are dragged to where they lie in the camera's picture.
import "./sea.js";
import { h, s, toast } from "./dom.js";
import { icon } from "./icons.js";
import { inverse, quad, through } from "./plane.js";
import { change } from "./wire.js";
import { t } from "./words.js";

const HINTS = {
  mat: t("Drag the four corners until the yellow card is as large as a real card on the table, wherever you drag it: then the measures are right."),
  places: t("Tap a place, drag it by its middle or its corners to where its pieces will lie."),
};
let drawn = null; // what the device knows
let now = null; // what is on show: corners (px), boxes (mm), ruler (mm)
let mode = "mat", chosen = "", sight = null, lens = null;

async function load() {
  const answer = await fetch("/api/places").catch(() => null);
  if (!answer?.ok) return say(t("The device does not answer"));
  drawn = await answer.json();
  if (!drawn.picture) {
    return say(drawn.fault ? t("There is no picture of the table to draw on. {fault}", { fault: drawn.fault }) : t("The camera has given no picture of the table at rest yet. Take your hands away."),
      h("button.big", { type: "button", onclick: load }, t("Look again")));
  }
  begin(drawn.corners, drawn.parts);
  document.title = t("Places · {title} · Lifeguard", { title: drawn.title });
  document.getElementById("title").textContent = t("Places of {title}", { title: drawn.title });
  sight = `/api/still.jpg?${Date.now()}`;
  show();
}

function say(text, ...more) {
  document.getElementById("sheet").replaceChildren(h("div.card.now", {}, h("p", { role: "status" }, text), ...more));
}

function begin(corners, parts) {
  const [wide, high] = drawn.picture;
  now = {
    corners: corners.map(([x, y]) => [x * wide, y * high]),
    boxes: Object.fromEntries(parts.map((part) => [part.name, part.box])),
    ruler: [(drawn.size[0] - drawn.card[0]) / 2, (drawn.size[1] - drawn.card[1]) / 2],
  };
}

/** Room about the picture, so that a corner at its very edge can be taken hold of; px. */
const room = () => 0.035 * drawn.picture[0];
/** How many px of the picture are one px of the page. */
const grain = () => (drawn.picture[0] + 2 * room()) / (document.getElementById("sheet").clientWidth || drawn.picture[0]);
const toPx = () => quad(now.corners, drawn.size);

function show() {
  steps();
  picture();
  names();
  tools();
}

function steps() {
  const step = (name, text) => h("button.step", { type: "button", "aria-pressed": String(mode === name), onclick: () => { mode = name; chosen = ""; show(); } }, text);
  document.getElementById("steps").replaceChildren(
    h("div.steps", {}, step("mat", t("1 The mat")), step("places", t("2 The places"))), h("p.hint.quiet", {}, HINTS[mode]));
}

function picture() {
  const [wide, high] = drawn.picture, m = room(), place = document.getElementById("sheet"), view = toPx(), k = grain();
  const focus = document.activeElement?.dataset?.grip;
  const board = s("svg", { viewBox: `${-m} ${-m} ${wide + 2 * m} ${high + 2 * m}`, class: `over ${mode === "places" ? "lively" : ""}`, role: "group", "aria-label": t("The table from above") },
    s("image", { href: sight, width: wide, height: high }));
  const mat = points([[0, 0], [drawn.size[0], 0], drawn.size, [0, drawn.size[1]]], view);
  board.append(s("polygon", { points: mat, class: "under-line", "stroke-width": 5 * k }), s("polygon", { points: mat, class: "mat-line", "stroke-width": 2 * k, "stroke-dasharray": mode === "mat" ? "" : `${8 * k} ${6 * k}` }));
  drawn.parts.forEach((part) => board.append(one(part, view, k)));
  if (mode === "mat") board.append(ruler(view, k), ...now.corners.map((_, at) => grip(t("Corner {number} of the mat", { number: at + 1 }), at, now.corners[at], k, (px) => { now.corners[at] = px.map((v, way) => Math.min(Math.max(v, 0), drawn.picture[way])); })));
  else if (chosen) board.append(...[0, 1, 2, 3].map((at) => boxGrip(at, view, k)));
  if (lens) board.append(loupe(lens, wide, high));
  place.replaceChildren(h("div.card.flush", {}, board));
  if (focus !== undefined) place.querySelector(`[data-grip="${focus}"]`)?.focus({ preventScroll: true });
}

const points = (mm, view) => mm.map((point) => through(view, point).map((v) => v.toFixed(1)).join(",")).join(" ");
const cornersOf = ([x, y, w, high]) => [[x, y], [x + w, y], [x + w, y + high], [x, y + high]];

function one(part, view, k) {
  const box = now.boxes[part.name], outline = points(cornersOf(box), view);
  const body = s("polygon", { points: outline, class: "place" });
  const group = s("g", { class: part.name === chosen ? "one" : "", "data-place": part.name }, body,
    s("polygon", { points: outline, class: "under-line", "stroke-width": 4 * k, "pointer-events": "none" }), s("polygon", { points: outline, class: "edge", "stroke-width": 2 * k }),
    ...part.cells.map(([x, y, w, high]) => s("polygon", { points: points(cornersOf([box[0] + x * box[2], box[1] + y * box[3], w * box[2], high * box[3]]), view), class: "cell", "stroke-width": k })),
    ...(mode === "places" ? label(part.label, box, view, k) : []));
  if (mode === "places") drag(body, () => { chosen = part.name; const start = now.boxes[part.name]; return (from, to) => { now.boxes[part.name] = inside([start[0] + to[0] - from[0], start[1] + to[1] - from[1], start[2], start[3]]); }; });
  return group;
}

/** The name in a place, in lines and letters for which there is room; none if there is none. */
function label(text, box, view, k) {
  const [a, b, c, d] = cornersOf(box).map((point) => through(view, point));
  const across = Math.max(Math.abs(c[0] - a[0]), Math.abs(b[0] - d[0])), down = Math.max(Math.abs(c[1] - a[1]), Math.abs(b[1] - d[1]));
  const fits = ([lines, size]) => lines.every((line) => line.length * size * 0.66 < across) && lines.length * size * 1.1 < down;
  const [lines, size] = [13, 11, 9, 8].flatMap((letter) => [[[text], letter * k], [text.split(" "), letter * k]]).find(fits) ?? [[], 0];
  const [x, y] = [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4];
  return lines.map((line, at) => Object.assign(s("text", { x, y: y + (at - (lines.length - 1) / 2) * size * 1.1 + size * 0.35, "font-size": size, "stroke-width": 3 * k }), { textContent: line }));
}

/** A card as it would lie on the table: it tells whether the corners are right. */
function ruler(view, k) {
  const outline = points(cornersOf([...now.ruler, ...drawn.card]), view);
  const body = s("polygon", { points: outline, class: "place" });
  drag(body, () => { const start = now.ruler; return (from, to) => { const moved = inside([start[0] + to[0] - from[0], start[1] + to[1] - from[1], ...drawn.card]); now.ruler = [moved[0], moved[1]]; }; });
  return s("g", { class: "ruler" }, body, s("polygon", { points: outline, class: "edge", "stroke-width": 2.5 * k, "stroke-dasharray": `${6 * k} ${4 * k}` }), ...label("card", [...now.ruler, ...drawn.card], view, k));
}

/** A box (mm) that lies on the mat. */
function inside([x, y, w, high]) {
  return [Math.min(Math.max(x, 0), Math.max(drawn.size[0] - w, 0)), Math.min(Math.max(y, 0), Math.max(drawn.size[1] - high, 0)), w, high];
}

/** A corner of the mat, or of a place, to be dragged or moved by the arrow keys; `move` takes px. */
function grip(name, at, [x, y], k, move) {
  const handle = s("g", { class: "grip", "data-grip": at, tabindex: 0, role: "slider", "aria-label": name, "aria-valuenow": Math.round(x), "aria-valuetext": `${Math.round(x)}, ${Math.round(y)}` },
    s("circle", { cx: x, cy: y, r: 24 * k, class: "touch" }), s("circle", { cx: x, cy: y, r: 9 * k, class: "dot", "stroke-width": 2.5 * k }));
  drag(handle, () => { const start = [x, y]; const first = {}; return (_, __, px) => { first.at ??= px; const to = [start[0] + px[0] - first.at[0], start[1] + px[1] - first.at[1]]; lens = to; move(to); }; });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    move([x + way[0] * far, y + way[1] * far]);
    picture();
  });
  return handle;
}

function boxGrip(at, view, k) {
  const part = drawn.parts.find((one) => one.name === chosen), [x, y, w, high] = now.boxes[chosen];
  const far = cornersOf([x, y, w, high])[(at + 2) % 4], back = inverse(view);
  return grip(t("Corner {number} of {place}", { number: at + 1, place: part.label }), at, through(view, cornersOf([x, y, w, high])[at]), k, (px) => {
    const mm = through(back, px).map((v, way) => Math.min(Math.max(v, 0), drawn.size[way]));
    const [left, top] = [at === 1 || at === 2 ? far[0] : Math.min(mm[0], far[0] - part.least[0]), at > 1 ? far[1] : Math.min(mm[1], far[1] - part.least[1])];
    const [right, low] = [at === 1 || at === 2 ? Math.max(mm[0], far[0] + part.least[0]) : far[0], at > 1 ? Math.max(mm[1], far[1] + part.least[1]) : far[1]];
    now.boxes[chosen] = [left, top, right - left, low - top];
  });
}

/** Lets something be dragged: `begun()` gives what happens with each move (from and to in mm, and the px). */
function drag(element, begun) {
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const board = event.target.ownerSVGElement, back = inverse(toPx());
    const px = (e) => { const r = document.querySelector(".over > image").getBoundingClientRect(); return [(e.clientX - r.left) / r.width * drawn.picture[0], (e.clientY - r.top) / r.height * drawn.picture[1]]; };
    const move = begun(), from = through(back, px(event));
    move(from, from, px(event));
    const moving = (e) => { move(from, through(back, px(e)), px(e)); picture(); };
    const done = () => { removeEventListener("pointermove", moving); removeEventListener("pointerup", done); removeEventListener("pointercancel", done); lens = null; show(); };
    addEventListener("pointermove", moving);
    addEventListener("pointerup", done);
    addEventListener("pointercancel", done);
    if (board) picture();
  });
}

/** What is under the finger, enlarged, in the corner of the picture farthest from it. */
function loupe([x, y], wide, high) {
  const side = high * 0.36, part = high * 0.09, left = x < wide / 2 ? wide - side * 1.06 : side * 0.06;
  return s("svg", { x: left, y: side * 0.06, width: side, height: side, viewBox: `${x - part} ${y - part} ${2 * part} ${2 * part}`, "aria-hidden": "true", "pointer-events": "none" },
    s("rect", { x: x - part, y: y - part, width: 2 * part, height: 2 * part, fill: "#0d2b3a" }),
    s("image", { href: sight, width: wide, height: high }),
    s("path", { d: `M${x - part} ${y}h${2 * part}M${x} ${y - part}v${2 * part}`, class: "loupe-cross", "stroke-width": part / 40 }),
    s("rect", { x: x - part, y: y - part, width: 2 * part, height: 2 * part, class: "loupe-rim", "stroke-width": part / 12 }));
}

function names() {
  const list = mode === "places" && h("div.card", {}, h("div.names", {}, drawn.parts.map((part) =>
    h("button", { type: "button", "aria-pressed": String(part.name === chosen), onclick: () => { chosen = part.name; show(); } }, part.label))));
  document.getElementById("chosen").replaceChildren(...(list ? [list] : []));
}

function tools() {
  document.getElementById("tools").replaceChildren(
    drawn.drawn ? h("button.tool", { type: "button", onclick: printed }, icon("undo"), t("Printed mat")) : h("button.tool", { type: "button", onclick: () => { begin(drawn.corners, drawn.parts); show(); } }, icon("undo"), t("Start again")),
    h("button.tool", { type: "button", onclick: save }, icon("save"), t("Save")));
}

async function save() {
  const [wide, high] = drawn.picture;
  const corners = now.corners.map(([x, y]) => [x / wide, y / high]);
  if (!(await change("places", { game: drawn.game, corners, boxes: now.boxes }))) return;
  toast(t("Saved: the device reads the table by these places now. It follows a camera that is pushed a little."), true);
  drawn = { ...drawn, drawn: true };
  tools();
}

async function printed() {
  if (!(await change("printed", { game: drawn.game }))) return;
  toast(t("The device looks for the printed mat again."), true);
  chosen = "";
  await load();
}

addEventListener("resize", () => now && picture());
load();
