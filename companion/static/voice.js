// What is said aloud and to screen readers: what is new since the page before, in as few words as do.
import { toast } from "./dom.js";
import { happened } from "./log.js";
import { STOP, t } from "./words.js";

const KEY = "lifeguard-voice";
const MOST = 3; // events told after each other: of more, the newest
const FEW = 4; // answers that are read out
const sentence = (text) => (/[.!?…。！？]$/.test(text) ? text : `${text}${STOP}`);
const told = (entry) => entry.said || entry.text;

/** What must happen next, or the open question with its answers. */
function next({ question, awaits }) {
  if (!question) return [awaits.text];
  return question.answers.length <= FEW ? [question.text, question.answers.join(t(", or "))] : [question.text];
}

const totals = (before, page) => page.players.filter((player, seat) => before.players[seat] && player.score !== before.players[seat].score).map(({ name, score }) => t("{name} has {score}", { name, score }));

/** The oldest event that is another one than before, because somebody corrected it. */
function corrected(before, page) {
  const known = new Map(before.log.map((entry) => [entry.index, entry]));
  return page.log.find((entry) => {
    const was = known.get(entry.index);
    return was && (was.changed !== entry.changed || (entry.changed && String(was.items) !== String(entry.items)));
  });
}

/** Whether a page belongs to another match than the page before, or to none. */
function begun(before, page) {
  const people = (entry) => ["rename", "hand-over", "join"].includes(entry?.kind);
  const names = ({ game, players }) => JSON.stringify([game, people(page.log.at(-1)) || people(before.log.at(-1)) ? 0 : players.map((player) => player.name)]);
  return !before || names(before) !== names(page) || (!happened(page) && happened(before) > 1);
}

/** Whether what is new is a correction: that is said at once. */
export const urgent = (before, page) => !begun(before, page) && Boolean(corrected(before, page));

/** What to say of a page after the page before it (null: there was none), as sentences. */
export function news(before, page) {
  if (begun(before, page)) return [before && page.title, page.mismatch, ...next(page)].filter(Boolean).map(sentence);
  const changed = (what) => (page[what] && page[what] !== before[what] ? [page[what]] : []);
  const troubles = [...page.faults.filter((fault) => !before.faults.includes(fault)), ...changed("mismatch")];
  const scores = totals(before, page), right = corrected(before, page);
  if (right) {
    const rest = scores.length ? scores : next(page).filter((text) => !next(before).includes(text));
    return [t("Corrected: {told}", { told: told(right) }), ...rest, ...changed("note"), ...troubles].map(sentence);
  }
  const gone = before.log.filter((entry) => entry.index >= happened(page)).map((entry) => t("Taken back: {told}", { told: told(entry) })).slice(0, MOST);
  const fresh = page.log.filter((entry) => entry.index >= happened(before)).map(told).slice(-MOST);
  const step = gone.length || fresh.length || String(next(before)) !== String(next(page)) ? next(page) : [];
  return [...gone, ...fresh, ...scores, ...changed("note"), ...troubles, ...step].map(sentence);
}

let on = read();

function read() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // a private window may refuse to keep anything
  }
}

/** Whether this device can speak, and whether it was asked to. */
export const canSpeak = () => "speechSynthesis" in window;
export const speaking = () => on;

/** Speaks from now on, or falls silent; this device remembers it. */
export function speakOn(wanted) {
  on = wanted;
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // then it is so as long as the page is open
  }
  if (on) speak(t("This device speaks from now on."));
  else speechSynthesis.cancel();
}

/** Speaks, if it was asked to, after what it is saying; `urgent` does not wait for that. */
export function speak(text, urgent = false) {
  if (!on || !text || !canSpeak()) return;
  if (urgent) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  words.onerror = ({ error }) => error === "not-allowed" && toast(t("Tap anywhere: then this device may speak")); // a browser's rule
  speechSynthesis.speak(words);
}
