// The words of the page in the language of this phone: sentences by their pattern in English.
import { LANGUAGE, WORDS } from "./catalogue.js";

export { LANGUAGE, LANGUAGES } from "./catalogue.js";

const rule = new Intl.PluralRules(LANGUAGE);
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A sentence: t("{name} leaves", { name }). */
export const t = (message, values = {}) => filled(WORDS[message]?.[0] ?? message, values);

/** A sentence that counts: tn("{count} card", "{count} cards", 3). */
export function tn(one, many, count, values = {}) {
  const forms = WORDS[one] ?? [one, many];
  return filled(rule.select(count) === "one" ? forms[0] : forms.at(-1), { count, ...values });
}
