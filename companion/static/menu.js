// The buttons: undo and redo, playing by hand, a new game, the big screen, the record; and the small print.
import { h, sheet } from "./dom.js";
import { typeMove, typeThrow } from "./fix.js";
import { icon } from "./icons.js";
import { newGame } from "./newgame.js";
import { phones } from "./phones.js";
import { askPin, paired } from "./pin.js";
import { howToPlay, rule } from "./rules.js";
import { pause, resume, whoPlays } from "./seated.js";
import { ask, change } from "./wire.js";
import { canSpeak, speaking, speakOn } from "./voice.js";
import { LANGUAGE, LANGUAGES, capital, t } from "./words.js";

export function tools(page) {
  const hand = page.moves.length ? () => typeMove(page) : page.expects.length ? () => typeThrow(page) : null;
  return [
    h("button.tool", { type: "button", "data-key": "undo", disabled: !page.can.undo, onclick: () => change("undo") }, icon("undo"), t("Undo")),
    h("button.tool", { type: "button", "data-key": "redo", disabled: !page.can.redo, onclick: () => change("redo") }, icon("redo"), t("Redo")),
    h("button.tool", { type: "button", "data-key": "hand", disabled: !hand, onclick: hand }, icon("hand"), t("By hand")),
  ];
}

export function menu(page) {
  return h("button.menu", { type: "button", "aria-label": t("Menu"), "data-key": "menu", onclick: () => openMenu(page) }, icon("menu"));
}

function openMenu(page) {
  const item = (sign, text, act) => h("button.item", { type: "button", onclick: () => { box.close(); act(); } }, icon(sign), text);
  const box = sheet(t("Lifeguard"),
    item("plus", t("New game"), () => newGame(page)),
    page.game && item("rules", t("How to play, and set-up"), () => howToPlay(page.game)),
    page.game && item("people", t("Who plays: names, who joins or leaves"), () => whoPlays(page)),
    page.seating.paused ? item("forth", t("Go on with the match"), resume) : page.seating.possible.includes("pause") && item("pause", t("Pause the match"), pause),
    h("a.item", { href: "/matches" }, icon("book"), t("Our games: past matches and players")),
    item("screen", location.hash === "#big" ? t("Leave the big screen") : t("Big screen for all to see"), () => { location.hash = location.hash === "#big" ? "" : "big"; }),
    canSpeak() && item("voice", speaking() ? t("Stop speaking on this device") : t("Speak on this device: throws, scores, turns"), () => speakOn(!speaking())),
    paired() ? item("key", t("Paired phones"), phones) : item("key", t("Unlock changes with the PIN"), () => askPin()),
    h("a.item", { href: "/camera" }, icon("camera"), t("The camera: live picture, focus, light")),
    page.host ? item("voice", page.host === "called" ? t("The host need not come") : t("Call the host"), () => callHost(page.host !== "called")) : null,
    h("a.item", { href: "/places" }, icon("place"), t("Draw the places: play without a printed mat")),
    h("a.item", { href: "/tokens" }, icon("key"), t("Programs and their tokens")),
    h("a.item", { href: "/api/record", download: `${page.game}.jsonl` }, icon("save"), t("Save the record of this game")),
    item("save", t("Back up everything"), backUp),
    Object.keys(LANGUAGES).length > 1 && item("voice", t("Language: {name}", { name: LANGUAGES[LANGUAGE] ?? LANGUAGE }), languages),
    h("a.item", { href: "/box" }, icon("box"), t("The box: its version, and updates")));
}

/** The language of this phone, each by its own name. */
function languages() {
  const choose = async (language) => {
    await fetch("/api/language", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ language }) });
    location.reload();
  };
  sheet(t("Language"), h("div.answers", {}, Object.entries(LANGUAGES).map(([code, name]) =>
    h("button.big", { type: "button", lang: code, "aria-pressed": String(code === LANGUAGE), onclick: () => choose(code) }, name))));
}

const callHost = (called) => ask("help", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ called }) });

function backUp() {
  const pictures = h("input", { type: "checkbox" });
  const save = async () => {
    if (!(await ask("phones"))) return; // the file needs a paired phone
    box.close();
    h("a", { href: `/api/backup.zip?photographs=${pictures.checked}`, download: "" }).click();
  };
  const box = sheet(t("Back up everything"),
    h("p", {}, t("One file with all matches and players, what was taught and drawn, and the settings. Keep it away from the device.")),
    h("div.option", {}, h("label", {}, pictures, t("With the photographs (up to 80 MB)"))),
    h("button.big", { type: "button", onclick: save }, t("Save the file")));
}

export function about(page) {
  const options = page.chosen;
  if (!options.length && !page.house.length) return null;
  return h("details.card", {}, h("summary", {}, h("h2", {}, t("Options and house rulings"))),
    options.length ? h("dl.options", {}, options.map(({ doc, value }) => h("div", {}, h("dt", {}, capital(doc)), h("dd", {}, value)))) : null,
    page.house.length ? h("ul.reasons", {}, page.house.map((one, at) => h("li", {}, h("span", {}, one.text), h("span.tags", {}, one.rule && rule(one.rule, `rule-${at}`), h("span.tag.house", {}, t("house ruling")))))) : null);
}
