// Building elements, and drawing a part of the page only when what it shows has changed.
import { t } from "./words.js";

/** An element: h("button.big", { onclick, "aria-label": "…" }, "text", child, [children], null). */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) element.style.setProperty(key, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element out of our own markup (never out of what came over the wire). */
export function svg(markup, viewBox, className = "") {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="${viewBox}" class="${className}" aria-hidden="true" focusable="false">${markup}</svg>`;
  return holder.content.firstChild;
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with plain attributes, safe for values from the wire. */
export function s(name, props = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const drawn = new Map();

/** Puts what `draw(data)` gives into the element `id`, if `data` differs from last time; the focus stays where it was. */
export function part(id, data, draw) {
  const text = JSON.stringify(data);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  const place = document.getElementById(id);
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const content = attempt(id, () => [draw(data)].flat(2).filter(Boolean));
  place.replaceChildren(...content);
  place.hidden = content.length === 0;
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** A part that cannot be drawn is left out: the others must not suffer for it. */
function attempt(id, draw) {
  try {
    return draw();
  } catch (error) {
    console.error(id, error);
    return [];
  }
}

/** What stands in the place of a photograph that the device has not any more. */
export const gone = () => h("p.gone.quiet", {}, t("This photograph is not kept any more."));

/** A photograph, or that it is gone. */
export function photo(name, alt) {
  const shot = h("img.evidence", { src: `/api/photo/${name}.jpg`, alt, onerror: () => shot.replaceWith(gone()) });
  return shot;
}

/** The part of a photograph where the pieces (with a `box`) lie, with room, at least two fifths of it, in its own shape. */
export function near({ width, height }, pieces) {
  if (!pieces.length) return [0, 0, width, height];
  const left = Math.min(...pieces.map((one) => one.box[0])), top = Math.min(...pieces.map((one) => one.box[1]));
  const right = Math.max(...pieces.map((one) => one.box[0] + one.box[2])), bottom = Math.max(...pieces.map((one) => one.box[1] + one.box[3]));
  const scale = Math.min(1, Math.max(0.4, (right - left) / width * 1.2, (bottom - top) / height * 1.25));
  const w = width * scale, tall = height * scale;
  const x = Math.max(0, Math.min(width - w, (left + right - w) / 2)), y = Math.max(0, Math.min(height - tall, (top + bottom - tall) / 2));
  return [x, y, w, tall];
}

/** Opens a modal sheet with a heading; it closes by its cross, by Escape, or by a tap beside it. Gives the dialog. */
export function sheet(heading, ...children) {
  const close = h("button.cross", { type: "button", "aria-label": t("Close"), onclick: () => box.close() }, "×");
  const box = h("dialog", { "aria-label": heading }, h("div.sheet", {}, h("header", {}, h("h2", {}, heading), close), children));
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Says something for a few seconds, on top of whatever is open. */
export function toast(text, good = false) {
  document.getElementById("toast")?.remove();
  const place = h("div", { id: "toast", role: "alert" }, h(good ? "p.good" : "p.bad", {}, text));
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(place);
  setTimeout(() => place.remove(), 6000);
}
