// The words of the page in the language of this phone: sentences by their pattern in English.
import { LANGUAGE, WORDS } from "./catalogue.js";

export { LANGUAGE, LANGUAGES } from "./catalogue.js";

const rule = new Intl.PluralRules(LANGUAGE);
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** How dates and times are written: as the browser has it where it speaks this language, too. */
export const LOCALE = (navigator.languages ?? []).find((one) => one.split("-")[0] === LANGUAGE) ?? LANGUAGE;

/** What ends a sentence. */
export const STOP = LANGUAGE === "ja" ? "。" : ".";

/** A sentence: t("{name} leaves", { name }). */
export const t = (message, values = {}) => filled(WORDS[message]?.[0] ?? message, values);

/** What is said, with a capital letter; "" of nothing. */
export const capital = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}`;

/** The same with an end. */
export const sentence = (text) => text && `${capital(text)}${/[.。!?！？]$/.test(text) ? "" : STOP}`;

/** A number as this language writes it, with at most so many digits behind its comma. */
export const number = (value, digits = 0, least = 0) => value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits, minimumFractionDigits: least, useGrouping: false }).replace("-", "−");

/** "57%" of a share. */
export const percent = (share) => t("{share}%", { share: number(100 * share) });

/** Minutes in words: "25 min", "1 h 5 min". */
export const lasted = (minutes) => (minutes < 60 ? t("{minutes} min", { minutes: Math.max(1, minutes) }) : t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }));

/** "a, b, c" as this language writes it. */
export const commas = (parts) => (parts.length ? parts.map(String).reduce((some, one) => t("{some}, {one}", { some, one })) : "");

/** A sentence that counts: tn("{count} card", "{count} cards", 3). */
export function tn(one, many, count, values = {}) {
  const forms = WORDS[one] ?? [one, many];
  return filled(rule.select(count) === "one" ? forms[0] : forms.at(-1), { count, ...values });
}
