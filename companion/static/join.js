// The page on which a network is chosen: phones in the box's hotspot are led here.
import "./sea.js";
import { h } from "./dom.js";
import { ask } from "./wire.js";
import { t } from "./words.js";

const AGAIN = 4000; // ms between two looks

const main = document.getElementById("what");
let chosen = null, shown = "";

async function look() {
  const answer = await fetch("/api/networks", { cache: "no-store" }).catch(() => null);
  const now = answer?.ok ? await answer.json() : null;
  if (now && JSON.stringify(now) !== shown && chosen === null) {
    shown = JSON.stringify(now);
    show(now);
  }
  setTimeout(look, AGAIN);
}

const card = (name, ...rest) => h("section.card", { "aria-label": name }, h("h2", {}, name), ...rest);
const HOW = {
  known: t("The box is in a network. Choose another one only if you mean to leave this one."),
  searching: t("The box looks for a network that it knows."),
  hotspot: t("The box knows no network here. Choose yours: then it is found there, and this hotspot closes."),
  joining: t("The box is joining a network …"),
};

function show(now) {
  main.replaceChildren(card(t("Networks"),
    now.trouble && h("p.bad", { role: "alert" }, `${now.trouble}.`),
    h("p", { role: "status" }, HOW[now.mode]),
    now.networks.length ? h("div.networks", {}, now.networks.map((one) => h("button.item", { type: "button", onclick: () => choose(one) },
      one.ssid, h("span.quiet", {}, `${one.secret ? "" : t("open, ")}${one.strength} %`)))) : h("p", {}, t("No network is in reach.")),
    h("button.item", { type: "button", onclick: () => choose({ ssid: "", secret: true }) }, t("Another one, which does not show its name"))));
}

function choose(network) {
  chosen = network;
  const name = h("input", { id: "ssid", value: network.ssid, required: true, maxlength: 32, autocomplete: "off", autocapitalize: "none" });
  const word = h("input", { id: "word", minlength: 8, maxlength: 63, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const back = () => { chosen = null; shown = ""; main.replaceChildren(); look1(); };
  const send = async (event) => {
    event.preventDefault();
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ ssid: name.value, password: word.value });
    if (await ask("network", { method: "POST", headers, body })) wait(name.value);
  };
  main.replaceChildren(card(network.ssid || t("Another network"),
    h("form", { onsubmit: send },
      !network.ssid && [h("label", { for: "ssid" }, t("Name")), name],
      network.secret && [h("label", { for: "word" }, t("Password of this network")), word],
      h("button.big", {}, t("Join"))),
    h("div.networks", {}, h("button.item", { type: "button", onclick: back }, t("Back")))));
  (network.ssid ? word : name).focus();
}

async function look1() {
  const answer = await fetch("/api/networks", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) show(await answer.json());
}

function wait(ssid) {
  main.replaceChildren(card(t("Joining"),
    h("p", { role: "status" }, t("The box joins {ssid} now, and this hotspot closes. Join {ssid} with your phone, too: hold button A of the box, and it shows where it is found.", { ssid })),
    h("p", {}, t("If the hotspot is back after half a minute, the password was not right. Join it once more, and try again.")),
    h("button.item", { type: "button", onclick: () => { chosen = null; shown = ""; look1(); } }, t("Look at the networks"))));
}

look();
