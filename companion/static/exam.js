// The page of an exam: what to lay or throw; what was read of it, to be confirmed or corrected; and how right that was.
import "./sea.js";
import { banners } from "./banners.js";
import { gone, h, near, part, s, sheet } from "./dom.js";
import { icon } from "./icons.js";
import { change, follow } from "./wire.js";
import { percent, sentence, t } from "./words.js";

let exam = null;
let linked = true;

function show(next) {
  exam = next;
  document.title = t("{title} · An exam · Lifeguard", { title: exam.title });
  document.getElementById("title").textContent = exam.title;
  document.getElementById("count").textContent = t("{pieces} of {count}", { pieces: exam.pieces, count: exam.count });
  part("ask", [exam.phase, exam.round, exam.task, exam.asked, exam.marks, exam.photo, exam.done], ask);
  part("result", [exam.result, exam.done], result);
  part("tools", [exam.phase, exam.result !== null, exam.done], tools);
  say();
}

function link(up) {
  linked = up;
  say();
}

function say() {
  part("banners", [linked, exam?.faults, exam?.note], () =>
    banners({ linked: linked || exam?.done, faults: exam?.faults ?? [], mismatch: "", note: sentence(exam?.note ?? "") }));
}

const said = (name) => (name === null ? exam.words.nothing : exam.words[name] ?? name);
const send = (what, more = {}) => change(what, { round: exam.round, ...more });
const off = (mark) => mark.truth === null || mark.truth !== mark.read;

function ask() {
  if (exam.done) return null;
  if (exam.phase === "check") return check();
  if (exam.phase === "lay" && exam.asked.length) {
    return h("div.card", {}, h("h2", {}, t("{task}:", { task: exam.task })), h("ul.asked-for", {}, exam.asked.map((name) => h("li", {}, name))),
      h("p.quiet", {}, t("Then take your hands away until it beeps. Any place and any turn will do.")),
      h("button.link", { type: "button", "data-key": "laid", onclick: () => send("confirm") }, t("All of them lie there, and nothing happens")));
  }
  return h("div.card", {}, h("h2", {}, sentence(exam.task)),
    exam.phase === "clear" && h("button.link", { type: "button", "data-key": "bare", onclick: () => send("confirm") }, t("It is empty, and nothing happens")));
}

/** What was read, on its photograph and in a row: a tap on a piece corrects it. */
function check() {
  const asked = exam.asked.length > 0;
  return h("div.card", {}, h("h2", {}, t("{task}?", { task: exam.task })), photograph(),
    h("div.marks", {}, exam.marks.map((mark, at) => chip(mark, at, asked))),
    h("p.quiet", {}, asked ? t("Framed red is what was read otherwise. If you laid another piece than asked, tap it.") : t("Not so? Tap a piece, then tap what it is.")),
    h("div.answers", {},
      h("button.big", { type: "button", "data-key": "yes", onclick: () => send("confirm") }, asked ? t("All lies as asked") : t("It is all so")),
      h("button.big", { type: "button", "data-key": "more", onclick: missing }, t("A piece was overlooked")),
      h("button.big", { type: "button", "data-key": "again", onclick: () => send("again") }, t("Something lay wrong: read it again"))));
}

function photograph() {
  const shot = exam.photo;
  const frame = s("svg", { class: "photo", viewBox: near(shot, exam.marks.filter((mark) => mark.box)).join(" "), role: "group", "aria-label": t("Photograph with {count} pieces", { count: exam.marks.length }) },
    s("image", { href: `/api/photo/${shot.id}.jpg`, width: shot.width, height: shot.height, onerror: () => frame.replaceWith(gone()) }),
    ...exam.marks.map(outline).filter(Boolean));
  return frame;
}

function outline(mark, at) {
  if (!mark.box) return null;
  const [x, y, width, height] = mark.box;
  const title = s("title");
  title.textContent = t("{text}: correct", { text: said(mark.read) });
  return s("g", { class: off(mark) ? "seen off" : "seen", onclick: () => mend(mark, at) },
    title, s("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 6 }));
}

function chip(mark, at, asked) {
  const differs = off(mark);
  const text = differs ? t("{truth}: read as {read}", { truth: said(mark.truth), read: said(mark.read) }) : said(mark.read);
  return h(differs ? "button.off" : "button", { type: "button", "data-key": `mark-${at}`, "aria-label": t("{text}: correct", { text }), onclick: () => mend(mark, at) },
    asked && differs ? [said(mark.truth), h("small", {}, t("read as {read}", { read: said(mark.read) }))] : text);
}

/** What a piece really is: as read first, then all that it may be. */
function mend(mark, at) {
  const pick = (name) => async () => (await send("mend", { mark: at, name })) && box.close();
  const box = sheet(mark.read === null ? t("Overlooked") : t("Read as {read}", { read: said(mark.read) }),
    h("p", {}, t("What lies there really?")),
    h("div.others", {}, mark.choices.map((name) => h("button", { type: "button", onclick: pick(name) }, said(name)))));
}

function missing() {
  const pick = (name) => async () => (await send("overlooked", { name })) && box.close();
  const box = sheet(t("A piece was overlooked"), h("p", {}, t("Which one lies there?")),
    h("div.others", {}, exam.names.map((name) => h("button", { type: "button", onclick: pick(name) }, said(name)))));
}

function result() {
  const found = exam.result;
  if (!found) return null;
  return h("div.card", {}, h("h2", {}, exam.done ? t("How right your pieces are read") : t("So far")),
    h("div.shares", {}, found.shares.slice(0, found.shares.length > 2 ? undefined : 1).map((share) => [
      h("p", {}, h("strong", {}, t("{right} of {of}", { right: share.right, of: share.of })), " ", t("{label}: between {low} and {high}", { label: share.label === "all" ? t("right") : share.label, low: percent(share.low), high: percent(share.high) })),
      scale(share)])),
    exam.done && h("p.quiet", {}, t("On this table, in this light, the true share lies between these two in 95 of 100 such exams.")),
    h("p", {}, t("The device would have asked about {unsure}. Wrong without a doubt: {silent}.", { unsure: found.unsure, silent: found.silent })),
    found.failed.length > 0 && h("ul.failed", {}, found.failed.map((text) => h("li", {}, sentence(text)))),
    found.unasked && h("p.quiet.unasked", {}, sentence(found.unasked)),
    found.light && h("p.quiet", {}, t("Light: {light}.", { light: found.light })));
}

function scale({ right, of, low, high }) {
  const bar = h("i"), dot = h("b");
  bar.style.left = `${low * 100}%`;
  bar.style.width = `${(high - low) * 100}%`;
  dot.style.left = `${right / of * 100}%`;
  return h("div.scale", { "aria-hidden": "true" }, bar, dot);
}

function tools() {
  if (exam.done || !exam.result) return null;
  return h("button.tool", { type: "button", "data-key": "end", onclick: () => change("end") }, icon("save"), t("It is enough"));
}

document.getElementById("ask").replaceChildren(h("p.card.waiting", {}, t("Looking for the exam …")));
follow(show, link);
