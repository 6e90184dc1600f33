// In which language the box itself speaks, to be chosen.
import { h } from "./dom.js";
import { LANGUAGES, t } from "./words.js";

/** A list of the languages, each by its own name; `choose` is called with the code of another one than `now`. */
export const languageOfBox = (now, choose) => h("label.spoken", {}, h("span", {}, t("Language of the box")),
  h("select", { onchange: (event) => choose(event.target.value) }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === now }, name))));
