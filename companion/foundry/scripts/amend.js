// Corrections at the table amend the chat: each roll remembers the throws that it was made of.
import { METHOD, READ } from "./resolver.js";
import { faces } from "./tray.js";

/** Modifiers that only sort out what was thrown. All others throw again, so that a corrected die would need other dice. */
const SORTING = /^(k[hl]?|d[hl]?|min|max|cs|cf|df|sf|ms|even|odd)/;

/** The throws of a roll as they stand on the box now; null if it does not know them, or nothing has changed. */
export function truth(throws, { address, page }) {
  const now = throws.map((one) => {
    if (one.address !== address || one.match !== page.match || one.event < (page.log[0]?.index ?? 0)) return one;
    const entry = page.log.find(({ index }) => index === one.event);
    if (!entry || (entry.photo ?? null) !== one.photo) return { ...one, takenBack: true };
    const { takenBack, ...kept } = one;
    return { ...kept, first: one.first ?? one.faces, faces: faces(entry) };
  });
  return now.some((one, number) => changed(one, throws[number])) ? now : null;
}

const changed = (a, b) => Boolean(a.takenBack) !== Boolean(b.takenBack) || `${a.faces}` !== `${b.faces}`;

/** The roll with the dice that its throws show, with its total; null for one that is not changed by itself. */
export async function rerolled(roll, throws) {
  const amended = roll.constructor.fromData(roll.toJSON()), shown = throws.flatMap((one) => one.faces);
  const dice = amended.dice.filter((die) => die.method === METHOD && die.denomination === READ);
  const plain = dice.every((die) => amended.terms.includes(die) && die.modifiers.every((modifier) => SORTING.test(modifier)));
  if (!plain || dice.reduce((sum, die) => sum + die.results.length, 0) !== shown.length) return null;
  for (const die of dice) {
    die.results = die.results.map(() => ({ result: shown.shift(), active: true }));
    await die._evaluateModifiers();
  }
  amended._total = amended._evaluateTotal();
  return amended;
}

/** What the message says below: a key of a sentence and its data, or null. */
function note(throws, amended) {
  if (throws.some((one) => one.takenBack)) return { key: "TakenBack" };
  const now = throws.flatMap((one) => one.faces).join(", "), was = throws.flatMap((one) => one.first ?? one.faces).join(", ");
  return now === was ? null : { key: amended ? "Corrected" : "Really", now, was };
}

/** Brings a chat message into line with the box, if one of its rolls was corrected or taken back there. */
export async function amend(message, box, id) {
  const rolls = [...message.rolls];
  let said;
  for (const [number, roll] of rolls.entries()) {
    const throws = roll.options?.lifeguard && truth(roll.options.lifeguard, box);
    if (!throws) continue;
    const amended = await rerolled(roll, throws);
    said = note(throws, amended);
    rolls[number] = amended ?? roll;
    rolls[number].options.lifeguard = throws;
  }
  if (said === undefined) return;
  const total = (of) => String(of.reduce((sum, roll) => sum + roll.total, 0));
  const content = message.content === total(message.rolls) ? { content: total(rolls) } : {};
  await message.update({ ...content, rolls: rolls.map((roll) => JSON.stringify(roll.toJSON())), flags: { [id]: { note: said } } });
}
