// The tournament: who meets whom and where, results, and the standings with their tie-breaks.
import { h, sheet } from "./dom.js";
import { called, wish } from "./hub-host.js";

const RESULTS = [["1 : 0", [1, 0]], ["½ : ½", [0.5, 0.5]], ["0 : 1", [0, 1]]];

export function tournament(page, games, half) {
  const cup = page.tournament;
  if (!cup) return [h("div.column", {}, h("section.card", {}, h("h2", {}, "No tournament is on"), h("p", {}, "Swiss pairing or a round robin, two to a match."), h("button.big", { type: "button", onclick: () => create(games) }, "Begin a tournament")))];
  return [h("div.column.cup", {},
    h("section.card", {}, h("h2", {}, cup.title), h("p.quiet", {}, `${cup.kind === "swiss" ? "Swiss" : "Round robin"} · round ${cup.rounds.length} of ${cup.length} · ${games.find((one) => one.name === cup.game)?.title ?? cup.game}`),
      cup.over ? h("p.asked", {}, `Over: ${cup.standings.filter((one) => one.place === 1).map((one) => one.name).join(", ")}`) : null,
      h("div.ways", {}, !cup.open && !cup.over ? [h("button.big", { type: "button", onclick: () => wish("round", { start: true }, "The round is paired.") }, `Pair round ${cup.rounds.length + 1} and begin at free tables`), h("button.big.second", { type: "button", onclick: () => wish("round", { start: false }, "The round is paired.") }, "Pair it only")] : null,
        h("button.big.second", { type: "button", onclick: end }, cup.over ? "Put it away" : "End the tournament"))),
    [...cup.rounds.entries()].reverse().map(([number, pairings]) => round(number + 1, pairings, number + 1 === cup.rounds.length || cup.kind === "round-robin")),
    standings(cup, half))];
}

function end() {
  const box = sheet("End the tournament", h("p", {}, "Its pairings and results are forgotten."), h("button.big", { type: "button", onclick: () => { box.close(); wish("drop", {}, "The tournament is put away."); } }, "End it"));
}

function round(number, pairings, open) {
  return h("section.card", {}, h("h2", {}, `Round ${number}`), h("ol.pairings", {}, pairings.map((one) =>
    h("li", {}, h("span", {}, one.second ? `${one.first} – ${one.second}` : `${one.first} has a bye`, one.table && h("small", {}, called(one.table))),
      one.second ? h("span.results", {}, RESULTS.map(([text, points]) => h("button", { type: "button", disabled: !open, "aria-pressed": one.points && one.points[0] === points[0] ? "true" : "false", "aria-label": `${one.first} ${text} ${one.second}`, onclick: () => wish("result", { number, first: one.first, points }, "The result is entered.") }, text))) : h("b", {}, "1")))));
}

function standings(cup, half) {
  const row = (one) => h("tr", {}, h("td", {}, String(one.place)), h("th", { scope: "row" }, one.name), [one.points, one.buchholz, one.sonneborn].map((value) => h("td", {}, quarter(value))), h("td", {}, String(one.wins)));
  const quarter = (value) => (value % 0.5 ? value.toFixed(2) : half(value));
  return h("section.card", {}, h("h2", {}, "Standings"), h("div.wide", {}, h("table.table", {}, h("thead", {}, h("tr", {}, ["", "Player", "Points", "Buchholz", "Sonneborn-B.", "Wins"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, cup.standings.map(row)))),
    h("p.quiet", {}, "Ties are broken by Buchholz (points of all opponents), then Sonneborn-Berger (points of those beaten, half of those drawn with), then wins."));
}

function create(games) {
  const field = (id, label, input) => [h("label", { for: id }, label), input];
  const title = h("input", { id: "cup-title", value: "Tonight's cup", maxlength: 60, required: true });
  const kind = h("select", { id: "cup-kind" }, h("option", { value: "swiss" }, "Swiss: neighbours in the standings meet"), h("option", { value: "round-robin" }, "Round robin: everybody meets everybody"));
  const game = h("select", { id: "cup-game" }, games.filter((one) => one.least <= 2 && one.most >= 2).map((one) => h("option", { value: one.name }, one.title)));
  const players = h("textarea", { id: "cup-players", rows: 8, required: true, placeholder: "One name a line, the best first" });
  const length = h("input", { id: "cup-length", inputmode: "numeric", placeholder: "as usual" });
  const send = async (event) => {
    event.preventDefault();
    const names = players.value.split("\n").map((name) => name.trim()).filter(Boolean);
    const body = { title: title.value, kind: kind.value, game: game.value, players: names, length: Number(length.value) || null };
    if (await wish("tournament", body, "The tournament is on.")) box.close();
  };
  const box = sheet("Begin a tournament", h("form", { onsubmit: send }, field("cup-title", "Its name", title), field("cup-kind", "How it is paired", kind), field("cup-game", "Game", game),
    field("cup-players", "Players (the order settles what all else leaves open)", players), field("cup-length", "Rounds", length), h("button.big", {}, "Begin")));
}
