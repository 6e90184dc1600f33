// The sea above every page: the sun, three rows of waves, and a fin that prowls between them.
import { svg } from "./dom.js";

const RIGHT = 1240, FLOOR = 120;

/** A row of waves, each so long and so tall, from the left end to beyond the picture's right. */
function waves(name, left, y, long, tall) {
  const more = Math.ceil((RIGHT - left) / long) - 1;
  return `<path class="${name}" d="M${left} ${y}q${long / 2}-${tall} ${long} 0${`t${long} 0`.repeat(more)}V${FLOOR}H${left}z"/>`;
}

const scene = svg(`<circle class="sun" cx="1076" cy="44" r="23"/>${waves("far", 0, 74, 100, 14)}
  <path class="fin" d="M640 88c6-24 22-34 40-38-8 12-8 26 4 38z"/>
  ${waves("mid", -40, 90, 80, 13)}${waves("near", -20, 106, 60, 10)}`, `0 0 1200 ${FLOOR}`, "scene");
scene.setAttribute("preserveAspectRatio", "xMaxYMax slice");
document.querySelector(".sea").prepend(scene);
