// What only one game shows. A game without a panel here shows none.
import { h } from "./dom.js";
import { emblem, face, icon } from "./icons.js";

const PANELS = { "shark-attacks": sharkAttacks };

export function panel(page) {
  const draw = PANELS[page.game];
  return draw && Object.keys(page.state).length ? draw(page.state, page) : null;
}

const dice = (list) => h("span.pieces", {}, list.map((item) => h("span.chip", {}, face(item))));
const row = (name, list, note = "") => list.length ? h("div.row", {}, h("dt", {}, name), h("dd", {}, dice(list), note && h("span.quiet", {}, note))) : null;

function sharkAttacks(state, page) {
  const { kept = [], waves = 0, red = 0, escaped = [], eaten = [], event = "", pool = 0, swimmers = 0 } = state;
  const rows = [
    row("In the water", [...kept, ...Array(waves).fill("swimmer-wave")], `${swimmers} ${swimmers === 1 ? "swimmer" : "swimmers"}`),
    row("Weather", event ? [`event-${event}`] : []),
    row("Sharks", Array(red).fill("shark-1"), `${red} in the water`),
    row("Escaped", escaped),
    row("Eaten", eaten),
  ];
  return h("div.card.beach", {}, h("h2", {}, "The beach"), h("dl", {}, rows),
    h("div.row.signs-row", {}, h("span", {}, "Signs"), h("span.signs", {}, Array.from({ length: pool }, () => icon("sign"))),
      h("span.quiet", {}, pool ? `${pool} in the middle` : "none left in the middle"),
      page.players.filter((player) => player.signs).map((player) => h("span.held", {}, emblem(player.seat), `${player.signs}`))));
}
