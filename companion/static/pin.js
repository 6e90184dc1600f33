// The PIN on the OLED: asked for once. Then the device knows this phone by a cookie, which no script can read.
import { h, sheet } from "./dom.js";
import { t } from "./words.js";

const KEY = "lifeguard-paired";
let known = read();

function read() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // a private window may refuse to keep anything
  }
}

function keep(is) {
  known = is;
  try {
    if (is) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // then it is remembered as long as the page is open
  }
}

/** Whether the device should know this phone; it may have forgotten it. */
export const paired = () => known;
export const unpair = () => keep(false);

/** Pairs this phone by these digits: the answer, or null if there is none. */
export async function pairWith(digits) {
  const answer = await fetch("/api/pair", { method: "POST", headers: { "X-Lifeguard-Pin": digits } }).catch(() => null);
  if (answer?.ok) keep(true);
  return answer;
}

/** Asks for the PIN until it is right; true when it is, false when the sheet was closed. */
export function askPin(problem = "") {
  return new Promise((done) => {
    const field = h("input", {
      id: "pin", name: "pin", inputmode: "numeric", autocomplete: "off", maxlength: 12, required: true, "aria-describedby": "pin-said",
    });
    const said = h("p.bad", { id: "pin-said", role: "alert" }, problem);
    const form = h("form", { onsubmit: send },
      h("p", {}, t("To change something, type the digits that {place} shows. Looking on needs none.", { place: document.body.dataset.pinAt ?? t("the display of the device") })),
      h("label", { for: "pin" }, "PIN"), field, said, h("button.big", {}, t("Unlock")));
    const box = sheet(t("Unlock changes"), form);
    let right = false;
    box.addEventListener("close", () => done(right));
    field.focus();

    async function send(event) {
      event.preventDefault();
      const answer = await pairWith(field.value.trim());
      if (answer?.ok) {
        right = true;
        box.close();
        return;
      }
      said.textContent = answer ? (await answer.json()).error : t("The device does not answer");
      field.select();
    }
  });
}
