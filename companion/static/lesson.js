// The page of a lesson: each card that the camera took gets its name here, or is taken out again.
import "./sea.js";
import { banners } from "./banners.js";
import { h, part, sheet } from "./dom.js";
import { icon } from "./icons.js";
import { change, follow } from "./wire.js";
import { sentence, t } from "./words.js";

const LIKELY = 3, OFTEN = 1500; // ms between two looks for the table
let lesson = null;
let linked = true, left = false;

function show(next) {
  if (left) return;
  if (!next.cards) return location.reload(); // the table is there again
  lesson = next;
  document.title = t("{deck} · A lesson · Lifeguard", { deck: lesson.deck });
  document.getElementById("title").textContent = lesson.deck;
  document.getElementById("count").textContent = lesson.listed ? t("{count} of {listed}", { count: lesson.cards.length, listed: lesson.listed }) : `${lesson.cards.length}`;
  part("ask", [lesson.doubt, lesson.asks, lesson.names, lesson.cards.length, lesson.done, lesson.missing], ask);
  part("cards", [lesson.cards, lesson.asks], cards);
  part("tools", [lesson.cards.length, lesson.doubt, lesson.missing, lesson.done], tools);
  if (lesson.done) home();
  say();
}

/** The lesson has ended: once the table is there again, its page is shown. There is none where only a lesson was run. */
function home() {
  if (left) return;
  left = true;
  setInterval(async () => {
    const answer = await fetch("/api/welcome", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.assign((await answer.json()).done ? "/" : "/welcome#lessons");
  }, OFTEN);
}

async function leave() {
  if (!(await change("leave"))) return;
  home();
  part("ask", ["left"], () => h("div.card", {}, h("h2", {}, t("The lesson rests")), h("p", {}, t("What was taken is kept: the next lesson goes on from here."))));
  part("tools", ["left"], () => null);
}

function link(up) {
  linked = up;
  say();
}

function say() {
  part("banners", [linked, lesson?.faults, lesson?.note], () =>
    banners({ linked: linked || left || lesson?.done, faults: lesson?.faults ?? [], mismatch: "", note: sentence(lesson?.note ?? "") }));
}

const picture = (id, alt) => h("img.face", { src: `/api/card/${id}.png`, alt });
const said = (name) => lesson.words[name] ?? name;
const called = (id) => said(lesson.cards.find((card) => card.id === id)?.name) || t("a card taken before");

function ask() {
  if (lesson.done) return h("div.card", {}, h("h2", {}, t("The deck is taught")), h("p", {}, t("{count} faces are kept as “{deck}”.", { count: lesson.cards.length, deck: lesson.deck })));
  if (lesson.doubt) return doubt();
  if (lesson.asks) return name(lesson.cards.find((card) => card.id === lesson.asks));
  const done = !lesson.missing && !lesson.names.length && !lesson.free;
  return h("div.card", {}, h("h2", {}, done ? t("All cards of the list are there") : t("Lay the next card under the camera")),
    h("p.quiet", {}, done ? t("Keep the deck with the button below.") : t("One card at a time, its whole edge in sight: beside the last one, upon it, or in its stead. Then take your hand away until it beeps.")));
}

/** A card that looks just like one before. */
function doubt() {
  return h("div.card", {}, h("h2", {}, t("Just like {like}", { like: called(lesson.doubt.like) })),
    h("p", {}, t("The same card once more? Then lay on. If it is another one, the two will be hard to tell apart.")),
    h("div.pair", {}, picture(lesson.doubt.like, called(lesson.doubt.like)), picture(lesson.doubt.id, t("The card just laid"))),
    h("div.likely", {},
      h("button.big", { type: "button", "data-key": "same", onclick: () => change("drop") }, t("The same card: leave it out")),
      h("button.big", { type: "button", "data-key": "another", onclick: () => change("another") }, t("Another card"))));
}

function name(card) {
  return h("div.card", {}, h("h2", {}, lesson.names.length || lesson.free ? t("Which card is this?") : t("No name of the list is left")),
    h("div.asked", {}, picture(card.id, t("The card to name")), h("div", {}, names(card),
      h("button.link", { type: "button", onclick: () => change("drop", { id: card.id }) }, t("Take this card out")))));
}

/** The ways to name a card: the likeliest names, all others, or a field to type. */
function names(card, close = () => {}) {
  const pick = (name) => async () => (await change("name", { id: card.id, name })) && close();
  const [likely, rest] = [lesson.names.slice(0, LIKELY), lesson.names.slice(LIKELY)];
  return [
    likely.length > 0 && h("div.likely", {}, likely.map((name, at) => h("button.big", { type: "button", "data-key": `name-${at}`, onclick: pick(name) }, said(name)))),
    rest.length > 0 && h("div.others", {}, rest.map((name) => h("button", { type: "button", onclick: pick(name) }, said(name)))),
    lesson.free && typed(card, close),
  ];
}

function typed(card, close) {
  const field = h("input", { "aria-label": t("The card's name"), placeholder: "air-5", maxlength: 60, required: true, autocomplete: "off", autocapitalize: "off" });
  return h("form.free", { onsubmit: async (event) => { event.preventDefault(); if (await change("name", { id: card.id, name: field.value })) close(); } }, field, h("button", {}, t("So it is")));
}

function cards() {
  if (!lesson.cards.length) return null;
  return h("div.card", {}, h("h2", {}, t("Taken so far")), h("div.taken", {}, [...lesson.cards].reverse().map((card) =>
    h(`button${card.name ? "" : ".open"}${card.like ? ".alike" : ""}`, { type: "button", "aria-label": said(card.name) || t("A card without a name"), onclick: () => mend(card) },
      picture(card.id, ""), h("small", {}, said(card.name) || t("name?")), card.like && h("small.bad", {}, t("like {like}", { like: called(card.like) }))))));
}

/** A card that was taken: another name, or out again. */
function mend(card) {
  const box = sheet(said(card.name) || t("A card without a name"), h("div.asked", {}, picture(card.id, ""), h("div", {},
    h("button.big", { type: "button", onclick: () => { box.close(); change("drop", { id: card.id }); } }, t("Take this card out")),
    h("p.quiet", {}, t("Or it is really:")), names(card, () => box.close()))));
}

function tools() {
  if (lesson.done) return null;
  return [
    h("button.tool", { type: "button", "data-key": "undo", disabled: !lesson.cards.length && !lesson.doubt, onclick: () => change("drop", lesson.doubt ? {} : { id: lesson.cards.at(-1).id }) }, icon("undo"), t("Last one out")),
    h("button.tool", { type: "button", "data-key": "finish", disabled: Boolean(lesson.missing), title: lesson.missing, onclick: () => change("finish") }, icon("save"), t("Keep the deck")),
    h("button.tool", { type: "button", "data-key": "leave", onclick: leave }, icon("pause"), t("Let it rest")),
  ];
}

document.getElementById("ask").replaceChildren(h("p.card.waiting", {}, t("Looking for the lesson …")));
follow(show, link);
