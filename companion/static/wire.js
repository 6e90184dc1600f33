// The two ways to the device: the live socket that brings pages, and the requests that change something.
import { askPin, paired, unpair } from "./pin.js";
import { toast } from "./dom.js";
import { t } from "./words.js";

const FIRST_WAIT = 500, LONGEST_WAIT = 5000, SHOW_LOST_AFTER = 1500, TOO_QUIET = 30000, BEAT = 10000;

const LIVE = 1; // the version of the messages that this page understands
const STALE = 409, RENEWALS = 5;

let version = 0;

/** What a JSON Merge Patch (RFC 7396) makes of a value; the value itself stays as it was. */
export function merged(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete result[key];
    else result[key] = merged(result[key], part);
  }
  return result;
}

/** The document after a message, or null where the message does not follow on what this phone has. */
function after(has, { live, from, to, page, patch }) {
  if (live !== LIVE) return null;
  if (page) return { number: to, page };
  return has && from === has.number ? { number: to, page: merged(has.page, patch) } : null;
}

/** Follows the table: `show(page)` for each page, `link(up)` when the connection is lost or found again. */
export function follow(show, link) {
  let wait = FIRST_WAIT, heard = Date.now(), answers = true, has = null, socket, worry, again;
  const open = () => {
    clearTimeout(again);
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live?patches=1`);
    socket.onmessage = (message) => {
      clearTimeout(worry);
      worry = undefined;
      wait = FIRST_WAIT;
      heard = Date.now();
      link(true);
      has = after(has, JSON.parse(message.data));
      if (!has) return reopen(); // the first message of a new socket is a whole page
      version = has.page.version;
      show(has.page.log ? { ...has.page, log: Object.values(has.page.log) } : has.page);
    };
    socket.onclose = () => {
      worry ??= setTimeout(() => link(false), SHOW_LOST_AFTER);
      again = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  const reopen = () => {
    socket.onclose = null;
    socket.close();
    heard = Date.now();
    open();
  };
  // A phone that slept may hold a socket that is dead without knowing it.
  const renew = () => document.visibilityState === "visible" && Date.now() - heard >= TOO_QUIET && reopen();
  // And so may a screen that is always on, when the network is gone or the plug is pulled: nobody closes that socket.
  // It asks for its own page, which the device has at a table and in a lesson.
  const beat = async () => {
    if (document.visibilityState !== "visible") return;
    const asked = fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(BEAT / 2) });
    const well = await asked.then((answer) => answer.ok, () => false);
    if (well === answers) return;
    answers = well;
    if (well) reopen();
    else link(false);
  };
  setInterval(beat, BEAT);
  document.addEventListener("visibilitychange", renew);
  window.addEventListener("online", () => { heard = 0; renew(); });
  open();
}

/** The version of the page that is on show: dialogs keep it, so that what was meant for an older page is refused. */
export const shown = () => version;

/** Sends a change; says what went wrong, asks for the PIN where it is missing. True if it was done. */
export async function change(what, body = {}, seen = version) {
  const headers = { "Content-Type": "application/json" };
  return Boolean(await ask(what, { method: "POST", headers, body: JSON.stringify({ version: seen, ...body }) }));
}

/** What only a paired phone may ask: gives the answer, or null after saying what went wrong.

 * `renewed` is for what holds whatever is on show: it gives the request anew when the page had changed meanwhile. */
export async function ask(what, request = {}, renewed = null, left = RENEWALS) {
  if (!paired() && !(await askPin())) return null;
  const answer = await fetch(`/api/${what}`, request).catch(() => null);
  if (answer?.ok) return answer;
  if (answer?.status === STALE && renewed && left) return ask(what, await renewed(), renewed, left - 1);
  const problem = await answer?.json().catch(() => ({ error: t("The device gave no clear answer") })) ?? { error: t("The device does not answer") };
  if (answer?.status === 403) {
    unpair();
    return (await askPin(problem.error)) ? ask(what, request, renewed) : null;
  }
  toast(problem.rule ? `${problem.error} (${problem.rule})` : problem.error);
  return null;
}
