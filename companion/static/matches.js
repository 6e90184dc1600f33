// Our games: the list of past matches, one of them with its replay, the players as people. The address says which.
import { h } from "./dom.js";
import "./sea.js";
import { match } from "./match.js";
import { day, get, later, matchRow } from "./past.js";
import { people, person } from "./people.js";
import { t } from "./words.js";

const AT_ONCE = 30;
const VIEWS = { games, match, players: people, player: person };
let drawing = 0;

/** Draws what the address names: "", "#match=12", "#players", "#player=Ana". */
async function draw() {
  const [name, value = ""] = named();
  const own = ++drawing, place = document.getElementById("what");
  const still = () => own === drawing;
  const view = VIEWS[name] ?? games;
  const content = await view(value, still, draw);
  if (!still() || !content) return;
  const again = place.dataset.view === location.hash && place.dataset.drawn;
  place.replaceChildren(...[tabs(name), content].flat(2).filter(Boolean));
  Object.assign(place.dataset, { view: location.hash, drawn: "yes" });
  const title = place.querySelector("h2")?.textContent ?? t("Our games");
  document.title = t("{title} · Lifeguard", { title });
  if (again) return;
  scrollTo(0, 0);
  document.getElementById("said").textContent = title;
}

function named() {
  try {
    return decodeURIComponent(location.hash.slice(1) || "games").split(/=(.*)/s);
  } catch {
    return ["games"]; // an address that somebody cut short
  }
}

function tabs(name) {
  const tab = (to, text, own) => h("a.tab", { href: to, "aria-current": own ? "page" : null }, text);
  return h("nav.tabs", { "aria-label": t("Our games") },
    tab("#games", t("Games"), name === "games" || name === "match"), tab("#players", t("Players"), name === "players" || name === "player"));
}

const list = { game: "", most: AT_ONCE };

async function games(_, still, redraw) {
  const [told, offers] = await Promise.all([get(`matches?most=${Math.min(list.most, 200)}&game=${list.game}`), get("games")]);
  if (!told) return h("p.card", {}, t("The device does not answer. "), h("button.link", { type: "button", onclick: redraw }, t("Try again")));
  if (told.counting) later(still, redraw);
  return [
    h("div.card.heading", {}, h("h2", {}, many(told.total)),
      h("label.filter", {}, h("span.unseen", {}, t("Which game")), h("select", { onchange: (event) => { list.game = event.target.value; list.most = AT_ONCE; redraw(); } },
        h("option", { value: "" }, t("All games")), (offers ?? []).map((one) => h("option", { value: one.name, selected: one.name === list.game }, one.title)))),
      told.counting ? h("p.quiet", {}, t("{counting} are still being counted …", { counting: told.counting })) : null),
    told.matches.length ? null : h("p.card.quiet", {}, t("Nothing has been played yet.")),
    Object.entries(grouped(told.matches)).map(([name, matches]) => h("section.card.flush", { "aria-label": name }, h("h3.month", {}, name), h("ul.matches", {}, matches.map(matchRow)))),
    told.total > told.matches.length && list.most < 200
      ? h("button.more", { type: "button", onclick: () => { list.most += 3 * AT_ONCE; redraw(); } }, t("Show older ones"))
      : told.total > told.matches.length ? h("p.quiet.centre", {}, t("Older ones are in the files below.")) : null,
    told.total ? h("p.files", {}, h("a.link", { href: "/api/matches.csv", download: "matches.csv" }, t("Save all as a table (CSV)")), h("a.link", { href: "/api/matches.jsonl", download: "matches.jsonl" }, t("as JSON"))) : null,
  ];
}

const many = (total) => (total === 1 ? t("1 match") : t("{total} matches", { total }));
const month = ({ state, ended }) => (state === "playing" ? t("Now") : day(ended, { month: "long", year: "numeric" }) || t("Before days were kept"));

function grouped(matches) {
  const groups = {};
  for (const one of matches) (groups[month(one)] ??= []).push(one);
  return groups;
}

addEventListener("hashchange", draw);
draw();
