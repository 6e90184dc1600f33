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

export function tools(page) {
  const hand = page.moves.length ? () => typeMove(page) : page.expects.length ? () => typeThrow(page) : null;
  return [
    h("button.tool", { type: "button", "data-key": "undo", disabled: !page.can.undo, onclick: () => change("undo") }, icon("undo"), "Undo"),
    h("button.tool", { type: "button", "data-key": "redo", disabled: !page.can.redo, onclick: () => change("redo") }, icon("redo"), "Redo"),
    h("button.tool", { type: "button", "data-key": "hand", disabled: !hand, onclick: hand }, icon("hand"), "By hand"),
  ];
}

export function menu(page) {
  return h("button.menu", { type: "button", "aria-label": "Menu", "data-key": "menu", onclick: () => openMenu(page) }, icon("menu"));
}

function openMenu(page) {
  const item = (sign, text, act) => h("button.item", { type: "button", onclick: () => { box.close(); act(); } }, icon(sign), text);
  const box = sheet("Lifeguard",
    item("plus", "New game", () => newGame(page)),
    page.game && item("rules", "How to play, and set-up", () => howToPlay(page.game)),
    page.game && item("people", "Who plays: names, who joins or leaves", () => whoPlays(page)),
    page.seating.paused ? item("forth", "Go on with the match", resume) : page.seating.possible.includes("pause") && item("pause", "Pause the match", pause),
    h("a.item", { href: "/matches" }, icon("book"), "Our games: past matches and players"),
    item("screen", location.hash === "#big" ? "Leave the big screen" : "Big screen for all to see", () => { location.hash = location.hash === "#big" ? "" : "big"; }),
    canSpeak() && item("voice", speaking() ? "Stop speaking on this device" : "Speak on this device: throws, scores, turns", () => speakOn(!speaking())),
    paired() ? item("key", "Paired phones", phones) : item("key", "Unlock changes with the PIN", () => askPin()),
    h("a.item", { href: "/camera" }, icon("camera"), "The camera: live picture, focus, light"),
    page.host ? item("voice", page.host === "called" ? "The host need not come" : "Call the host", () => callHost(page.host !== "called")) : null,
    h("a.item", { href: "/places" }, icon("place"), "Draw the places: play without a printed mat"),
    h("a.item", { href: "/tokens" }, icon("key"), "Programs and their tokens"),
    h("a.item", { href: "/api/record", download: `${page.game}.jsonl` }, icon("save"), "Save the record of this game"),
    item("save", "Back up everything", backUp),
    h("a.item", { href: "/box" }, icon("box"), "The box: its version, and updates"));
}

const callHost = (called) => ask("help", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ called }) });

function backUp() {
  const pictures = h("input", { type: "checkbox" });
  const save = async () => {
    if (!(await ask("phones"))) return; // the file needs a paired phone
    box.close();
    h("a", { href: `/api/backup.zip?photographs=${pictures.checked}`, download: "" }).click();
  };
  const box = sheet("Back up everything",
    h("p", {}, "One file with all matches and players, what was taught and drawn, and the settings. Keep it away from the device."),
    h("div.option", {}, h("label", {}, pictures, "With the photographs (up to 80 MB)")),
    h("button.big", { type: "button", onclick: save }, "Save the file"));
}

export function about(page) {
  const options = Object.entries(page.options);
  if (!options.length && !page.house.length) return null;
  return h("details.card", {}, h("summary", {}, h("h2", {}, "Options and house rulings")),
    options.length ? h("dl.options", {}, options.map(([name, value]) => h("div", {}, h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, spoken(value))))) : null,
    page.house.length ? h("ul.reasons", {}, page.house.map((one, at) => h("li", {}, h("span", {}, one.text), h("span.tags", {}, one.rule && rule(one.rule, `rule-${at}`), h("span.tag.house", {}, "house ruling"))))) : null);
}

const spoken = (value) => (value === true ? "yes" : value === false ? "no" : String(value).includes(".") ? value : String(value).replaceAll("-", " "));
