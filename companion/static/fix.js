// Correcting: a tap on a piece opens what it may be, a tap on that is all. And typing what chance brought by hand.
import { h, s, sheet } from "./dom.js";
import { alike, face, items, KINDS, kindOf, named, words } from "./icons.js";
import { change, shown } from "./wire.js";
import { percent, t } from "./words.js";

/** Asks what a piece really shows. `at` is {event, position, item}; `piece` is it as the camera saw it, if it did. */
export function correct(page, at, piece = null) {
  const version = shown();
  const box = sheet(t("What does it show?"),
    piece && page.throw ? crop(page.throw, piece) : null,
    h("p.quiet.centre", {}, t("Read as {item} in number {number} of the log book: {text}", { item: words(at.item), number: at.event + 1, text: page.log.find((entry) => entry.index === at.event)?.text ?? "" })),
    h("div.choices", {}, choices(at.item ?? piece?.item, piece).map(([item, share]) =>
      h(item === at.item ? "button.choice.present" : "button.choice", { type: "button", "aria-pressed": item === at.item ? "true" : "false", onclick: () => done(item) },
        face(item), !named(item) && h("span", {}, words(item)), share !== null && h("small", {}, chance(share))))));

  async function done(item) {
    box.close();
    if (item !== at.item) await change("correct", { event: at.event, position: at.position, item }, version);
  }
}

const chance = (share) => (share > 0.995 ? t("sure") : share < 0.01 ? t("under 1%") : percent(share));

/** What it may be, the likeliest first: the camera's candidates of its kind, then the faces that it did not think of. */
function choices(item, piece) {
  if (named(item ?? piece?.item)) return cardChoices(item ?? piece.item, piece);
  const kind = item ? kindOf(item) : piece?.kind ?? "";
  const seen = (piece?.candidates ?? []).filter((one) => kindOf(one.item) === kind || !kind).map((one) => [one.item, one.probability]);
  const others = items(kind).filter((one) => !seen.some(([known]) => known === one)).map((one) => [one, null]);
  return [...seen, ...others];
}

/** The same for a card or place: what the camera thought of, what it stands for now, then all others of its sort. */
function cardChoices(item, piece) {
  const sort = alike(item);
  const seen = (piece?.candidates ?? []).filter((one) => sort.includes(one.item)).slice(0, 4).map((one) => [one.item, one.probability]);
  const others = [item, ...sort.filter((one) => one !== item)].filter((one) => !seen.some(([known]) => known === one));
  return [...seen, ...others.map((one) => [one, null])];
}

/** The piece cut out of its photograph, with some table around it. */
function crop(shot, { box: [x, y, w, height] }) {
  const room = Math.max(w, height) * 0.35;
  return h("div.crop", {}, s("svg", { viewBox: `${x - room} ${y - room} ${w + 2 * room} ${height + 2 * room}`, "aria-hidden": "true" },
    s("image", { href: `/api/photo/${shot.photo}.jpg`, width: shot.width, height: shot.height })));
}

/** Types a throw: how many dice of each kind show each face. Starts from what the camera read, where it read any. */
export function typeThrow(page) {
  const dice = page.expects.every((pool) => pool.kind in KINDS);
  if (!dice && page.expects.length === 1 && page.expects[0].most === 1 && page.expects[0].items.length > 1) return pick(page);
  const version = shown();
  const counts = new Map();
  const send = h("button.big", { type: "button", onclick: done }, dice ? t("That is the throw") : t("So it is"));
  const rows = page.expects.map((pool, index) => (pool.items.length === 1 ? fixed(pool) : row(pool, index)));
  const box = sheet(dice ? t("The throw by hand") : t("The cards by hand"), rows.map((one) => one.element), send);
  check();

  /** A pool of which only one thing can come: cards that nobody sees. */
  function fixed(pool) {
    return { element: h("p", {}, page.awaits.text), fits: () => true, tell: () => {}, list: () => Array(pool.count).fill(pool.items[0]) };
  }

  function row(pool, index) {
    const key = (item) => `${index} ${item}`;
    pool.items.forEach((item) => counts.set(key(item), 0));
    seen(page, pool).forEach((item) => counts.set(key(item), counts.get(key(item)) + 1));
    const sum = () => pool.items.reduce((so_far, item) => so_far + counts.get(key(item)), 0);
    const need = pool.most > pool.count ? t("{count} to {most}", { count: pool.count, most: pool.most }) : String(pool.count);
    const told = h("span", { "aria-live": "polite" });
    const fits = () => sum() >= pool.count && sum() <= pool.most;
    const element = h("fieldset.pool", {}, h("legend", {}, `${KINDS[pool.kind] ?? t("Cards")}: `, told), h("div.counts", {}, [...pool.items].sort(byFace).map((item) => counter(item))));
    return { element, fits, tell: () => { told.textContent = t("{sum} of {need}", { sum: sum(), need }); told.className = fits() ? "good" : "bad"; }, list: () => pool.items.flatMap((item) => Array(counts.get(key(item))).fill(item)) };

    function counter(item) {
      const value = h("output", {}, String(counts.get(key(item))));
      const step = (by) => () => {
        const next = counts.get(key(item)) + by;
        if (next < 0 || (by > 0 && sum() >= pool.most && pool.most > 1)) return;
        if (by > 0 && pool.most === 1) pool.items.forEach((other) => counts.set(key(other), 0));
        counts.set(key(item), pool.most === 1 ? Math.max(0, by) : next);
        element.querySelectorAll("output").forEach((place, at) => { place.textContent = counts.get(key([...pool.items].sort(byFace)[at])); });
        check();
      };
      return h("div.counter", { role: "group", "aria-label": words(item) },
        h("button.add", { type: "button", "aria-label": t("One more: {item}", { item: words(item) }), onclick: step(1) }, face(item)), value,
        h("button.less", { type: "button", "aria-label": t("One less: {item}", { item: words(item) }), onclick: step(-1) }, "−"));
    }
  }

  function check() {
    rows.forEach((one) => one.tell());
    send.disabled = !rows.every((one) => one.fits());
  }

  async function done() {
    const list = rows.flatMap((one) => one.list());
    box.close();
    await change("throw", { items: list }, version);
  }
}

function grouped(list, way) {
  const groups = new Map();
  list.forEach((one) => groups.set(way(one), [...(groups.get(way(one)) ?? []), one]));
  return groups;
}

const byFace = (a, b) => items(kindOf(a)).indexOf(a) - items(kindOf(b)).indexOf(b);

/** What the camera read of this pool and no event has used yet; nothing if that is too much. */
function seen(page, pool) {
  const read = (page.throw?.dice ?? []).filter((die) => die.event === null && pool.items.includes(die.item)).map((die) => die.item);
  return read.length <= pool.most ? read : [];
}

/** One piece of a pool by a tap on it. */
function pick(page) {
  const version = shown();
  const [pool] = page.expects;
  const label = (item) => (pool.kind === "seat" ? h("span", {}, page.players[item].name) : face(item));
  const box = sheet(page.awaits.text, h("div.choices", {}, pool.items.map((item) =>
    h("button.choice", { type: "button", onclick: () => { box.close(); change("throw", { items: [item] }, version); } }, label(item)))));
}

const MANY = 12;

/** Takes a decision by hand; of many, first the player or the card, then what for. */
export function typeMove(page) {
  const version = shown();
  const list = h("div.answers", {});
  const box = sheet(t("The decision by hand"), list);
  offer(page.moves, [bySeat, byCard]);

  function offer(moves, ways) {
    const [way, ...rest] = moves.length > MANY ? ways : [];
    if (!way) return list.replaceChildren(...moves.map((move) => answer(move.text, () => done(move))));
    const groups = grouped(moves, way);
    if (groups.size === 1) return offer(moves, rest);
    list.replaceChildren(...[...groups].map(([name, some]) => answer(some.length > 1 ? `${name} …` : some[0].text, () => (some.length > 1 ? offer(some, rest) : done(some[0])))));
    return undefined;
  }

  function answer(text, act) { return h("button.big", { type: "button", onclick: act }, text); }
  function bySeat(move) { return page.players[move.seat]?.name ?? t("Anybody"); }
  function byCard(move) { return named(move.items[0]) ? words(move.items[0]) : move.text; }

  async function done({ kind, seat, items: pieces }) {
    box.close();
    await change("decide", { kind, seat, items: pieces }, version);
  }
}
