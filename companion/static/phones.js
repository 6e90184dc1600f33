// The paired phones: which there are, and a way to forget each of them, or all.
import { h, sheet } from "./dom.js";
import { unpair } from "./pin.js";
import { ask } from "./wire.js";
import { LOCALE, t } from "./words.js";

/** Shows the list; a phone that is not paired is asked for the PIN first. */
export async function phones() {
  const answer = await ask("phones");
  if (!answer) return;
  const list = await answer.json();
  const forget = async (which, own) => {
    if (!(await ask(which, { method: "DELETE" }))) return;
    box.close();
    if (own) unpair();
    else phones();
  };
  const row = ({ id, name, since, own }) => h("li", {},
    h("span", {}, h("strong", {}, name), own && [" ", h("span.tag", {}, t("this phone"))], h("br"), h("span.quiet", {}, t("since {day}", { day: new Date(since).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" }) }))),
    h("button.link", { type: "button", "aria-label": t("Forget {name}", { name }), onclick: () => forget(`phones/${id}`, own) }, t("Forget")));
  const box = sheet(t("Paired phones"),
    h("p", {}, t("These may change something without the PIN. One that is forgotten must type it again.")),
    list.length ? h("ul.reasons", {}, list.map(row)) : h("p.quiet", {}, t("There is none.")),
    list.length > 1 && h("button.big", { type: "button", onclick: () => forget("phones", true) }, t("Forget all phones")));
}
