// The page: each part is drawn from the newest view of the table, whenever what it shows has changed.
import { h, part } from "./dom.js";
import "./sea.js";
import { banners } from "./banners.js";
import { learn } from "./icons.js";
import { happened, log } from "./log.js";
import { about, menu, tools } from "./menu.js";
import { now } from "./now.js";
import { oled } from "./oled.js";
import { panel } from "./panel.js";
import { scores } from "./scores.js";
import { photograph } from "./throw.js";
import { news, speak, urgent } from "./voice.js";
import { follow } from "./wire.js";
import { t } from "./words.js";

let page = null;
let linked = true;

function show(next) {
  if (!next.players) return location.reload(); // a lesson is on: it has this address meanwhile
  const said = news(page, next), at_once = urgent(page, next);
  if (next.welcome) return location.replace("/welcome"); // nothing is played before
  page = next;
  learn(page.state);
  document.title = `${page.awaits.text || page.title} · Lifeguard`;
  document.getElementById("title").textContent = page.title;
  document.body.dataset.game = page.game;
  part("now", nowOf(page), now);
  part("scores", [page.players, page.awaits, page.over, page.options, page.log, page.state.why, page.seating], () => scores(page));
  part("throw", [page.throw, page.expects, page.question, page.mismatch, happened(page)], () => photograph(page));
  part("panel", [page.game, page.state, page.players], () => panel(page));
  part("log", [page.log, page.players, page.game], () => (page.awaits.kind === "begin" ? null : log(page)));
  part("about", [page.house, page.chosen], () => about(page));
  part("menu", [page.game, page.players, page.options, page.seating], () => menu(page));
  part("tools", [page.can, page.moves, page.expects, page.throw, page.players], () => tools(page));
  notices();
  say(said, at_once);
}

const nowOf = ({ game, awaits, players, question, odds, over, options, rolls, version }) =>
  ({ game, awaits, players, question, odds, over, options, rolls, version: (question || over) && version });

function link(up) {
  if (linked !== up && page) say([up ? t("The device answers again.") : t("No connection.")]);
  linked = up;
  notices();
}

/** To screen readers, and aloud where that is wanted, the same words. */
function say(sentences, at_once = false) {
  if (!sentences.length) return;
  const text = sentences.join(" ");
  document.getElementById("said").textContent = text;
  speak(text, at_once);
}

function notices() {
  const said = { linked, faults: page?.faults ?? [], mismatch: page?.mismatch ?? "", leave: page?.can.leave, note: page?.note ?? "" };
  part("banners", said, banners);
}

const big = () => document.documentElement.classList.toggle("big", location.hash === "#big");
addEventListener("hashchange", big);
addEventListener("keydown", (event) => event.key === "Escape" && location.hash === "#big" && (location.hash = ""));
big();
part("oled", true, oled);
part("now", null, () => h("p.card.waiting", {}, t("Looking for the table …")));
follow(show, link);
