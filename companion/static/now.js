// What happens now: whose turn, the open question with its answers, the worth of the decision, the winner.
import { h } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { newGame } from "./newgame.js";
import { resume } from "./seated.js";
import { change } from "./wire.js";
import { number, percent, t } from "./words.js";

export function now(page) {
  if (page === null) return null;
  const seats = page.over ? page.over.winners : [page.awaits.seat ?? []].flat();
  return h(page.over ? "div.card.now.over" : "div.card.now", {},
    page.over && h("p.cup", {}, icon("cup")),
    h("p.awaits", {}, seats.map(emblem), h("span", {}, page.awaits.text)),
    rolls(page.rolls ?? []),
    page.question ? question(page) : null,
    !page.question && page.odds.length ? odds(page.odds) : null,
    page.awaits.kind === "begin" && h("div.answers", {}, h("button.big", { type: "button", "data-key": "begin", onclick: () => newGame(page) }, t("New game"))),
    page.awaits.kind === "paused" && h("div.answers", {}, h("button.big", { type: "button", "data-key": "resume", onclick: resume }, t("Go on"))),
    page.over && h("div.answers", {},
      h("button.big", { type: "button", "data-key": "rematch", onclick: () => rematch(page) }, t("Rematch")),
      h("button.big", { type: "button", "data-key": "again", onclick: () => newGame(page) }, t("New game"))));
}

/** What virtual tables ask to be thrown: the first now, the others after it. */
function rolls(asked) {
  const waiting = asked.filter((roll) => (roll.event ?? null) === null);
  return waiting.map((roll, place) => h("div", {}, h("p.asked", {}, place ? t("Then {text}", { text: roll.text }) : roll.text), roll.trouble && h("p.quiet", {}, roll.trouble)));
}

/** The same game with the same players and options, at once. */
const rematch = ({ game, players, options, version }) =>
  change("game", { game, players: players.filter((player) => !player.away).map((player) => player.name), options }, version);

const MANY = 4, SHORT = 8; // answers below each other, and letters of those that stand side by side where there are more

function question({ question: { text, answers }, version }) {
  return h("div.question", { role: "group", "aria-label": text },
    h("p.asked", {}, text),
    h(answers.length > MANY ? "div.answers.many" : "div.answers", {}, answers.map((answer, index) =>
      h(answer.length > SHORT ? "button.big.long" : "button.big", { type: "button", "data-key": `answer-${index}`, onclick: () => change("answer", { answer: index }, version) }, answer))));
}

const points = (value) => number(value, 1);

function odds(rows) {
  const best = Math.max(...rows.map((row) => row.points));
  const share = (value) => (best > 0 ? value / Math.max(best, 1) : (best - 1) / (value - 1)); // where all lose, the least is longest
  return h("table.odds", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Worth")), h("th", { scope: "col" }, t("points")), rows.some((row) => row.win !== null) && h("th", { scope: "col" }, t("wins")))),
    h("tbody", {}, rows.map((row) => h(row.points === best ? "tr.best" : "tr", { "--share": share(row.points) },
      h("th", { scope: "row" }, row.text, h("span.gauge", {})), h("td", {}, points(row.points)),
      row.win !== null && h("td", {}, percent(row.win))))));
}
