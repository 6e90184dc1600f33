// The dialog for a new game: which, who, and its options.
import { h, sheet, toast } from "./dom.js";
import { emblem } from "./icons.js";
import { howToPlay } from "./rules.js";
import { change } from "./wire.js";
import { capital, t } from "./words.js";

export async function newGame(page) {
  const answer = await fetch("/api/games").catch(() => null);
  if (!answer?.ok) return toast(t("The device does not answer"));
  const home = await fetch("/api/welcome").then((found) => (found.ok ? found.json() : null), () => null); // who plays here, and what
  const games = await answer.json();
  if (home) games.sort((one, other) => home.games.includes(other.name) - home.games.includes(one.name));
  let game = games.find((one) => one.name === page.game) ?? games[0];
  const present = page.players.filter((player) => !player.away).map((player) => player.name);
  const names = present.length ? present : [...(home?.names ?? [])];
  const fields = h("div.fields", {});
  const form = h("form", { onsubmit: start },
    h("fieldset.games", {}, h("legend", {}, t("Game")), games.map((one) => h("label.game", {},
      h("input", { type: "radio", name: "game", value: one.name, checked: one === game, onchange: () => { game = one; draw(); } }), h("span", {}, one.title)))),
    h("button.link", { type: "button", onclick: () => howToPlay(game.name) }, t("How to play, and set-up")),
    fields, h("p.quiet", {}, t("The present game is put aside. Undo brings it back; it can also be continued later, in Our games.")), h("button.big", {}, t("Begin")));
  const box = sheet(t("New game"), form);
  draw();

  function draw() {
    while (names.length < game.least) names.push("");
    names.length = Math.min(names.length, game.most);
    fields.replaceChildren(players(), ...(game.options.length ? [options(game, names)] : []));
  }

  function players() {
    return h("fieldset", {}, h("legend", {}, t("Players ({least} to {most})", { least: game.least, most: game.most })),
      names.map((name, seat) => h("div.player", {}, emblem(seat),
        h("input", { value: name, required: true, maxlength: 24, "aria-label": t("Name of player {seat}", { seat: seat + 1 }), placeholder: t("Player {seat}", { seat: seat + 1 }), oninput: (event) => { names[seat] = event.target.value; rename(seat); } }),
        names.length > game.least && h("button.less", { type: "button", "aria-label": t("Without player {seat}", { seat: seat + 1 }), onclick: () => { names.splice(seat, 1); draw(); } }, "−"))),
      names.length < game.most && h("button.more", { type: "button", onclick: () => { names.push(""); draw(); fields.querySelectorAll(".player input")[names.length - 1].focus(); } }, t("One more player")));
  }

  function rename(seat) {
    const first = form.elements["option-first"]?.options?.[seat];
    if (first && Number(first.value) === seat) first.textContent = names[seat] || t("Player {seat}", { seat: seat + 1 });
  }

  async function start(event) {
    event.preventDefault();
    const chosen = {};
    for (const option of game.options) { // at a table nobody shows the device a hand
      const field = form.elements[`option-${option.name}`];
      if (hidden(option)) { chosen[option.name] = "hidden"; continue; }
      chosen[option.name] = typeof option.default === "boolean" ? field.checked : typeof option.default === "number" ? Number(field.value) : field.value;
    }
    // Whatever was seen meanwhile: the present game is put aside as it stands.
    if (await change("game", { game: game.name, players: names, options: chosen })) box.close();
  }
}

const hidden = (option) => option.name === "hands" && option.values.includes("hidden");
const isSeat = (option) => option.name === "first" && typeof option.default === "number";

function options(game, names) {
  return h("details", {}, h("summary", {}, t("Options")), game.options.filter((option) => !hidden(option)).map((option) => h("div.option", {},
    h("label", { for: `option-${option.name}` }, capital(option.doc), option.house && h("span.tag.house", {}, t("house ruling"))),
    field(option, names), option.rule && h("small.quiet", { id: `rule-${option.name}` }, option.rule))));
}

function field(option, names) {
  const common = { id: `option-${option.name}`, name: `option-${option.name}`, "aria-describedby": option.rule ? `rule-${option.name}` : null };
  if (typeof option.default === "boolean") return h("input", { ...common, type: "checkbox", checked: option.default });
  if (isSeat(option)) return h("select", common, names.map((name, seat) => h("option", { value: seat, selected: seat === 0 }, name || t("Player {seat}", { seat: seat + 1 }))));
  if (option.least !== null) return h("input", { ...common, type: "number", min: option.least, max: option.most, value: option.default, required: true, inputmode: "numeric" });
  return h("select", common, option.values.map((value, at) => h("option", { value, selected: value === option.default }, option.words[at])));
}
