// The rules at hand, in our own words: how the game is played, and what a ruling says.
import { h, sheet, toast } from "./dom.js";
import { t } from "./words.js";

/** The id of a ruling: a tap opens what it says. `key` tells it apart where the page draws it again. */
export const rule = (id, key) => h("button.ruling", { type: "button", "data-key": key, "aria-label": t("What {id} says", { id }), onclick: () => open(id) }, h("span.tag.rule", {}, id));

async function open(id) {
  const told = await fetched(`/api/ruling/${id}`);
  if (told) sheet(t("Ruling {id}", { id }), h("ul.reasons", {}, told.clauses.map((clause) => h("li", {}, h("span", {}, clause.text),
    h("span.tags", {}, clause.who.map((who) => h(who === t("house ruling") ? "span.tag.house" : "span.tag", {}, who)), clause.choice && h("small.quiet", {}, t("Option: {choice}", { choice: clause.choice })))))));
}

/** How to play, and set-up, in a dialog. */
export async function howToPlay(game) {
  const told = await fetched(`/api/play/${game}`);
  if (told) sheet(told.title, h("p.asked", {}, told.short), told.sections.map((one) =>
    h("section.play", {}, h("h3", {}, one.title), h("ul", {}, one.lines.map((line) => h("li", {}, line))))));
}

async function fetched(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) return answer.json();
  toast(t("The device does not answer"));
  return null;
}
