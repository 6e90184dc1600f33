// What the host may ask of tables: each does what its own settings allow, and the hub says what they do not.
import { h, sheet, toast } from "./dom.js";
import { ask } from "./wire.js";
import { t, tn } from "./words.js";

/** A table's name for people: "Table 4" for table-4. */
export const called = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, " ");

/** Asks, and says what became of it. */
export async function wish(what, body, done = "") {
  const answer = await ask(`host/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer) return false;
  const { asked, refused } = await answer.json();
  const why = Object.entries(refused).map(([table, text]) => `${called(table)}: ${text}`);
  if (why.length) toast(why.slice(0, 3).join(". ") + (why.length > 3 ? t(". And {count} more.", { count: why.length - 3 }) : ""));
  else toast(done || (asked.length ? (asked.length === 1 ? t("Asked {table}.", { table: called(asked[0]) }) : tn("Asked {count} table.", "Asked {count} tables.", asked.length)) : t("There was nothing to ask for.")), true);
  return true;
}

const button = (text, act, kind = "") => h(`button.big${kind}`, { type: "button", onclick: act, "data-key": text }, text);

export function tableTools(row, games) {
  const one = { tables: [row.name] };
  const may = (command, tool) => (row.commands.includes(command) ? tool : null);
  const tools = [
    row.calls && may("help", button(t("I am on my way"), () => wish("help", one))),
    ...row.answers.map((text, answer) => may("answer", button(t("Answer: {text}", { text }), () => wish("answer", { table: row.name, version: row.version, answer }), ".second"))),
    may("new-match", button(t("Begin a match"), () => begin([row.name], games, row), ".second")),
    row.match ? may("end-match", button(t("End the match"), () => wish("end", one), ".second")) : null,
    may("lock", button(row.locked ? t("Free changes by phones") : t("Lock changes by phones"), () => wish("lock", { ...one, locked: !row.locked }), ".second")),
  ].filter(Boolean);
  const lacks = ["answer", "new-match", "end-match", "lock", "help"].filter((command) => !row.commands.includes(command));
  return h("section.card.tools", {}, h("h2", {}, t("For the host")), tools.length ? h("div.ways", {}, tools) : null,
    lacks.length ? h("p.quiet", {}, t("This box does not allow: {commands}. Its settings say what it does (commands in [mqtt]).", { commands: lacks.join(", ") })) : null);
}

/** What the host may ask of all tables at once. */
export function bulk(page, games) {
  const sure = (text, act) => { const box = sheet(t("All tables"), h("p", {}, text), button(t("Yes"), () => { box.close(); act(); })); };
  return [h("div.column", {}, h("section.card.tools", {}, h("h2", {}, t("All tables at once")), h("div.ways", {},
    button(t("Begin a match at all"), () => begin(null, games, null), ".second"),
    button(t("End all matches"), () => sure(t("Each match is put away. It stays in the table's own list, and can be gone on with."), () => wish("end", {})), ".second"),
    button(t("Lock changes by phones"), () => wish("lock", { locked: true }), ".second"),
    button(t("Free changes by phones"), () => wish("lock", { locked: false }), ".second"),
    button(t("All calls are answered"), () => wish("help", {}), ".second")),
    h("p.quiet", {}, t("A table does only what its own settings allow. Its buttons stay free; a lock ends with the next start of the box."))))];
}

function begin(tables, games, row) {
  const game = h("select", { id: "begin-game" }, h("option", { value: "" }, row?.title ? t("The same: {title}", { title: row.title }) : t("The same as last")), games.map((one) => h("option", { value: one.name }, one.title)));
  const players = h("input", { id: "begin-players", autocomplete: "off", placeholder: row?.players.map((one) => one.name).join(", ") || t("The same as last") });
  const send = async (event) => {
    event.preventDefault();
    const names = players.value.split(",").map((name) => name.trim()).filter(Boolean);
    if (await wish("begin", { tables, game: game.value || null, players: names.length ? names : null })) box.close();
  };
  const box = sheet(tables ? t("Begin a match at {tables}", { tables: called(tables[0]) }) : t("Begin a match at all tables"), h("form", { onsubmit: send },
    h("label", { for: "begin-game" }, t("Game")), game, h("label", { for: "begin-players" }, t("Players, with commas between them")), players, h("button.big", {}, t("Begin"))));
}
