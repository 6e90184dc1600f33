// The first start: who plays, with what, whether camera and panel are well, and a first throw. One step, one sentence.
import "./sea.js";
import { h, toast } from "./dom.js";
import { emblem } from "./icons.js";
import { pairWith, paired } from "./pin.js";
import { languageOfBox } from "./spoken.js";
import { ask } from "./wire.js";
import { LANGUAGE, commas, t } from "./words.js";

const OFTEN = 400, SELDOM = 1200; // ms between two looks at the panel, and at the camera or the table
const HINTS = {
  display: t("Display: the three letters should stand there, too. If it is dark, look at its four wires."),
  buttons: t("Buttons: each joins its pin to ground. One that does nothing has a loose wire."),
  buzzer: t("Buzzer: it should have sounded with each press. It must be a passive one, its + at pin 12."),
  led: t("Light: it should blink now. If it does not, turn it round: its long leg goes to pin 37."),
};
const main = document.getElementById("what");
const where = document.getElementById("where");
let known, games, said, timer;

const get = async (path) => {
  const answer = await fetch(`/api/${path}`, { cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.json() : null;
};
const posting = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const post = async (path, body) => {
  const answer = await ask(path, posting(body));
  return answer && answer.json();
};

const steps = () => [hello, who, which, ...(cards().length ? [whose] : []), camera, ...(known.parts.length ? [panel] : []), ...(owned().length ? [lessons] : []), first];
const cards = () => said.games.filter((name) => known.cards.includes(name));
const owned = () => cards().filter((name) => said.own.includes(name));
const title = (name) => games.find((game) => game.name === name).title;
const keep = async (done = said.done) => {
  const kept = await post("welcome", { ...said, names: said.names.filter((name) => name.trim()), own: said.own.filter((name) => said.games.includes(name)), done });
  if (kept) [known, said.done] = [kept, done];
  return kept;
};

/** Shows a step: its heading, its one sentence, what it is about, and the ways on. */
function step(heading, sentence, ...rest) {
  const head = h("h2", { tabindex: -1 }, heading);
  main.replaceChildren(h("section.card.step", { "aria-label": heading }, head, h("p", {}, sentence), ...rest));
  head.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const ways = (...all) => h("div.ways", {}, all);
const big = (text, act) => h("button.big", { type: "button", onclick: act }, text);
const way = (text, act) => h("button.way", { type: "button", onclick: act }, text);
const back = () => way(t("Back"), () => history.back());

/** The step of the address; one that is not there is the first. */
function show() {
  clearTimeout(timer);
  const all = steps(), at = Math.max(all.findIndex((one) => one.name === location.hash.slice(1)), 0);
  where.textContent = at ? t("{number} of {all}", { number: at, all: all.length - 1 }) : "";
  all[at]();
}

function next() {
  const all = steps(), at = Math.max(all.findIndex((one) => one.name === location.hash.slice(1)), 0);
  location.hash = all[at + 1].name;
}

/** Looks again and again as long as the step stays; `look` gives false to end it. */
function every(ms, look) {
  const here = location.hash;
  const again = async () => {
    const on = document.visibilityState !== "visible" || (await look());
    if (on !== false && location.hash === here) timer = setTimeout(again, ms);
  };
  again();
}

function hello() {
  const speak = async (language) => {
    said.language = language;
    if (known.done) return; // at the very first start the phone speaks it, too
    await fetch("/api/language", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ language }) });
    location.reload();
  };
  step(known.done ? t("Once more, from the start") : t("Your box is awake"), t("A few short questions, then you play."), languageOfBox(said.language, speak), ways(
    big(t("Begin"), async () => (paired() || (await ask("phones"))) && (await keep()) && next()),
    known.done && h("a.way", { href: "/" }, t("To the table"))));
}

function who() {
  const list = h("div.people", {});
  while (said.names.length < 2) said.names.push("");
  const draw = () => list.replaceChildren(...said.names.map((name, at) => h("div.player", {}, emblem(at),
    h("input", { value: name, maxlength: 24, autocomplete: "off", "aria-label": t("Name {number}", { number: at + 1 }), placeholder: t("Name {number}", { number: at + 1 }), oninput: (event) => { said.names[at] = event.target.value; } }),
    said.names.length > 1 && h("button.less", { type: "button", "aria-label": t("Without name {number}", { number: at + 1 }), onclick: () => { said.names.splice(at, 1); draw(); } }, "−"))));
  const more = () => { said.names.push(""); draw(); list.querySelector(".player:last-child input").focus(); };
  const on = (event) => {
    event.preventDefault();
    const names = said.names.map((name) => name.trim()).filter(Boolean);
    if (!names.length) return toast(t("One name at least, please"));
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return toast(t("A name is there twice: give one of them another"));
    said.names = names;
    next();
  };
  draw();
  step(t("Who plays here?"), t("These names are offered whenever a game begins; others may join at any time."),
    h("form", { onsubmit: on }, list, said.names.length < 8 && h("button.more", { type: "button", onclick: more }, t("One more")), ways(h("button.big", {}, t("Next")), back())));
}

const players = ({ least, most }) => (least === most ? t("{number} players", { number: least }) : t("{least} to {most} players", { least, most }));

function which() {
  const box = (game) => h("label.have", {}, h("input", { type: "checkbox", checked: said.games.includes(game.name), onchange: (event) => {
    said.games = games.map((one) => one.name).filter((name) => (name === game.name ? event.target.checked : said.games.includes(name)));
  } }), h("span", {}, game.title, h("small", {}, commas([players(game), ...(known.dice.includes(game.name) ? [t("ordinary dice")] : [])]))));
  step(t("Which games do you have?"), t("Where it says ordinary dice, nothing else is needed."),
    h("fieldset.haves.many", {}, h("legend.unseen", {}, t("Games")), games.map(box)),
    ways(big(t("Next"), () => (said.games.length ? next() : toast(t("One game at least, please")))), back()));
}

function whose() {
  const choice = (name, own, text, small) => h("label.have", {}, h("input", { type: "radio", name, checked: said.own.includes(name) === own, onchange: () => {
    said.own = own ? [...said.own, name] : said.own.filter((one) => one !== name);
  } }), h("span", {}, text, h("small", {}, small)));
  step(t("Whose cards are they?"), t("Cards that were printed from Lifeguard are known to it; your own it learns, one after the other."),
    cards().map((name) => h("fieldset.haves.pair", {}, h("legend", {}, title(name)), choice(name, false, t("Printed"), t("from Lifeguard")), choice(name, true, t("Our own"), t("learnt here")))),
    ways(big(t("Next"), next), back()));
}

async function camera() {
  await keep(); // the camera is looked at for the first of these games
  const picture = h("img.live", { alt: t("What the camera sees now"), src: "/api/camera.jpg" });
  const verdict = h("p.verdict", { role: "status" }, t("I look …")), on = big(t("Go on all the same"), next);
  step(t("What the camera sees"), t("Lay the mat or some dice under it, so that all is in the picture and well lit."), picture, verdict, ways(on, back()));
  every(SELDOM, async () => {
    const now = await get("camera");
    verdict.textContent = now?.todo ?? t("The camera gives no picture: look at its cable.");
    verdict.classList.toggle("well", Boolean(now?.ok));
    on.textContent = now?.ok ? t("Next") : t("Go on all the same");
    if (now) picture.src = `/api/camera.jpg?${Date.now()}`;
  });
}

async function panel() {
  const keys = known.buttons.length ? known.buttons.map((name) => h("li", { "aria-label": t("Button {name}", { name }) }, name)) : [];
  const status = h("p.unseen", { role: "status" }), wrong = h("ul.wrong", {});
  const on = big(keys.length ? t("Press all three first") : t("All is well"), leave);
  on.disabled = keys.length > 0;
  const well = known.parts.filter((part) => part.name !== "buttons").map((part) => ({ display: t("the display shows it"), buzzer: t("a tone sounds"), led: t("the light blinks") })[part.name]);
  step(keys.length ? t("Press {buttons}", { buttons: commas(known.buttons) }) : t("The panel"), keys.length ? t("With each press {signs}.", { signs: listed(well) }) : t("Now {signs}.", { signs: listed(well) }),
    h("ul.keys", { hidden: !keys.length }, keys), status, wrong, ways(on,
      way(t("Something does not work"), () => wrong.replaceChildren(...known.parts.map((part) => h("li", {}, part.trouble || HINTS[part.name])))),
      way(t("Once more"), () => post("panel-test", { on: true })), back()));
  if (await post("panel-test", { on: true })) every(OFTEN, look);

  async function look() {
    const now = await get("welcome");
    if (!now?.pressed) return void (now && (await post("panel-test", { on: true }))); // it was over by itself: begin again
    known = now;
    keys.forEach((key, at) => key.classList.toggle("pressed", now.pressed.includes(known.buttons[at])));
    if (!keys.length) return;
    const left = known.buttons.filter((name) => !now.pressed.includes(name));
    on.disabled = left.length > 0 && !wrong.childElementCount;
    on.textContent = left.length ? (on.disabled ? t("Press all three first") : t("Go on all the same")) : t("All is well");
    if (status.textContent !== String(left)) status.textContent = left.length ? t("{buttons} left", { buttons: commas(left) }) : t("All were pressed");
  }

  async function leave() {
    await post("panel-test", { on: false });
    next();
  }
}

const listed = (all) => (all.length > 1 ? t("{some} and {last}", { some: commas(all.slice(0, -1)), last: all.at(-1) }) : all[0] ?? t("the box hears it"));

/** Their own cards: each game's lesson is a page of its own, from which one comes back here. */
async function lessons() {
  known = (await get("welcome")) ?? known;
  const learn = (name) => {
    const text = known.taught.includes(name) ? t("{game}: learnt. Once more", { game: title(name) }) : t("Learn the cards of {game}", { game: title(name) });
    return (known.taught.includes(name) ? way : big)(text, () => lesson(name));
  };
  const learnt = owned().every((name) => known.taught.includes(name));
  step(t("Your own cards"), t("The box learns each face once: lay the cards under the camera one by one, and say on the phone which it is."),
    ways(...owned().map(learn), (learnt ? big : way)(learnt ? t("Next") : t("Later"), next), back()));
}

async function lesson(name) {
  if (!(await keep()) || !(await ask("lesson", posting({ game: name })))) return;
  step(t("Your own cards"), t("The box makes the lesson ready …"));
  every(SELDOM, async () => ((await get("lesson")) ? (location.assign("/"), false) : true));
}

function first() {
  step(t("What shall it be first?"), t("It begins at once, with the names that you gave."), ways(
    ...said.games.map((name) => big(title(name), () => begin(games.find((one) => one.name === name)))),
    way(t("Nothing now: to the table"), async () => (await keep(true)) && location.assign("/")), back()));
}

async function begin(game) {
  if (!(await keep(true))) return;
  const players = said.names.slice(0, game.most);
  while (players.length < game.least) players.push(t("Player {count}", { count: players.length + 1 }));
  const wish = async () => posting({ version: (await get("page"))?.version ?? 0, game: game.name, players, options: {} });
  if (await ask("game", await wish(), wish)) location.hash = "play"; // the light may change meanwhile: that changes nothing here
}

/** The first throw: what is awaited, what the camera sees, and what was read. */
async function play() {
  const picture = h("img.live", { alt: t("What the camera sees now"), src: "/api/camera.jpg" });
  const awaits = h("p.verdict", { role: "status" }), to = way(t("To the table"), () => location.assign("/"));
  where.textContent = "";
  step(t("Your turn"), t("Play as you always do: the box looks on."), picture, awaits, ways(to));
  every(SELDOM, async () => {
    const page = await get("page");
    const read = page?.log.find((entry) => entry.photo);
    if (!page) return;
    awaits.textContent = page.question?.text ?? page.mismatch ?? page.awaits.text;
    if (!read) return void (picture.src = `/api/camera.jpg?${Date.now()}`);
    picture.src = `/api/photo/${read.photo}.jpg`;
    picture.alt = t("The picture that was read");
    main.querySelector("h2").textContent = t("It is read");
    main.querySelector("h2 + p").textContent = t("From here on you play, and the box keeps the score.");
    awaits.textContent = read.said || read.text;
    awaits.classList.add("well");
    to.className = "big";
    return false;
  });
}

async function open() {
  const digits = /^#(\d{4,12})$/.exec(location.hash)?.[1];
  if (digits) {
    history.replaceState(null, "", location.pathname); // nobody need see it in the address
    if (!paired()) await pairWith(digits);
  }
  [known, games] = [await get("welcome"), await get("games")];
  if (!known || !games) return main.replaceChildren(h("section.card.step", {}, h("h2", {}, t("The box does not answer")), ways(big(t("Try again"), open))));
  said = { names: [...known.names], games: [...known.games], own: [...known.own], done: known.done, language: known.done ? known.language : LANGUAGE };
  addEventListener("hashchange", () => (location.hash === "#play" ? play() : show()));
  if (location.hash !== "#lessons" && (!known.done || location.hash !== "#play")) history.replaceState(null, "", location.pathname);
  location.hash === "#play" ? play() : show();
}

open();
