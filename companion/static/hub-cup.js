// The tournament: who meets whom and where, results, and the standings with their tie-breaks.
import { h, sheet } from "./dom.js";
import { called, wish } from "./hub-host.js";
import { commas, number, t } from "./words.js";

const RESULTS = [["1 : 0", [1, 0]], ["½ : ½", [0.5, 0.5]], ["0 : 1", [0, 1]]];

export function tournament(page, games, half) {
  const cup = page.tournament;
  if (!cup) return [h("div.column", {}, h("section.card", {}, h("h2", {}, t("No tournament is on")), h("p", {}, t("Swiss pairing or a round robin, two to a match.")), h("button.big", { type: "button", onclick: () => create(games) }, t("Begin a tournament"))))];
  return [h("div.column.cup", {},
    h("section.card", {}, h("h2", {}, cup.title), h("p.quiet", {}, [cup.kind === "swiss" ? t("Swiss pairing") : t("Round robin"), t("round {number} of {all}", { number: cup.rounds.length, all: cup.length }), games.find((one) => one.name === cup.game)?.title ?? cup.game].join(" · ")),
      cup.over ? h("p.asked", {}, t("Over: {names}", { names: commas(cup.standings.filter((one) => one.place === 1).map((one) => one.name)) })) : null,
      h("div.ways", {}, !cup.open && !cup.over ? [h("button.big", { type: "button", onclick: () => wish("round", { start: true }, t("The round is paired.")) }, t("Pair round {count} and begin at free tables", { count: cup.rounds.length + 1 })), h("button.big.second", { type: "button", onclick: () => wish("round", { start: false }, t("The round is paired.")) }, t("Pair it only"))] : null,
        h("button.big.second", { type: "button", onclick: end }, cup.over ? t("Put it away") : t("End the tournament")))),
    [...cup.rounds.entries()].reverse().map(([number, pairings]) => round(number + 1, pairings, number + 1 === cup.rounds.length || cup.kind === "round-robin")),
    standings(cup, half))];
}

function end() {
  const box = sheet(t("End the tournament"), h("p", {}, t("Its pairings and results are forgotten.")), h("button.big", { type: "button", onclick: () => { box.close(); wish("drop", {}, t("The tournament is put away.")); } }, t("End it")));
}

function round(number, pairings, open) {
  return h("section.card", {}, h("h2", {}, t("Round {number}", { number })), h("ol.pairings", {}, pairings.map((one) =>
    h("li", {}, h("span", {}, one.second ? `${one.first} – ${one.second}` : t("{first} has a bye", { first: one.first }), one.table && h("small", {}, called(one.table))),
      one.second ? h("span.results", {}, RESULTS.map(([text, points]) => h("button", { type: "button", disabled: !open, "aria-pressed": one.points && one.points[0] === points[0] ? "true" : "false", "aria-label": `${one.first} ${text} ${one.second}`, onclick: () => wish("result", { number, first: one.first, points }, t("The result is entered.")) }, text))) : h("b", {}, "1")))));
}

function standings(cup, half) {
  const row = (one) => h("tr", {}, h("td", {}, String(one.place)), h("th", { scope: "row" }, one.name), [one.points, one.buchholz, one.sonneborn].map((value) => h("td", {}, quarter(value))), h("td", {}, String(one.wins)));
  const quarter = (value) => (value % 0.5 ? number(value, 2, 2) : half(value));
  return h("section.card", {}, h("h2", {}, t("Standings")), h("div.wide", {}, h("table.table", {}, h("thead", {}, h("tr", {}, ["", t("Player"), t("Points"), t("Buchholz"), "Sonneborn-B.", t("Wins")].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, cup.standings.map(row)))),
    h("p.quiet", {}, t("Ties are broken by Buchholz (points of all opponents), then Sonneborn-Berger (points of those beaten, half of those drawn with), then wins.")));
}

function create(games) {
  const field = (id, label, input) => [h("label", { for: id }, label), input];
  const title = h("input", { id: "cup-title", value: t("Tonight's cup"), maxlength: 60, required: true });
  const kind = h("select", { id: "cup-kind" }, h("option", { value: "swiss" }, t("Swiss: neighbours in the standings meet")), h("option", { value: "round-robin" }, t("Round robin: everybody meets everybody")));
  const game = h("select", { id: "cup-game" }, games.filter((one) => one.least <= 2 && one.most >= 2).map((one) => h("option", { value: one.name }, one.title)));
  const players = h("textarea", { id: "cup-players", rows: 8, required: true, placeholder: t("One name a line, the best first") });
  const length = h("input", { id: "cup-length", inputmode: "numeric", placeholder: t("as usual") });
  const send = async (event) => {
    event.preventDefault();
    const names = players.value.split("\n").map((name) => name.trim()).filter(Boolean);
    const body = { title: title.value, kind: kind.value, game: game.value, players: names, length: Number(length.value) || null };
    if (await wish("tournament", body, t("The tournament is on."))) box.close();
  };
  const box = sheet(t("Begin a tournament"), h("form", { onsubmit: send }, field("cup-title", t("Its name"), title), field("cup-kind", t("How it is paired"), kind), field("cup-game", t("Game"), game),
    field("cup-players", t("Players (the order settles what all else leaves open)"), players), field("cup-length", t("Rounds"), length), h("button.big", {}, t("Begin"))));
}
