// What must not be overlooked: no connection, a part that fails, a table that differs from the game.
import { h } from "./dom.js";
import { change } from "./wire.js";
import { t } from "./words.js";

export function banners({ linked, faults, mismatch, leave, note }) {
  return [
    !linked && h("p.banner.lost", {}, h("strong", {}, t("No connection. ")), t("This is the table as it was; trying again by itself …")),
    ...faults.map((fault) => h("p.banner.fault", {}, fault)),
    mismatch && h("p.banner.mismatch", {}, mismatch, leave && h("button", { type: "button", "data-key": "leave", onclick: () => change("leave") }, t("Leave it there"))),
    note && h("p.banner.note", {}, note),
  ];
}
