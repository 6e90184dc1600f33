// One past match: its final table, the way back into it, its replay, its curves.
import { h, sheet, toast } from "./dom.js";
import { emblem, face, icon } from "./icons.js";
import { atTheTable, day, get, signed, tag } from "./past.js";
import { plot } from "./plot.js";
import { replay } from "./replay.js";
import { ask } from "./wire.js";
import { lasted, number, t } from "./words.js";

export async function match(value, still) {
  const told = await get(`matches/${Number(value) || 0}`);
  if (!told) return h("div.card", {}, h("h2", {}, t("This match is not there")), h("p.quiet", {}, t("It was deleted, or the device does not answer.")), h("a.link", { href: "#games" }, t("All matches")));
  const one = told.match, names = one.players.map((player) => player.name);
  const curves = [];
  const scores = plot({ curve: told.scores, names, label: t("Points"), step: (at) => walk?.(at) });
  curves.push(h("section.card", { "aria-label": t("Points") }, h("h3", {}, t("Points")), scores.figure));
  const luck = told.luck && plot({ curve: told.luck, names, label: t("Luck"), about: 0, step: (at) => walk?.(at) });
  if (luck) curves.push(h("section.card", { "aria-label": t("Luck") }, h("h3", {}, t("Luck")), h("p.quiet", {}, t("Points that the dice brought above what they bring on average.")), luck.figure));
  const film = one.steps ? replay(told, (at) => { scores.mark(at); luck?.mark(at); }) : null;
  const walk = film?.go;
  return [head(one), film && film.section, h("div.pair", {}, curves), were(told.dice.filter((kind) => kind.p !== null)), last(one)];
}

function head(one) {
  const rows = one.players.map((player, seat) => ({ player, seat })).sort((a, b) => b.player.winner - a.player.winner || b.player.score - a.player.score);
  return h("section.card.sum", { "aria-label": t("The match") },
    h("header", {}, h("h2", {}, one.title, " ", tag(one)),
      h("p.quiet", {}, [day(one.began || one.ended, { dateStyle: "full", timeStyle: "short" }), one.minutes ? lasted(one.minutes) : "", t("match {number}", { number: one.number })].filter(Boolean).join(" · "))),
    h("ol.lanes", {}, rows.map(({ player, seat }) => h(player.winner ? "li.won" : "li", {}, h("div.lane", {},
      emblem(seat),
      h("span.who", {}, player.deleted ? h("span.name", {}, player.name) : h("a.name", { href: `#player=${encodeURIComponent(player.name)}` }, player.name), h("span.detail", {}, player.winner ? icon("cup") : "", extras(player))),
      h("span.score", {}, player.score === null ? "–" : String(player.score)))))),
    h("div.ways", {},
      one.state === "open" && h("button.big", { type: "button", onclick: () => atTheTable("continue", { match: one.number }) }, t("Continue this match")),
      one.state === "playing" ? h("a.big.button", { href: "/" }, t("To the table"))
        : h("button.big.second", { type: "button", onclick: () => rematch(one) }, t("Rematch"))));
}

const extras = (player) => [player.winner && t("Winner"), player.away && t("left the table"), player.best_turn !== null && t("best turn {best_turn}", { best_turn: player.best_turn }), player.luck !== null && t("luck {luck}", { luck: signed(Math.round(player.luck)) })].filter(Boolean).join(" · ");

const rematch = (one) => atTheTable("game", { game: one.game, players: one.players.filter((player) => !player.away).map((player) => player.person), options: one.options });

const were = (dice) => (dice.length ? h("details.card.were", {}, h("summary", {}, t("Were the dice fair?")), h("div.pair", {}, dice.map(fairness))) : null);

const KINDS = { swimmer: t("Blue dice"), shark: t("Red dice"), event: t("Yellow die"), die: t("Dice") };

/** Whether one kind of dice looks fair: each face with its share of what it should be. */
export function fairness(kind) {
  const most = Math.max(1, ...kind.faces.map((one) => Math.max(one.seen, one.due)));
  return h("section.card", { "aria-label": KINDS[kind.kind] ?? kind.kind }, h("h3", {}, KINDS[kind.kind] ?? kind.kind, " ", h("span.quiet", {}, t("{dice} thrown", { dice: kind.dice }))),
    h("div.fair", {}, kind.faces.map((one) => h("div", { "--share": one.seen / most, "--due": one.due / most },
      face(one.item), h("span.beam", { role: "img", "aria-label": t("{seen}, on average {due}", { seen: one.seen, due: number(one.due, 1) }) }, h("span.due", {})), h("b", {}, String(one.seen))))),
    h("p", { class: kind.p !== null && kind.p < 0.01 ? "bad" : "quiet" }, t("{words}. The line is the average.", { words: kind.words })));
}

function last(one) {
  return h("section.card.keep", { "aria-label": t("Keep or delete") },
    h("button.item", { type: "button", onclick: () => share(one) }, icon("screen"), t("Share to BG Stats")),
    h("a.item", { href: `/api/matches/${one.number}/record.jsonl`, download: `match-${one.number}.jsonl` }, icon("save"), t("Save the record of this match")),
    one.state === "playing" ? null : h("button.item.danger", { type: "button", onclick: () => remove(one) }, icon("bin"), t("Delete this match")));
}

async function share(one) {
  const told = await get(`matches/${one.number}/share`);
  if (!told) return toast(t("The device does not answer"));
  if (told.problem) return toast(told.problem);
  sheet(t("Share to BG Stats"),
    h("p", {}, t("On a phone with BG Stats, open the link. On another screen, point that phone's camera at the square.")),
    h("a.big.button", { href: told.link, target: "_blank", rel: "noopener" }, t("Open in BG Stats")),
    told.qr ? h("img.qr", { src: `/api/matches/${one.number}/share.svg`, alt: t("The same link as a QR code") })
      : h("p.quiet", {}, t("The link is too long for a QR code.")));
}

function remove(one) {
  const box = sheet(t("Delete this match?"),
    h("p", {}, t("{title} of {day}: its steps and photographs go for good, and so do its figures.", { title: one.title, day: day(one.ended || one.began) })),
    h("button.big.danger", { type: "button", onclick: async () => {
      if (!(await ask(`matches/${one.number}`, { method: "DELETE" }))) return;
      box.close();
      location.hash = "#games";
    } }, t("Delete for good")));
}
