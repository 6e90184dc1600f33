// The page of the box: its version, and updates from a file.
import "./sea.js";
import { h } from "./dom.js";
import { ask } from "./wire.js";

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
  before = await about();
  if (!before) return main.replaceChildren(card("Version", h("p", {}, "The device does not answer."), h("button.big", { type: "button", onclick: show }, "Try again")));
  main.replaceChildren(card("Version", h("p", {}, `Lifeguard ${before.version} plays here.`)), before.updates ? update() :
    card("Update", h("p", {}, "This device was not set up as a box: it is updated the way it was installed.")),
    ...(named ? [name(named)] : []),
    card("Set up", h("div.networks", {},
      h("a.item", { href: "/welcome" }, "The welcome once more: names, games, camera, buttons"),
      joins && h("a.item", { href: "/join" }, "Another network"))));
}

const card = (name, ...rest) => h("section.card", { "aria-label": name }, h("h2", {}, name), ...rest);

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
    told.textContent = note ? `It is called ${called}; ${note}.` : `It is called ${called} from now on.`;
  };
  return card("Name", found, h("form", { onsubmit: send }, h("label", { for: "name" }, "Another name"), field,
    h("p.quiet", { id: "how" }, "Small letters a to z, digits, and hyphens between them."), h("button.big", {}, "Call it so")), told);
}

const where = (called) => `Most phones find this box at ${called}.local${location.port ? `:${location.port}` : ""}; all find it at the address that its display shows.`;

function update() {
  const file = h("input", { type: "file", id: "release", accept: ".tar" });
  const button = h("button.big", { type: "button", onclick: () => send(file.files[0], button) }, "Update");
  return card("Update",
    h("p", {}, "Choose the file of a release, lifeguard-….tar. You can play on while it is sent and unpacked. Then the new version is tried for a moment; if it is not well, this one plays on."),
    h("label", { for: "release" }, "Release"), file, button, h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Sent" }), news);
}

async function send(file, button) {
  if (!file) return void (news.textContent = "Choose a file first.");
  const bar = main.querySelector("progress");
  button.disabled = true;
  bar.hidden = false;
  const old = await faults();
  const sent = await pieces(file, bar);
  bar.hidden = true;
  if (sent && (await ask(`update/take?size=${file.size}`, { method: "POST" }))) await watch(old ?? []);
  else news.textContent = "It was not updated. Try again.";
  button.disabled = false;
}

async function pieces(file, bar) {
  for (let at = 0; at < file.size; at += PIECE) {
    const body = file.slice(at, at + PIECE);
    if (!(await ask(`update/piece?at=${at}`, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } }))) return false;
    bar.value = (at + body.size) / file.size;
    news.textContent = `${Math.round(bar.value * 100)} % are sent.`;
  }
  return true;
}

/** Says what the device says of the update, until it is over; `old` is what it said before. */
async function watch(old) {
  news.textContent = "It is sent. The box unpacks it now: that takes some minutes.";
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN));
    const said = await faults();
    if (said === null) {
      news.textContent = "The device starts anew …";
      continue;
    }
    if (said.some((one) => one.startsWith("An update is"))) old = []; // what was said of the last one is over
    const text = said.find((one) => /^(Updated to|No update|Back on|The update was cut off)/.test(one) && !old.includes(one));
    news.textContent = text ?? said.find((one) => /^(An update|Version )/.test(one)) ?? news.textContent;
    if (text) return void (main.querySelector("section p").textContent = `Lifeguard ${(await about())?.version ?? before.version} plays here.`);
  }
}

async function faults() {
  const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
  return answer?.ok ? (await answer.json()).faults : null;
}

show();
