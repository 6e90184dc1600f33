// What must not be overlooked: no connection, a part that fails, a table that differs from the game.
import { h } from "./dom.js";

export function banners({ linked, faults, mismatch, note }) {
  return [
    !linked && h("p.banner.lost", {}, h("strong", {}, "No connection. "), "This is the table as it was; trying again by itself …"),
    ...faults.map((fault) => h("p.banner.fault", {}, fault)),
    mismatch && h("p.banner.mismatch", {}, mismatch),
    note && h("p.banner.note", {}, note),
  ];
}
