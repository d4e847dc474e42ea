// The words of a page in the reader's language: English texts are the keys of a catalogue for each other language.

/** The languages that a page can have, each with its own name. */
export const languages = { en: "English", sw: "Kiswahili", lg: "Luganda", fr: "Français", de: "Deutsch", es: "Español", ar: "العربية" };

/** Where this browser keeps the language that somebody has chosen. */
const memory = "language";

/** Returns the language that was chosen, otherwise the first of the browser's that the page has; English without any. */
function preferred() {
  const chosen = localStorage.getItem(memory);
  if (Object.hasOwn(languages, chosen ?? "")) return chosen;
  return navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => Object.hasOwn(languages, tag)) ?? "en";
}

/** Only a page that says so has other languages than English. */
export const language = "translated" in document.documentElement.dataset ? preferred() : "en";

/** The language for numbers and dates: the browser's own kind of it, if that is the page's. */
export const locale = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;

/**
 * The texts of the language by the English ones: `texts` of the pages, `said`, sentences of the server, and `parts`,
 * which the server puts into the gaps of these. Without the file, the page is in English.
 */
const { texts: catalogue, said: sentences, parts } = await words();

async function words() {
  const none = { texts: {}, said: {}, parts: {} };
  if (language === "en") return none;
  return fetch(`/words-${language}.json`).then((answer) => answer.ok ? answer.json() : none).catch(() => none);
}

const isRightToLeft = language === "ar";
const numerals = new Intl.PluralRules(language);
document.documentElement.lang = language;
document.documentElement.dataset.locale = locale;
document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";

/** Keeps what is inserted into a text from changing the order of the words around it. */
const isolated = (value) => isRightToLeft ? `\u2068${value}\u2069` : `${value}`;

/** Returns a text with values in its gaps, `{0}`, `{1}` and so on. */
const filled = (text, values) => text.replace(/\{(\d+)\}/g, (_, index) => isolated(values[index]));

/** Returns the key of a text with gaps. */
const keyOf = (parts) => parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`);

/** The tag of texts that people read: t`${name} has entered.` is in the catalogue as "{0} has entered." */
export function t(parts, ...values) {
  const key = keyOf(parts);
  return filled(catalogue[key] ?? key, values);
}

/** Returns a number as the language writes it. */
export const number = (value) => value.toLocaleString([locale, "en"]);

/** Returns the form of a noun or a sentence that a number needs, without the number. */
export function plural(value, one, many = `${one}s`) {
  const forms = catalogue[`${one}|${many}`];
  return forms ? forms[numerals.select(value)] ?? forms.other : value === 1 ? one : many;
}

/** Returns a number with the right one of two nouns or sentences: "1 ticket", "1,240 tickets". */
export const count = (value, one, many = `${one}s`) => filled(plural(value, `{0} ${one}`, `{0} ${many}`), [number(value)]);

/** Returns texts as a list in words: "3 pictures and 1 ZIP file"; a `disjunction` has "or". */
export const listed = (texts, type = "conjunction") => new Intl.ListFormat(locale, { type }).format(texts);

/** Returns what finds a text whose gaps a server has filled in. */
const patternOf = (key, gap = "(.+?)") => new RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d+\}/g, gap)}$`, "su");

/**
 * Returns texts with what finds them, the longest first: "{0} more" is also the end of "{0}, and {1} more". What is
 * quoted in one is somebody's own words.
 */
const found = (texts) => Object.entries(texts).sort(([one], [other]) => other.length - one.length).map(([key, text]) => ({
  text, pattern: patternOf(key), isQuoted: [...key.matchAll(/([“"']?)\{\d+\}/g)].map(([, quote]) => quote !== "") }));
const sentencePatterns = found(sentences), partPatterns = found(parts);

/** The nouns with a number: "3 rows". */
const countPatterns = Object.entries(catalogue).filter(([key]) => key.startsWith("{0} ") && key.includes("|")).map(([key, forms]) => ({
  forms, pattern: new RegExp(key.split("|").map((form) => patternOf(form, "(\\d+)").source).join("|"), "u") }));

/** No sentence is longer; somebody's own words in a longer text would keep the patterns busy. */
const longestSentence = 1000;

/** Returns the text that a server has filled in, in the page's language; as it is, if none of these is the one. */
function refilled(filledIn, patterns) {
  if (filledIn.length > longestSentence) return filledIn;
  for (const { text, pattern, isQuoted } of patterns) {
    const values = filledIn.match(pattern)?.slice(1);
    if (values) return filled(text, values.map((value, index) => isQuoted[index] ? value : translatedPart(value)));
  }
  return filledIn;
}

/** Returns what is in a gap in the page's language: "lines 4 and 9", "3 rows". Most of it is somebody's own words. */
function translatedPart(value) {
  for (const { forms, pattern } of countPatterns) {
    const counted = value.match(pattern)?.slice(1).find(Boolean);
    if (counted) return filled(forms[numerals.select(Number(counted))] ?? forms.other, [number(Number(counted))]);
  }
  return refilled(value, partPatterns);
}

/** Returns what a server has counted, "3 tickets, 1 scan", piece by piece in the page's language. */
export const translatedCounts = (text) => text.split(", ").map(translatedPart);

/** Returns a sentence of a server in the page's language; as it is, if the catalogue does not have it. */
export function translated(text) {
  if (!text || language === "en") return text;
  const known = sentences[text] ?? catalogue[text];
  if (typeof known === "string") return known;
  return refilled(text, sentencePatterns);
}

/** Puts the words of a page's HTML into its language. */
function translatePage() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode, key = data.trim();
    if (catalogue[key]) texts.currentNode.data = data.replace(key, () => catalogue[key]);
  }
  for (const element of document.querySelectorAll("[aria-label]")) element.ariaLabel = translated(element.ariaLabel);
  for (const element of document.querySelectorAll("[placeholder]")) element.placeholder = translated(element.placeholder);
}
if (language !== "en") translatePage();

/** Returns a list of the languages; a choice loads the page again. */
export function languageChoice() {
  const list = document.createElement("select");
  list.ariaLabel = t`Language`;
  for (const [tag, name] of Object.entries(languages)) list.append(Object.assign(document.createElement("option"), { value: tag, textContent: name, lang: tag }));
  list.value = language;
  list.onchange = () => {
    localStorage.setItem(memory, list.value);
    location.reload();
  };
  return list;
}

/** What the roles of accounts are called. */
export const roles = { organiser: t`Organiser`, desk: t`Desk`, viewer: t`Viewer` };

/** What the statuses of tickets are called. */
export const statuses = { valid: t`Valid`, unpaid: t`Unpaid`, blocked: t`Blocked`, revoked: t`Revoked`, replaced: t`Replaced` };
