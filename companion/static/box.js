// The page of the box: its version, and updates from a file or a stick.
import "./sea.js";
import { h } from "./dom.js";
import { languageOfBox } from "./spoken.js";
import { ask } from "./wire.js";
import { LANGUAGES, t } from "./words.js";

const PIECE = 48 * 1024; // a request is at most 64 kB long
const AGAIN = 2000; // ms between two looks whether the device is back

const main = document.getElementById("what");
const news = h("p", { role: "status" });
let before = null;

async function about() {
  const answer = await fetch("/api/box", { cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function show() {
  const named = await fetch("/api/name", { cache: "no-store" }).then((answer) => (answer.ok ? answer.json() : null), () => null);
  const joins = await fetch("/api/networks", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  const people = await fetch("/api/welcome", { cache: "no-store" }).then((answer) => (answer.ok ? answer.json() : null), () => null);
  before = await about();
  if (!before) return main.replaceChildren(card(t("Version"), h("p", {}, t("The device does not answer.")), h("button.big", { type: "button", onclick: show }, t("Try again"))));
  main.replaceChildren(card(t("Version"), h("p", {}, t("Lifeguard {version} plays here.", { version: before.version }))), before.updates ? update() :
    card(t("Update"), h("p", {}, t("This device was not set up as a box: it is updated the way it was installed."))),
    ...(named ? [name(named)] : []),
    ...(people ? [speech(people)] : []),
    doctor(),
    card(t("Set up"), h("div.networks", {},
      h("a.item", { href: "/welcome" }, t("The welcome once more: names, games, camera, buttons")),
      joins && h("a.item", { href: "/join" }, t("Another network")))));
}

const card = (name, ...rest) => h("section.card", { "aria-label": name }, h("h2", {}, name), ...rest);

/** The language of the box: its display and menus speak it, and its page to phones that ask for none of ours. */
function speech({ names, games, own, done, language }) {
  const told = h("p", { role: "status" });
  const speak = async (code) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await ask("welcome", { method: "POST", headers, body: JSON.stringify({ names, games, own, done, language: code }) });
    if (answer) told.textContent = t("The box speaks {language} now.", { language: LANGUAGES[code] });
    else show();
  };
  return card(t("Language"), languageOfBox(language, speak), told);
}

/** The name under which phones find the box, and another one for it. */
function name(now) {
  const field = h("input", { id: "name", value: now.name, required: true, maxlength: 32, pattern: "[a-z0-9]([a-z0-9\\-]*[a-z0-9])?", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "how" });
  const told = h("p", { role: "status" });
  const found = h("p", {}, where(now.name));
  const send = async (event) => {
    event.preventDefault();
    const headers = { "Content-Type": "application/json" };
    const answer = await ask("name", { method: "POST", headers, body: JSON.stringify({ name: field.value }) });
    if (!answer) return;
    const { name: called, note } = await answer.json();
    found.textContent = where(called);
    told.textContent = note ? t("It is called {called}; {note}.", { called, note }) : t("It is called {called} from now on.", { called });
  };
  return card(t("Name"), found, h("form", { onsubmit: send }, h("label", { for: "name" }, t("Another name")), field,
    h("p.quiet", { id: "how" }, t("Small letters a to z, digits, and hyphens between them.")), h("button.big", {}, t("Call it so"))), told);
}

const where = (called) => t("Most phones find this box at {address}; all find it at the address that its display shows.", { address: `${called}.local${location.port ? `:${location.port}` : ""}` });

/** Looks at all parts; says what was seen, and what to do. */
function doctor() {
  const found = h("div", { role: "status" });
  const look = async () => {
    const answer = await ask("doctor");
    if (!answer) return;
    const checks = (await answer.json()).map(({ title, verdict, seen, todo }) => h(`p.check.${verdict}`, {}, h("b", {}, title), ` ${seen} ${todo}`));
    found.replaceChildren(...checks);
  };
  const save = async () => (await ask("phones")) && h("a", { href: "/api/report.zip", download: "" }).click(); // it needs a paired phone
  return card(t("What is wrong?"), found, h("button.big", { type: "button", onclick: look }, t("Look at all parts")),
    h("p.quiet", {}, t("The file for a bug holds what was found, versions, settings, the log and the last match; no PIN, no password, no picture, no names.")),
    h("button.big", { type: "button", onclick: save }, t("Save a file for a bug")));
}

function update() {
  const file = h("input", { type: "file", id: "release", accept: ".tar" });
  const button = h("button.big", { type: "button", onclick: () => send(file.files[0], button) }, t("Update"));
  return card(t("Update"), ...before.found.map(found),
    h("p", {}, t("Choose the file of a release, lifeguard-….tar. You can play on while it is sent and unpacked. Then the new version is tried for a moment; if it is not well, this one plays on.")),
    h("label", { for: "release" }, t("Release")), file, button, h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("Sent") }), news);
}

/** A release on a stick: it is offered, and copied only when somebody asks for it. */
function found(name) {
  const button = h("button.big", { type: "button", onclick: () => fetched(name, button) }, t("Update from the stick"));
  return h("div.found", {}, h("p", {}, t("{name} lies on a stick in the box.", { name })), button);
}

async function fetched(name, button) {
  button.disabled = true;
  news.textContent = t("It is copied from the stick: leave the stick in.");
  const old = await faults();
  if (await ask(`update/stick?name=${encodeURIComponent(name)}`, { method: "POST" })) await watch(old ?? []);
  else news.textContent = t("It was not updated. Try again.");
  button.disabled = false;
}

async function send(file, button) {
  if (!file) return void (news.textContent = t("Choose a file first."));
  const bar = main.querySelector("progress");
  button.disabled = true;
  bar.hidden = false;
  const old = await faults();
  const sent = await pieces(file, bar);
  bar.hidden = true;
  if (sent && (await ask(`update/take?size=${file.size}`, { method: "POST" }))) await watch(old ?? []);
  else news.textContent = t("It was not updated. Try again.");
  button.disabled = false;
}

async function pieces(file, bar) {
  for (let at = 0; at < file.size; at += PIECE) {
    const body = file.slice(at, at + PIECE);
    if (!(await ask(`update/piece?at=${at}`, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } }))) return false;
    bar.value = (at + body.size) / file.size;
    news.textContent = t("{value} % are sent.", { value: Math.round(bar.value * 100) });
  }
  return true;
}

/** Says what the device says of the update, until it is over; `old` is what it said before. */
async function watch(old) {
  news.textContent = t("It is in the box, which unpacks it now: that takes some minutes.");
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN));
    const said = await faults();
    if (said === null) {
      news.textContent = t("The device starts anew …");
      continue;
    }
    if (said.some(({ plain }) => /^An update is/.test(plain))) old = []; // what was said of the last one is over
    const end = said.find(({ plain }) => /^(Updated to|No update|Back on|The update was cut off)/.test(plain) && !old.some((one) => one.plain === plain));
    const text = end?.text;
    news.textContent = text ?? said.find(({ plain }) => /^(An update|Version )/.test(plain))?.text ?? news.textContent;
    if (text) return void (main.querySelector("section p").textContent = t("Lifeguard {version} plays here.", { version: (await about())?.version ?? before.version }));
  }
}

/** What the device says of itself, `text` for people and `plain` in English to be told apart; null if it does not answer. */
async function faults() {
  const [plain, texts] = await Promise.all(["?language=en", ""].map((search) => fetch(`/api/health${search}`, { cache: "no-store" }).then((answer) => answer.json(), () => null)));
  return plain?.faults && texts?.faults ? plain.faults.map((one, at) => ({ plain: one, text: texts.faults[at] ?? one })) : null;
}

show();
