// Curves of a match: a line a seat in its colour, with its emblem, and a mark that follows the replay.
import { h, s } from "./dom.js";
import { emblemAt, seatLine } from "./icons.js";
import { t } from "./words.js";

const TALL = 220, LEFT = 40, RIGHT = 64, TOP = 12, FLOOR = 24, END = 22;

/** `curve` has the steps `at` and for each seat its values; `about` is a value that is always in view. Where the one
 *  curve is not that of a seat, `seated` is false. Gives the figure, and `mark(step)`. A click calls `step` with the step there. */
export function plot({ curve, names, label, about = 0, step = null, seated = true, xName = t("step") }) {
  const holder = h("figure.plot", {});
  let drawn = 0, marked = null;
  const view = new ResizeObserver(() => holder.clientWidth && holder.clientWidth !== drawn && draw());
  view.observe(holder);
  return { figure: holder, mark };

  function draw() {
    const wide = drawn = holder.clientWidth;
    const flat = curve.seats.flat();
    const ticks = scale(Math.min(about, ...flat), Math.max(about, 1, ...flat));
    const [low, high] = [ticks[0], ticks.at(-1)], last = curve.at.at(-1) || 1, first = curve.at.length > 1 ? curve.at[0] : 0;
    const x = (at) => LEFT + ((at - first) / (last - first || 1)) * (wide - LEFT - RIGHT);
    const y = (value) => TOP + (1 - (value - low) / (high - low)) * (TALL - TOP - FLOOR);
    const path = (values) => values.map((value, n) => (n ? `H${x(curve.at[n]).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(curve.at[0]).toFixed(1)} ${y(value).toFixed(1)}`)).join("");
    const spoken = `${label}: ${names.map((name, seat) => `${name} ${Math.round(curve.seats[seat].at(-1))}`).join(", ")}`;
    const line = s("line", { class: "cursor", y1: TOP, y2: TALL - FLOOR, hidden: "" });
    const ends = spread(curve.seats.map((values) => y(values.at(-1))));
    const picture = s("svg", { viewBox: `0 0 ${wide} ${TALL}`, role: "img", "aria-label": spoken },
      ...ticks.map((tick) => s("g", { class: tick === about ? "tick about" : "tick" }, s("line", { x1: LEFT, x2: wide - RIGHT, y1: y(tick), y2: y(tick) }), text(LEFT - 8, y(tick) + 4, String(tick).replace("-", "−"), "end"))),
      text(x(first), TALL - 6, `${xName} ${first}`, "start"), text(x(last), TALL - 6, String(last), "end"),
      ...curve.seats.flatMap((values, seat) => (seated ? seatLine(seat, (props) => s("path", { ...props, d: path(values) })) : [s("path", { class: "seat-line alone", d: path(values) })])),
      ...(seated ? curve.seats.map((values, seat) => within(seat, values)) : []),
      line,
      ...curve.seats.map((values, seat) => {
        const sign = seated ? [emblemAt(seat, wide - RIGHT + 14, ends[seat], 18)] : [];
        return s("g", {}, ...sign, text(wide - RIGHT + (seated ? 27 : 8), ends[seat] + 4, String(Math.round(values.at(-1))).replace("-", "−"), "start", "value"));
      }));
    function within(seat, values) { // an emblem on the way too, each at another place, so that lines that cross stay apart
      const n = Math.floor((values.length - 1) * (seat + 1) / (curve.seats.length + 1));
      return emblemAt(seat, x(curve.at[n]), y(values[n]), 15);
    }
    if (step) picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      step(Math.round(first + ((event.clientX - box.left - LEFT) / (wide - LEFT - RIGHT)) * (last - first)));
    });
    holder.replaceChildren(picture);
    holder.set = (at) => {
      line.removeAttribute("hidden");
      line.setAttribute("x1", x(at));
      line.setAttribute("x2", x(at));
    };
    if (marked !== null) holder.set(marked);
  }

  function mark(at) {
    marked = at;
    holder.set?.(at);
  }
}

const text = (x, y, words, anchor, name = "note") => s("text", { x, y, "text-anchor": anchor, class: name }, words);

/** Round numbers from below `low` to above `high`, three to six of them. */
function scale(low, high) {
  const raw = Math.max(1, (high - low || 1) / 4), ten = 10 ** Math.floor(Math.log10(raw));
  const unit = [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= raw);
  const ticks = [];
  for (let at = Math.floor(low / unit); at * unit < high + unit * 0.999; at += 1) ticks.push(Number((at * unit).toPrecision(12)));
  return ticks;
}

/** Heights moved apart, so that nothing lies on anything else. */
function spread(heights) {
  const order = heights.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y);
  for (let n = 1; n < order.length; n += 1) order[n].y = Math.max(order[n].y, order[n - 1].y + END);
  let floor = TALL - FLOOR + 4;
  for (let n = order.length - 1; n >= 0; n -= 1, floor -= END) order[n].y = Math.min(order[n].y, floor);
  const moved = [];
  for (const { y, seat } of order) moved[seat] = y;
  return moved;
}
