// The PIN on the OLED: asked for once, kept on this phone until the device refuses it.
import { h, sheet } from "./dom.js";

const KEY = "lifeguard-pin";
let kept = read();

function read() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // a private window may refuse to keep anything
  }
}

function keep(digits) {
  kept = digits;
  try {
    if (digits) localStorage.setItem(KEY, digits);
    else localStorage.removeItem(KEY);
  } catch {
    // then it is kept as long as the page is open
  }
}

export const pin = () => kept;
export const forgetPin = () => keep("");

/** Asks for the PIN until it is right; true when it is, false when the sheet was closed. */
export function askPin(problem = "") {
  return new Promise((done) => {
    const field = h("input", {
      id: "pin", name: "pin", inputmode: "numeric", autocomplete: "off", maxlength: 12, required: true, "aria-describedby": "pin-said",
    });
    const said = h("p.bad", { id: "pin-said", role: "alert" }, problem);
    const form = h("form", { onsubmit: send },
      h("p", {}, "To change something, type the digits that the display of the device shows. Looking on needs none."),
      h("label", { for: "pin" }, "PIN"), field, said, h("button.big", {}, "Unlock"));
    const box = sheet("Unlock changes", form);
    let right = false;
    box.addEventListener("close", () => done(right));
    field.focus();

    async function send(event) {
      event.preventDefault();
      const digits = field.value.trim();
      const answer = await fetch("/api/pin", { method: "POST", headers: { "X-Lifeguard-Pin": digits } }).catch(() => null);
      if (answer?.ok) {
        keep(digits);
        right = true;
        box.close();
        return;
      }
      said.textContent = answer ? (await answer.json()).error : "The device does not answer";
      field.select();
    }
  });
}
