// The OLED as it is, pixel for pixel; looked at once a second while it is in view.
import { h } from "./dom.js";

const EVERY = 1000;

export function oled() {
  const image = h("img", { alt: "The display of the device as it is now", width: 128, height: 64 });
  let inView = true, tag = null;
  new IntersectionObserver((entries) => { inView = entries.at(-1).isIntersecting; }).observe(image);

  async function look() {
    if (inView && document.visibilityState === "visible") {
      const answer = await fetch("/api/oled.png", { cache: "no-cache" }).catch(() => null);
      if (answer?.ok && answer.headers.get("etag") !== tag) {
        tag = answer.headers.get("etag");
        image.src = `/api/oled.png?${encodeURIComponent(tag)}`;
      }
    }
    setTimeout(look, EVERY);
  }
  look();
  return h("div.card.device", {}, h("h2", {}, "On the device"), h("div.glass", {}, image));
}
