// The OLED as it is, pixel for pixel; looked at once a second while it is in view.
import { h } from "./dom.js";
import { t } from "./words.js";

const EVERY = 1000;

export function oled() {
  const glass = h("canvas", { role: "img", "aria-label": t("The display of the device as it is now"), width: 128, height: 64 });
  let inView = true, tag = "";
  new IntersectionObserver((entries) => { inView = entries.at(-1).isIntersecting; }).observe(glass);

  async function look() {
    if (inView && document.visibilityState === "visible") await show().catch(() => {}); // the next look is soon
    setTimeout(look, EVERY);
  }

  async function show() {
    const answer = await fetch("/api/oled.png", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (!answer.ok) return; // 304: it has not changed
    tag = answer.headers.get("etag");
    glass.getContext("2d").drawImage(await createImageBitmap(await answer.blob()), 0, 0);
  }

  look();
  return h("div.card.device", {}, h("h2", {}, t("On the device")), h("div.glass", {}, glass));
}
