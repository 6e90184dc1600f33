// Tokens of programs: made here, told once, removed here.
import { h, sheet } from "./dom.js";
import { ask } from "./wire.js";
import { LOCALE, t } from "./words.js";

const RIGHTS = [["read", t("look on, as everybody may")], ["answer", t("play: answer, correct, undo, enter")], ["manage", t("everything, also new games, past matches, backups")]];

const json = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

function row(token) {
  const [, may] = RIGHTS.find(([right]) => right === token.right);
  return h("li.match", {}, h("div.top", {}, h("strong", {}, token.name), h("span.tag", {}, token.right)),
    h("span.quiet", {}, t("May {may}. Made {day}.", { may, day: new Date(token.since).toLocaleDateString(LOCALE) })),
    h("button.link", { type: "button", onclick: () => remove(token) }, t("Remove")));
}

function remove(token) {
  const box = sheet(t("Remove {name}?", { name: token.name }), h("p", {}, t("Its program is let in no more.")), h("button.big", { type: "button", onclick: async () => {
    box.close();
    await ask(`tokens/${token.id}`, { method: "DELETE" });
    show();
  } }, t("Remove it")));
}

function make() {
  const name = h("input", { id: "token-name", maxlength: 40, required: true, autocomplete: "off", placeholder: t("Lamp in the hall") });
  const right = h("select", { id: "token-right" }, RIGHTS.map(([value, may]) => h("option", { value }, `${value}: ${may}`)));
  const send = async (event) => {
    event.preventDefault();
    const answer = await ask("tokens", json({ name: name.value, right: right.value }));
    if (!answer) return;
    box.close();
    const { token } = await answer.json();
    sheet(t("Its token"), h("p", {}, t("Copy it now: it is shown this once.")), h("p", {}, h("code.token", {}, token)));
    show();
  };
  const box = sheet(t("A token for a program"), h("form.sum", { onsubmit: send }, h("label", { for: "token-name" }, t("What is the program called?")), name, h("label", { for: "token-right" }, t("What may it do?")), right, h("button.big", {}, t("Make it"))));
}

async function show() {
  const answer = await ask("tokens");
  const tokens = answer ? await answer.json() : null;
  document.getElementById("what").replaceChildren(
    h("section.card.sum", {}, h("h2", {}, t("Tokens of programs")), h("p.quiet", {}, t("A script or a lamp shows its token instead of the PIN. Whoever has the token may do the same, so keep it.")),
      tokens && h("button.big", { type: "button", onclick: make }, t("Make a token")), !tokens && h("button.big", { type: "button", onclick: show }, t("Unlock with the PIN"))),
    ...(tokens?.length ? [h("section.card.flush", {}, h("ul.matches", {}, tokens.map(row)))] : []));
}

show();
