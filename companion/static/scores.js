// The scores as swimming lanes: one a player, with emblem, points, signs, and how far the target still is.
import { h, sheet } from "./dom.js";
import { badgeName, emblem, icon } from "./icons.js";
import { history, reasons } from "./log.js";
import { ofPlayer } from "./seated.js";
import { t, tn } from "./words.js";

export function scores(page) {
  const target = Number(page.options.target) || 0;
  const most = Math.max(target, 1, ...page.players.map((player) => player.score));
  return h("ol.lanes", {}, page.players.map((player) => lane(page, player, most)));
}

function lane(page, player, most) {
  const active = page.awaits.seat === player.seat && !page.over;
  const won = page.over?.winners.includes(player.seat);
  const share = Math.max(0, Math.min(1, player.score / most));
  const button = h("button.lane", {
    type: "button", "data-key": `seat-${player.seat}`, "aria-label": spoken(player, active, won),
    "aria-current": active ? "true" : null, onclick: () => explain(page, player), "--share": share,
  },
  h("span.water", {}, h("span.swum", {})),
  emblem(player.seat),
  h("span.who", {}, h("span.name", {}, player.name), h("span.detail", {}, won ? icon("cup") : "", won ? t("Winner") : player.detail)),
  player.signs === null ? null : h("span.signs", { title: signs(player) }, Array.from({ length: player.signs }, () => icon("sign"))),
  h("span.score", {}, String(player.score)));
  return h(active ? "li.active" : won ? "li.won" : player.away ? "li.away" : "li", {}, button);
}

const signs = (player) => tn("{count} sign", "{count} signs", player.signs);

const spoken = (player, active, won) =>
  [`${player.name} (${badgeName(player.seat)}): ${tn("{count} point", "{count} points", player.score)}`, player.signs === null ? "" : signs(player),
    player.detail, active ? t("it is their turn") : "", won ? t("winner") : "", t("why?")].filter(Boolean).join(", ");

async function explain(page, player) {
  const rows = (await history(page)).flatMap((entry) => entry.reasons
    .filter((why) => why.points !== null && (why.seat ?? entry.seat) === player.seat)).reverse();
  const stands = (page.state.why ?? []).filter((why) => why.seat === player.seat); // what it is made of, where the game says so
  const box = sheet(t("Why {score}?", { score: player.score }), h("div.whose", {}, emblem(player.seat), h("strong", {}, player.name)),
    stands.length ? reasons(stands) : rows.length ? reasons(rows)
      : h("p", {}, t("Nothing has been scored yet.")),
    page.seating.possible.length ? ofPlayer(page, player, () => box.close()) : null);
}
