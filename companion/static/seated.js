// People come and go: names, seats handed over, who joins or leaves, the order of the turns, a pause.
import { h, sheet } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { rule } from "./rules.js";
import { change, shown } from "./wire.js";
import { t } from "./words.js";

const can = (page, kind) => page.seating.possible.includes(kind);
const seats = (body) => change("seats", body, shown());

/** What may be done about the player of a seat, for the sheet that is about them. */
export function ofPlayer(page, player, close) {
  const item = (sign, text, act) => h("button.item", { type: "button", onclick: () => { close(); act(); } }, icon(sign), text);
  if (player.away) {
    const back = can(page, "join") && item("plus", t("{name} is back", { name: player.name }), () => seats({ kind: "join", seat: player.seat, name: player.name }));
    return [back, item("pen", t("Rename {name}", { name: player.name }), () => rename(player))];
  }
  return [
    item("pen", t("Rename {name}", { name: player.name }), () => rename(player)),
    can(page, "hand-over") && item("people", t("Somebody else plays on here"), () => handOver(player)),
    can(page, "leave") && item("forth", t("{name} leaves", { name: player.name }), () => seats({ kind: "leave", seat: player.seat })),
  ];
}

const rename = (player) => askName(t("Rename {name}", { name: player.name }), t("So it is called all through this match."), player.name, (name) => seats({ kind: "rename", seat: player.seat, name }));
const handOver = (player) => askName(t("Who plays on for {name}?", { name: player.name }), t("The points and all that lies there stay. {name} had the turns so far.", { name: player.name }), "", (name) => seats({ kind: "hand-over", seat: player.seat, name }));
const join = (page) => askName(t("Who joins?"), "", "", (name) => seats({ kind: "join", seat: page.players.length, name }));

function askName(heading, about, name, done) {
  const field = h("input", { value: name, required: true, maxlength: 24, "aria-label": t("Name"), autocomplete: "off" });
  const box = sheet(heading, h("form", { onsubmit: async (event) => { event.preventDefault(); if (await done(field.value)) box.close(); } },
    about && h("p.quiet", {}, about), field, h("button.big", {}, t("Done"))));
  field.focus();
  field.select();
}

export const pause = () => seats({ kind: "pause" });
export const resume = () => seats({ kind: "resume" });

/** Everybody at the table, in the order of their turns where the game knows one. */
export function whoPlays(page) {
  const here = page.seating.order.length ? page.seating.order : page.players.filter((one) => !one.away).map((one) => one.seat);
  const gone = page.players.filter((one) => one.away).map((one) => one.seat);
  const movable = can(page, "turns") && here.length > 1;
  const row = (seat, place) => {
    const player = page.players[seat];
    return h("li.player", {},
      h("button.item", { type: "button", onclick: () => { box.close(); onePlayer(page, player); } }, emblem(seat), h("span", {}, player.name, player.away && h("span.quiet", {}, t(" has left")))),
      movable && !player.away && h("button.less", { type: "button", "aria-label": t("{name} plays earlier", { name: player.name }), disabled: place === 0, onclick: () => { box.close(); seats({ kind: "turns", order: earlier(here, place) }); } }, "↑"));
  };
  const box = sheet(t("Who plays"),
    h("ul.seated", {}, here.map(row), gone.map((seat) => row(seat, 0))),
    movable && h("p.quiet", {}, t("In the order of the turns.")),
    can(page, "join") && page.players.length < 8 && h("button.more", { type: "button", onclick: () => { box.close(); join(page); } }, t("Somebody joins")),
    page.seating.instead && h("p.quiet", {}, page.seating.instead, " ", page.seating.rule && rule(page.seating.rule, null)));
}

const earlier = (order, place) => [...order.slice(0, place - 1), order[place], order[place - 1], ...order.slice(place + 1)];

function onePlayer(page, player) {
  const box = sheet(player.name, ofPlayer(page, player, () => box.close()));
}
