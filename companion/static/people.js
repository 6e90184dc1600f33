// The players as people: everybody who ever played, and somebody over all matches.
import { h, sheet } from "./dom.js";
import { icon } from "./icons.js";
import { fairness } from "./match.js";
import { day, get, later, matchRow, signed } from "./past.js";
import { plot } from "./plot.js";
import { ask } from "./wire.js";
import { number, t, tn } from "./words.js";

const JSON_POST = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const rounded = (value, digits = 0) => (value === null ? "–" : number(value, digits, digits));
const fortune = (points) => (points === null ? "–" : signed(Math.round(points)));

export async function people(_, still, redraw) {
  const told = await get("people");
  if (!told) return h("p.card", {}, t("The device does not answer. "), h("button.link", { type: "button", onclick: redraw }, t("Try again")));
  if (told.counting) later(still, redraw);
  const dice = told.dice.filter((kind) => kind.p !== null);
  return [
    h("div.card.heading", {}, h("h2", {}, tn("{count} player", "{count} players", told.people.length)), told.counting ? h("p.quiet", {}, tn("{count} match is still being counted …", "{count} matches are still being counted …", told.counting)) : null),
    told.people.length ? h("section.card.flush", { "aria-label": t("Players") }, h("ul.matches", {}, told.people.map(row))) : h("p.card.quiet", {}, t("Nobody has played yet.")),
    dice.length ? h("h2.over-cards", {}, t("Are our dice fair?")) : null,
    dice.length ? h("div.pair", {}, dice.map(fairness)) : null,
  ];
}

function row(one) {
  const { matches, finished, wins } = one.whole;
  return h("li", {}, h("a.match.person", { href: `#player=${encodeURIComponent(one.name)}` },
    h("span.initial", { "aria-hidden": "true" }, [...one.name][0].toUpperCase()),
    h("span.top", {}, h("strong", {}, one.name), one.streak >= 2 && h("span.tag.streak", {}, tn("{count} win in a row", "{count} wins in a row", one.streak))),
    h("span.quiet", {}, [tn("{count} match", "{count} matches", matches), finished ? t("won {wins} of {finished}", { wins, finished }) : t("none finished"), day(one.last, { dateStyle: "medium" })].join(" · "))));
}

export async function person(name, still, redraw) {
  const told = await get(`person?name=${encodeURIComponent(name)}`);
  if (!told) return h("div.card", {}, h("h2", {}, t("Nobody of that name")), h("a.link", { href: "#players" }, t("All players")));
  const { person: one, games, luck, matches } = told;
  const curve = luck && luck.at.length > 1 && plot({ curve: luck, names: [one.name], label: t("Luck"), about: 0, xName: t("match"), seated: false });
  return [
    h("section.card.sum", { "aria-label": t("In short") },
      h("header", {}, h("h2", {}, one.name), h("p.quiet", {}, t("last played on {day}", { day: day(one.last, { dateStyle: "long" }) }))),
      h("dl.figures", {},
        figure(t("{wins} of {finished}", { wins: one.whole.wins, finished: one.whole.finished }), t("matches won"), t("by chance {due}", { due: rounded(one.whole.due, 1) })),
        figure(streak(one.streak), one.streak < 0 ? t("without a win") : t("wins in a row"), t("best {best_streak}", { best_streak: one.best_streak })),
        figure(fortune(one.whole.luck), t("points of luck"), t("against the average")))),
    h("section.card", { "aria-label": t("Game by game") }, h("h3", {}, t("Game by game")), h("div.wide", { tabindex: 0, role: "region", "aria-label": t("Table, game by game") }, table(games))),
    curve && h("section.card", { "aria-label": t("Luck") }, h("h3", {}, t("Luck over all matches")), h("p.quiet", {}, t("Points that the dice brought above what they bring on average, added up.")), curve.figure),
    h("section.card.flush", { "aria-label": t("Last matches") }, h("h3.month", {}, t("Last matches")), h("ul.matches", {}, matches.map(matchRow))),
    h("section.card.keep", { "aria-label": t("Rename or delete") },
      h("button.item", { type: "button", onclick: () => rename(one) }, icon("pen"), t("Rename {name}", { name: one.name })),
      h("button.item.danger", { type: "button", onclick: () => forget(one) }, icon("bin"), t("Delete {name}", { name: one.name }))),
  ];
}

const figure = (value, name, more) => h("div", {}, h("dd", {}, value), h("dt", {}, name, h("small.quiet", {}, more)));
const streak = (count) => String(Math.abs(count));

function table(games) {
  const head = [t("Game"), t("played"), t("won"), t("by chance"), t("average"), t("best"), t("best turn"), t("luck")];
  return h("table.games-of", {}, h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, games.map((one) => h("tr", {}, h("th", { scope: "row" }, one.title), h("td", {}, String(one.matches)), h("td", {}, t("{wins} of {finished}", { wins: one.wins, finished: one.finished })), h("td", {}, rounded(one.due, 1)),
      h("td", {}, rounded(one.mean_score, 1)), h("td", {}, rounded(one.best_score)), h("td", {}, rounded(one.best_turn)), h("td", {}, fortune(one.luck))))));
}

function rename(one) {
  const field = h("input", { id: "name", value: one.name, required: true, maxlength: 24, autocomplete: "off" });
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const to = field.value.trim();
    if (!(await ask("people/rename", JSON_POST({ name: one.name, to })))) return;
    box.close();
    location.hash = `#player=${encodeURIComponent(to)}`;
    dispatchEvent(new HashChangeEvent("hashchange"));
  } }, h("p", {}, t("In all matches. A name that somebody else has makes both one person.")), h("label", { for: "name" }, t("Name")), field, h("button.big", {}, t("Rename")));
  const box = sheet(t("Rename {name}", { name: one.name }), form);
  field.select();
}

function forget(one) {
  const box = sheet(t("Delete {name}?", { name: one.name }),
    h("p", {}, t("In the matches of others they are called Someone from now on, and they are in no figures any more. This cannot be undone.")),
    h("button.big.danger", { type: "button", onclick: async () => {
      if (!(await ask("people/forget", JSON_POST({ name: one.name })))) return;
      box.close();
      location.hash = "#players";
    } }, t("Delete for good")));
}
