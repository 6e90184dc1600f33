// What the host may ask of tables: each does what its own settings allow, and the hub says what they do not.
import { h, sheet, toast } from "./dom.js";
import { ask } from "./wire.js";

/** A table's name for people: "Table 4" for table-4. */
export const called = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, " ");

/** Asks, and says what became of it. */
export async function wish(what, body, done = "") {
  const answer = await ask(`host/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer) return false;
  const { asked, refused } = await answer.json();
  const why = Object.entries(refused).map(([table, text]) => `${called(table)}: ${text}`);
  if (why.length) toast(why.slice(0, 3).join(". ") + (why.length > 3 ? `. And ${why.length - 3} more.` : ""));
  else toast(done || (asked.length ? `Asked ${asked.length === 1 ? called(asked[0]) : `${asked.length} tables`}.` : "There was nothing to ask for."), true);
  return true;
}

const button = (text, act, kind = "") => h(`button.big${kind}`, { type: "button", onclick: act, "data-key": text }, text);

export function tableTools(row, games) {
  const one = { tables: [row.name] };
  const may = (command, tool) => (row.commands.includes(command) ? tool : null);
  const tools = [
    row.calls && may("help", button("I am on my way", () => wish("help", one))),
    ...row.answers.map((text, answer) => may("answer", button(`Answer: ${text}`, () => wish("answer", { table: row.name, version: row.version, answer }), ".second"))),
    may("new-match", button("Begin a match", () => begin([row.name], games, row), ".second")),
    row.match ? may("end-match", button("End the match", () => wish("end", one), ".second")) : null,
    may("lock", button(row.locked ? "Free changes by phones" : "Lock changes by phones", () => wish("lock", { ...one, locked: !row.locked }), ".second")),
  ].filter(Boolean);
  const lacks = ["answer", "new-match", "end-match", "lock", "help"].filter((command) => !row.commands.includes(command));
  return h("section.card.tools", {}, h("h2", {}, "For the host"), tools.length ? h("div.ways", {}, tools) : null,
    lacks.length ? h("p.quiet", {}, `This box does not allow: ${lacks.join(", ")}. Its settings say what it does (commands in [mqtt]).`) : null);
}

/** What the host may ask of all tables at once. */
export function bulk(page, games) {
  const sure = (text, act) => { const box = sheet("All tables", h("p", {}, text), button("Yes", () => { box.close(); act(); })); };
  return [h("div.column", {}, h("section.card.tools", {}, h("h2", {}, "All tables at once"), h("div.ways", {},
    button("Begin a match at all", () => begin(null, games, null), ".second"),
    button("End all matches", () => sure("Each match is put away. It stays in the table's own list, and can be gone on with.", () => wish("end", {})), ".second"),
    button("Lock changes by phones", () => wish("lock", { locked: true }), ".second"),
    button("Free changes by phones", () => wish("lock", { locked: false }), ".second"),
    button("All calls are answered", () => wish("help", {}), ".second")),
    h("p.quiet", {}, "A table does only what its own settings allow. Its buttons stay free; a lock ends with the next start of the box.")))];
}

function begin(tables, games, row) {
  const game = h("select", { id: "begin-game" }, h("option", { value: "" }, row?.title ? `The same: ${row.title}` : "The same as last"), games.map((one) => h("option", { value: one.name }, one.title)));
  const players = h("input", { id: "begin-players", autocomplete: "off", placeholder: row?.players.map((one) => one.name).join(", ") || "The same as last" });
  const send = async (event) => {
    event.preventDefault();
    const names = players.value.split(",").map((name) => name.trim()).filter(Boolean);
    if (await wish("begin", { tables, game: game.value || null, players: names.length ? names : null })) box.close();
  };
  const box = sheet(tables ? `Begin a match at ${called(tables[0])}` : "Begin a match at all tables", h("form", { onsubmit: send },
    h("label", { for: "begin-game" }, "Game"), game, h("label", { for: "begin-players" }, "Players, with commas between them"), players, h("button.big", {}, "Begin")));
}
