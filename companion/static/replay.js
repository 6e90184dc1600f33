// The replay: a slider through a match. At each step the table, the scores, the photograph and the reason.
import { gone, h, photo } from "./dom.js";
import { drawn, emblem, face, icon, learn } from "./icons.js";
import { reasons } from "./log.js";
import { panel } from "./panel.js";
import { day, get } from "./past.js";
import { capital, t } from "./words.js";

/** The section, and `go(step)`. `moved(step)` is called at each move. */
export function replay(told, moved) {
  const { number, steps } = told.match;
  let at = steps, wanted = null, busy = false;
  const slider = h("input", { type: "range", min: 0, max: steps, value: steps, "aria-label": t("Step of the match"), oninput: () => go(Number(slider.value)) });
  const by = (way, text, sign) => h("button.round", { type: "button", "aria-label": text, onclick: () => go(at + way) }, icon(sign));
  const stage = h("div.stage", { "aria-live": "polite" });
  const thumbs = told.photos.length ? h("div.strip", { role: "group", "aria-label": t("Photographs") }) : null;
  const section = h("section.card.replay", { "aria-label": t("Replay") }, h("h3", {}, t("Replay")),
    h("div.walk", {}, by(-1, t("One step back"), "back"), slider, by(1, t("One step on"), "forth")), stage, thumbs);
  if (thumbs) fill();
  go(steps);
  return { section, go };

  function go(step) {
    at = Math.max(0, Math.min(steps, step));
    slider.value = at;
    slider.setAttribute("aria-valuetext", t("{step} of {of}", { step: at, of: steps }));
    for (const one of thumbs?.children ?? []) one.toggleAttribute("aria-current", Number(one.dataset.step) === at);
    moved(at);
    wanted = at;
    if (!busy) load();
  }

  async function load() { // only the newest wish counts: a slider runs over many
    busy = true;
    while (wanted !== null) {
      const step = wanted;
      wanted = null;
      const moment = await get(`matches/${number}/at/${step}`);
      if (moment && wanted === null) show(moment);
      else if (!moment) stage.replaceChildren(h("p.quiet", {}, t("The device does not answer.")));
    }
    busy = false;
  }

  function show({ page, step, of, at, photo: shot, lost }) {
    learn(page.state);
    const entry = page.log[0];
    const table = panel(page);
    stage.replaceChildren(
      h("p.what", {}, entry && entry.seat !== null ? emblem(entry.seat) : null, h("strong", {}, entry ? capital(entry.text) : t("The match begins")),
        entry && entry.items.some(drawn) && h("span.minis", {}, entry.items.filter(drawn).map(face))),
      h("p.quiet", {}, [t("Step {step} of {of}", { step, of }), day(at)].filter(Boolean).join(" · ")),
      h("div.scene-of", {},
        h("div", {},
          entry?.changed ? h("p.quiet", {}, entry.changed) : null,
          entry?.reasons.length ? reasons(entry.reasons) : null,
          h("ul.standing", {}, page.players.map((player) => h("li", {}, emblem(player.seat), h("span", {}, player.name), h("b", {}, String(player.score)))))),
        shot ? photo(shot, t("The photograph of: {text}", { text: entry.text })) : lost ? gone() : null,
        table));
  }

  function fill() {
    thumbs.append(...told.photos.map((one) => {
      const lost = () => { shot.remove(); thumb.setAttribute("aria-label", t("Step {step}: its photograph is not kept any more", { step: one.step })); };
      const shot = h("img", { src: `/api/photo/${one.photo}.jpg`, alt: "", loading: "lazy", onerror: lost });
      const thumb = h("button.thumb", { type: "button", "data-step": one.step, "aria-label": t("The photograph of step {step}", { step: one.step }), onclick: () => go(one.step) }, shot, h("span", {}, String(one.step)));
      return thumb;
    }));
  }
}
