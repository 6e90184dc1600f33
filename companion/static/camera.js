// The page of the camera: its live picture, focus with its peak, light, glare, the mat, the size of a piece; one thing to do.
import "./sea.js";
import { h } from "./dom.js";
import { percent, t } from "./words.js";

const EVERY = 1000; // ms between two looks, after the one before has come
const MATS = { found: t("found"), cut: t("not whole in the picture"), drawn: t("as drawn on the phone"), unseen: t("not found"), unneeded: t("none in view; dice need none") };
let peak = 0, said = "";

async function look() {
  if (document.visibilityState === "visible") await show().catch(() => tell(t("The device does not answer."), false));
  setTimeout(look, EVERY);
}

async function show() {
  const answer = await fetch("/api/camera");
  if (!answer.ok) return tell((await answer.json()).error, false);
  const now = await answer.json();
  await picture();
  peak = Math.max(peak, now.focus);
  tell(now.todo, now.ok);
  document.getElementById("figures").replaceChildren(figures(now));
}

/** The newest picture, put in place when it has come. */
async function picture() {
  const next = h("img.live", { alt: t("What the camera sees now"), src: `/api/camera.jpg?${Date.now()}` });
  await next.decode().catch(() => null);
  document.getElementById("sheet").replaceChildren(next);
}

function tell(text, well) {
  document.getElementById("todo").replaceChildren(h(well ? "p.card.todo.well" : "p.card.todo", {}, text));
  if (text !== said) document.getElementById("said").textContent = text;
  said = text;
}

function figures(now) {
  const share = (value, most) => Math.max(0, Math.min(1, value / most));
  return h("dl.card.meters", {},
    meter(t("Focus"), String(now.focus), t("best so far {peak}", { peak }), share(now.focus, 100), share(peak, 100), now.focus < now.least_focus),
    meter(t("Light"), String(now.light), t("at least {least_light}", { least_light: now.least_light }), share(now.light, 255), share(now.least_light, 255), now.light < now.least_light),
    meter(t("Glare"), percent(now.glare), t("at most {most_glare}", { most_glare: percent(now.most_glare) }), share(now.glare, 2 * now.most_glare), 0.5, now.glare > now.most_glare),
    now.piece_px === null ? null : meter(t("A {piece}", { piece: now.piece }), t("{piece_px} px", { piece_px: now.piece_px }), t("at least {least_px} px wide", { least_px: now.least_px }), share(now.piece_px, 3 * now.least_px), 1 / 3, now.piece_px < now.least_px),
    plain(t("Mat"), MATS[now.mat]), plain(t("Picture"), t("{width} x {height} px", { width: now.width, height: now.height })));
}


const meter = (name, figure, beside, share, at, short) => h(short ? "div.meter.short" : "div.meter", {},
  h("dt", {}, name, " ", h("span.quiet", {}, beside)), h("dd", {}, h("span.figure", {}, figure)),
  h("dd.track", { "aria-hidden": "true", "--share": share, "--at": at }, h("span.mark", {})));

const plain = (name, text) => h("div.meter", {}, h("dt", {}, name), h("dd", {}, text));

look();
