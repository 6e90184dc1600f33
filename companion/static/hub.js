// The board of many tables: what each plays, who needs help, the evening; and what its host may do.
import { h, part } from "./dom.js";
import { bulk, called, tableTools } from "./hub-host.js";
import { tournament } from "./hub-cup.js";
import { follow } from "./wire.js";
import { LOCALE, commas, lasted, t, tn } from "./words.js";

const MOST = 24, TURN_S = 12, BEAT = 1000;
const VIEWS = [["", t("Board")], ["evening", t("Evening")], ["cup", t("Tournament")], ["host", t("Host")]];

let page = null, linked = true, turn = 0, ahead = 0, games = [], lately = {};

const view = () => decodeURIComponent(location.hash.slice(1));
const now = () => Date.now() + ahead;
const minutes = (iso) => Math.max(0, Math.floor((now() - Date.parse(iso)) / 60000));
const long = (iso) => lasted(minutes(iso));
const playing = (row) => row.online && !["begin", "over"].includes(row.awaits);
const tables = () => Object.values(page?.tables ?? {});

/** Those that need somebody first, then questions, then the others in the order of their names. */
const urgency = (row) => (row.needs ? 0 : row.question ? 1 : row.online ? 2 : 3);

function badge(row) {
  if (row.needs) return h("span.badge.needs", {}, row.needs);
  if (!row.online) return h("span.badge", {}, t("Off"));
  if (row.question) return h("span.badge.asks", {}, t("Question"));
  if (row.awaits === "over") return h("span.badge.done", {}, t("Over"));
  if (row.awaits === "begin") return h("span.badge", {}, t("Free"));
  return row.differs ? h("span.badge.asks", {}, t("Differs")) : null;
}

function seats(row) {
  return h(row.players.length > 4 ? "ol.seats.two" : "ol.seats", {}, row.players.map((one, seat) =>
    h("li", { class: row.winners.includes(seat) ? "won" : seat === row.seat ? "active" : null }, h("span", {}, one.name), h("b", {}, String(one.score)))));
}

function tile(row) {
  const kind = row.needs ? "needs" : !row.online ? "off" : row.question ? "asks" : row.awaits === "over" ? "done" : "";
  return h("a.tile", { href: `#table/${encodeURIComponent(row.name)}`, class: `tile ${kind}`, "data-key": row.name },
    h("header", {}, h("h2", {}, called(row.name)), row.locked && h("span.badge", {}, t("Locked")), badge(row)),
    h("p.plays", {}, h("span", {}, row.title || t("No game")), playing(row) && row.begun && h("span.since", {}, long(row.begun))),
    row.awaits === "begin" ? null : seats(row),
    row.question && h("p.ask", {}, row.question));
}

function board() {
  const all = tables().sort((a, b) => urgency(a) - urgency(b));
  const wide = innerWidth >= 900, count = Math.ceil(all.length / MOST);
  const some = wide && count > 1 ? all.slice((turn % count) * MOST, (turn % count + 1) * MOST) : all;
  if (!some.length) return [h("p.card.centre", {}, page.connected ? t("No table has been heard of yet.") : t("Waiting for the broker."))];
  const columns = fitting(some.length);
  return [h("section.tiles", { "--columns": columns, "--rows": Math.ceil(some.length / columns), "aria-label": t("Tables") }, some.map(tile)),
    wide && h("aside.side", {}, wide && count > 1 && h("p.quiet.centre", {}, t("Tables {first} to {last} of {all}", { first: (turn % count) * MOST + 1, last: Math.min(all.length, (turn % count + 1) * MOST), all: all.length })), eveningCards(page.tournament ? 3 : 6, page.tournament && cupCard()))];
}

/** So many columns that the tiles are a little wider than high, and few places stay empty. */
function fitting(count) {
  const cost = (columns) => {
    const rows = Math.ceil(count / columns), shape = (innerWidth * 0.82 * rows) / (innerHeight * 0.92 * columns);
    return Math.abs(Math.log(shape / 1.4)) + (columns * rows - count) / count;
  };
  return Array.from({ length: 8 }, (_, at) => at + 1).reduce((best, columns) => (cost(columns) < cost(best) ? columns : best));
}

function cupCard() {
  const cup = page.tournament;
  return h("section.card", {}, h("h2", {}, cup.title), h("p.quiet", {}, t("Round {number} of {all}", { number: cup.rounds.length, all: cup.length })),
    h("ol.ranks", {}, cup.standings.slice(0, 4).map((one) => h("li", {}, h("span", {}, `${one.place}. ${one.name}`), h("b", {}, half(one.points))))));
}

const half = (points) => `${Math.floor(points) || (points % 1 ? "" : 0)}${points % 1 ? "½" : ""}`;

/** So many of a list on a screen that nobody scrolls: the next ones at each turn. */
const few = (list, most) => (list.length <= most ? list : Array.from({ length: most }, (_, at) => list[(turn * most + at) % list.length]));

/** What the evening has brought, `most` lines a card; `cup` is the card of a tournament. */
function eveningCards(most, cup = null) {
  const night = page.evening;
  return [
    h("section.card.figures", {}, h("h2", {}, t("Tonight")),
      h("dl", {}, h("div", {}, h("dd", {}, String(night.matches)), h("dt", {}, t("finished"))), h("div", {}, h("dd", {}, String(tables().filter(playing).length)), h("dt", {}, t("being played"))), h("div", {}, h("dd", {}, String(night.guests.length)), h("dt", {}, t("players"))))),
    night.guests.length ? h("section.card", {}, h("h2", {}, t("Most wins")), h("ol.ranks", {}, night.guests.slice(0, most).map((one) =>
      h("li", {}, h("span", {}, one.name), h("b", {}, t("{wins} of {matches}", { wins: one.wins, matches: one.matches })))))) : null,
    cup,
    night.best.length ? h("section.card", {}, h("h2", {}, t("Best scores")), h("ul.ranks", {}, few(night.best, most).map((one) =>
      h("li", {}, h("span", {}, one.title, h("small", {}, `${commas(one.names)} · ${called(one.table)}`)), h("b", {}, String(one.score)))))) : null,
  ];
}

function evening() {
  return [h("div.column", {}, eveningCards(100),
    page.evening.games.length ? h("section.card", {}, h("h2", {}, t("Games")), h("ul.ranks", {}, page.evening.games.map((one) => h("li", {}, h("span", {}, one.title), h("b", {}, String(one.matches)))))) : null)];
}

function table(name) {
  const row = page.tables[name];
  if (!row) return [h("p.card.centre", {}, t("Nothing is heard of a table called {name}.", { name }))];
  return [h("div.column", {},
    h("section.card.one", {}, h("header", {}, h("h2", {}, called(row.name)), row.locked && h("span.badge", {}, t("Locked")), badge(row)),
      h("p.plays", {}, h("span", {}, row.title || t("No game")), playing(row) && row.begun && h("span.since", {}, long(row.begun))),
      row.awaits === "begin" ? null : seats(row),
      row.question && h("div.asked-here", {}, h("p", {}, row.question), row.asked && h("p.quiet", {}, t("Asked {time} ago", { time: long(row.asked) })))),
    tableTools(row, games),
    row.page && h("section.card.way", {}, h("div", {}, h("h2", {}, t("The table's own page")), h("p.quiet", {}, t("Guests scan this, and type the PIN that their table shows.")), h("a.link", { href: row.page }, new URL(row.page).host)), h("img.qr", { src: `/api/table/${encodeURIComponent(name)}/qr.svg`, alt: t("QR code of {page}", { page: row.page }) })),
    (lately[name] ?? []).length ? h("section.card", {}, h("h2", {}, t("Lately")), h("ol.lately", {}, lately[name].slice(-12).reverse().map(line))) : null)];
}

const WORDS = { throw: t("threw"), play: t("played"), turn: t("is up"), won: t("won"), eaten: t("was bitten"), undo: t("A step was taken back"), corrected: t("was corrected"), match: t("A match began"), ended: t("The match was put away"), question: t("Asked"), mismatch: t("Differs"), help: t("Called for help, or was helped") };

function line(one) {
  const time = new Date(one.time).toLocaleTimeString(LOCALE, { hour: "2-digit", minute: "2-digit" });
  return h("li", {}, h("time", { datetime: one.time }, time), h("span", {}, [one.player, WORDS[one.event_type] ?? one.event_type].filter(Boolean).join(" "), one.pieces ? `: ${one.pieces}` : "", one.text ? `: ${one.text}` : ""));
}

function sum() {
  const all = tables(), needs = all.filter((row) => row.needs).length, asks = all.filter((row) => row.question).length;
  return [h("span", {}, tn("{count} table", "{count} tables", all.filter((row) => row.online).length)),
    needs ? h("span.badge.needs", {}, tn("{count} needs help", "{count} need help", needs)) : null,
    asks ? h("span.badge.asks", {}, tn("{count} question", "{count} questions", asks)) : null,
    h("time", {}, new Date(now()).toLocaleTimeString(LOCALE, { hour: "2-digit", minute: "2-digit" }))];
}

function draw() {
  if (!page) return;
  const at = view(), [kind, name] = at.startsWith("table/") ? ["table", at.slice(6)] : [at, ""];
  document.body.dataset.view = kind || "board";
  const shows = { table: () => table(name), evening, cup: () => tournament(page, games, half), host: () => bulk(page, games) }[kind] ?? board;
  part("sum", [sum().map((one) => one?.textContent)], sum);
  part("nav", [kind], () => VIEWS.map(([to, text]) => h("a", { href: `#${to}`, "aria-current": kind === to ? "page" : null }, text)));
  part("banners", [linked, page.connected], () => [
    !linked && h("p.banner.lost", {}, h("strong", {}, t("No connection to the hub. ")), t("This is the board as it was.")),
    linked && !page.connected && h("p.banner.lost", {}, h("strong", {}, t("The broker is gone. ")), t("The tables play on; this is the board as it was."))]);
  const { time, version, ...shown } = page; // these change each time
  part("what", [at, innerWidth, shown, turn, Math.floor(now() / 60000), lately[name], games.length], shows);
}

async function tell(next) {
  const name = view().startsWith("table/") ? view().slice(6) : "";
  const other = name && page?.tables[name]?.version !== next.tables[name]?.version;
  page = next;
  ahead = Date.parse(next.time) - Date.now();
  draw();
  if (other || (name && !lately[name])) await hear(name);
}

async function hear(name) {
  const answer = await fetch(`/api/table/${encodeURIComponent(name)}`).catch(() => null);
  if (answer?.ok) { lately = { ...lately, [name]: await answer.json() }; draw(); }
}

fetch("/api/games").then((answer) => answer.json()).then((all) => { games = all; draw(); }, () => {});
follow(tell, (up) => { linked = up; draw(); });
setInterval(() => { if (Math.floor(Date.now() / 1000) % TURN_S === 0) turn += 1; draw(); }, BEAT);
addEventListener("hashchange", () => { document.activeElement?.blur(); draw(); const at = view(); if (at.startsWith("table/")) hear(at.slice(6)); scrollTo(0, 0); });
addEventListener("resize", draw);
