// The overlay of a stream: scores, whose turn it is, and the newest throw or card with its photograph, on no ground.
// It keeps nothing: what it shows follows from the newest page, the address that it was opened at, and the clock.
import { h, near, part, s } from "./dom.js";
import { emblem, face, learn } from "./icons.js";
import { happened } from "./log.js";
import { follow } from "./wire.js";
import { t } from "./words.js";

const CORNERS = ["bottom-left", "bottom-right", "top-left", "top-right"];
const OPTIONS = {
  game: { usual: "", fits: () => true, says: "" },
  seat: { usual: "", fits: (text) => text === "" || /^[1-8]$/.test(text), says: t("1 to 8") },
  parts: { usual: "scores,turn,last", fits: (text) => text.split(",").every((one) => ["scores", "turn", "last"].includes(one)), says: t("some of scores,turn,last") },
  seconds: { usual: "8", fits: (text) => Number(text) > 0 && Number(text) <= 3600, says: t("1 to 3600") },
  photo: { usual: "yes", fits: (text) => ["yes", "no"].includes(text), says: t("yes or no") },
  corner: { usual: CORNERS[0], fits: (text) => CORNERS.includes(text), says: CORNERS.join(", ") },
  size: { usual: "1", fits: (text) => Number(text) >= 0.5 && Number(text) <= 3, says: t("0.5 to 3") },
};

/** The options of an address; `wrong` is a sentence on the first that does not fit. */
function options(search) {
  const given = new URLSearchParams(search), read = {};
  const odd = [...given.keys()].find((name) => !OPTIONS[name]);
  let wrong = odd ? t("There is no option {odd}; there are {options}", { odd, options: Object.keys(OPTIONS).join(", ") }) : "";
  for (const [name, { usual, fits, says }] of Object.entries(OPTIONS)) {
    read[name] = given.get(name) ?? usual;
    if (!fits(read[name])) wrong ||= t("{name} is {says}, not {read}", { name, says, read: read[name] });
  }
  return { ...read, seat: read.seat ? Number(read.seat) - 1 : null, parts: read.parts.split(","), wrong };
}

const wanted = options(location.search);
let page = null, count = null, newest = null, ends = 0, timer;

function show(next) {
  const events = happened(next);
  const told = next.log.filter((entry) => entry.index >= (count ?? events) && ours(entry)).at(-1);
  if (told) announce(told.index);
  if (newest >= events) newest = null; // it was taken back, or another match is on
  [page, count] = [next, events];
  draw();
}

const ours = (entry) => entry.items.length > 0 && (wanted.seat === null || entry.seat === wanted.seat);

function announce(index) {
  [newest, ends] = [index, Date.now() + wanted.seconds * 1000];
  clearTimeout(timer);
  timer = setTimeout(draw, wanted.seconds * 1000);
}

function draw() {
  learn(page.state);
  const on = page.awaits.kind !== "begin" && (!wanted.game || wanted.game === page.game);
  const entry = Date.now() < ends && page.log.find((one) => one.index === newest);
  part("top", [on, page.players, page.awaits, page.over, page.question], () => on && [players(), turn()]);
  part("last", [on, entry, page.throw?.photo], () => on && entry && wanted.parts.includes("last") && last(entry));
}

function players() {
  const shown = page.players.filter(({ seat, away }) => (wanted.seat === null ? !away : seat === wanted.seat));
  return wanted.parts.includes("scores") && h("ol.players", {}, shown.map(player));
}

function player({ seat, name, score }) {
  const acts = page.over ? page.over.winners.includes(seat) : page.awaits.seat === seat;
  return h(acts ? "li.player.acts" : "li.player", {}, emblem(seat), h("span.name", {}, name), h("strong.score", {}, score));
}

function turn() {
  const concerns = wanted.seat === null || page.over || page.awaits.seat === wanted.seat;
  return wanted.parts.includes("turn") && concerns && h("p.turn", {}, page.question?.text ?? page.awaits.text);
}

function last(entry) {
  const points = entry.scores.filter((one) => wanted.seat === null || one.seat === wanted.seat);
  return h("div.told", {}, wanted.photo === "yes" && entry.photo && photograph(entry),
    h("div.words", {}, h("p.happened", {}, entry.seat === null ? null : emblem(entry.seat), h("span", {}, entry.text)),
      h("div.pieces", {}, entry.items.filter((item) => item !== "??").map(face)),
      points.map(({ seat, points: won }) => h("p.points", {}, emblem(seat), h("span", {}, `${won > 0 ? "+" : "−"}${Math.abs(won)}`)))));
}

/** The photograph, cut to the pieces of the event where the page knows where they lie. */
function photograph(entry) {
  const href = `/api/photo/${entry.photo}.jpg`, shot = page.throw;
  if (shot?.photo !== entry.photo) return h("img.shot", { src: href, alt: "", onerror: (event) => event.target.remove() });
  const frame = s("svg", { class: "shot", viewBox: near(shot, shot.dice.filter((die) => die.event === entry.index)).join(" ") },
    s("image", { href, width: shot.width, height: shot.height, onerror: () => frame.remove() }));
  return frame;
}

document.body.dataset.corner = wanted.corner;
document.documentElement.style.setProperty("--size", wanted.size);
if (wanted.wrong) part("top", wanted.wrong, () => h("p.turn", {}, wanted.wrong));
else follow(show, () => {});
