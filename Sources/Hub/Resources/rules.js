// The rules of an event: an organiser sees and changes them, and closes the event.
import { $, local, make, say } from "./page.js";
import { t } from "./words.js";

/** The members of the rules that a form's field has, and how its text becomes a value. */
const texts = ["name", "note"], choices = ["reentry", "unlisted", "oldKeys", "exits"], numbers = ["admits", "undo"];
const times = ["opens", "closes", "dayStarts"];
const field = (name) => $(`rule-${name}`);

/** The hub notes in English what was changed. These are the words for it, by the hub's: whole notes, fields, and fields of zones. */
const wholes = { closed: t`The event is closed: nobody enters.`, "opened again": t`The event is open again.`, "note for staff changed": t`The note for staff was changed.` };
const names = {
  name: t`Name`, opens: t`Opens`, closes: t`Closes`, "people per ticket": t`People per ticket`, "re-entry": t`May guests come back in?`, "tickets on no list": t`Ticket on no list`,
  "codes of old keys": t`Code of an old key`, exits: t`Exits let out`, "minutes to undo": t`Minutes to undo an entry`, "day begins": t`A day begins`,
};
const zoneNames = [[/^capacity of (.+)$/, t`At most inside`], [/^when (.+) is full$/, t`When full`], [/^only listed tiers in (.+)$/, t`Only tiers that are listed for it`]];
const zoneValues = { none: t`no limit`, refuse: t`Refuse`, ask: t`Ask staff`, yes: t`yes`, no: t`no` };
/** The fields of this form whose choices have the words for a value. */
const choiceOf = { "re-entry": "reentry", "tickets on no list": "unlisted", "codes of old keys": "oldKeys", exits: "exits" };
const isTime = (key) => ["opens", "closes", "day begins"].includes(key);
/** Where another change begins; the name of an event may have semicolons too. */
const nextChange = new RegExp(`; (?=(?:${[...Object.keys(names), "capacity of .+", "when .+ is full", "only listed tiers in .+"].join("|")}): |note for staff changed(?:;|$))`);

/** Returns a value of an event in words. */
function valueInWords(key, value, day) {
  const choices = choiceOf[key] ? [...field(choiceOf[key]).options] : [];
  const choice = choices.find((option) => option.value === value);
  if (choice) return choice.text;
  if (value === "none" && key !== "name") return t`no limit`;
  return isTime(key) ? day(Date.parse(value)) : value;
}

/** Returns one change in words. */
function changeInWords(change, day) {
  const [, key, now, then] = change.match(/^(.+?): (.+), before (.+)$/s) ?? [];
  if (!key) return wholes[change] ?? change;
  for (const [pattern, label] of zoneNames) {
    const zone = key.match(pattern)?.[1];
    if (!zone) continue;
    const name = `${t`Zone ${zone}`} · ${label}`;
    return t`${name}: ${zoneValues[now] ?? now}, before: ${zoneValues[then] ?? then}`;
  }
  return t`${names[key] ?? key}: ${valueInWords(key, now, day)}, before: ${valueInWords(key, then, day)}`;
}

const changesInWords = (changes, day) => changes.split(nextChange).map((change) => changeInWords(change, day)).join("; ");

/**
 * Returns the part of the page that shows and changes rules.
 *
 * @param {(path: string, body?: object) => Promise<object>} fetched - Asks the hub; see page.js.
 * @param {(milliseconds: number) => string} day - Returns a time in words.
 * @param {() => void} changed - Called when the event has changed.
 */
export function rulesEditor(fetched, day, changed) {
  let event, opened, loaded, wasClosed;

  function setTime(name, value) {
    const input = field(name);
    input.value = value === undefined ? "" : local(value);
    // Seconds are not shown, and stay as they are unless the field is changed.
    Object.assign(input.dataset, { text: input.value, exact: value ?? "" });
  }

  function time(name) {
    const { value, dataset } = field(name);
    if (value === dataset.text) return dataset.exact === "" ? undefined : Number(dataset.exact);
    return value ? new Date(value).getTime() : undefined;
  }

  function zoneRow(zone) {
    const row = make("fieldset", "", {}, make("legend", t`Zone ${zone.name}`));
    const capacity = make("input", "", { type: "number", min: 1, max: 1000000000, value: zone.capacity ?? "", placeholder: t`no limit` });
    const full = make("select", "", {}, make("option", t`Refuse`, { value: "refuse" }), make("option", t`Ask staff`, { value: "ask" }));
    full.value = zone.whenFull;
    const only = make("input", "", { type: "checkbox", checked: zone.restricted });
    row.append(make("div", "", { className: "row" }, make("label", `${t`At most inside`} `, {}, capacity), make("label", `${t`When full`} `, {}, full),
      make("label", "", { className: "check" }, only, ` ${t`Only tiers that are listed for it`}`)));
    row.rules = () => ({ name: zone.name, capacity: capacity.value === "" ? undefined : Number(capacity.value), whenFull: full.value, restricted: only.checked });
    return row;
  }

  function fill(answer) {
    opened = answer;
    loaded = event;
    const { rules } = answer;
    for (const name of texts) field(name).value = rules[name] ?? "";
    for (const name of [...choices, ...numbers]) field(name).value = rules[name];
    for (const name of times) setTime(name, rules[name]);
    $("ruleZones").replaceChildren(...rules.zones.map(zoneRow));
    $("ruleChanges").replaceChildren(...answer.changes.map((change) => make("li", "", {}, make("p", changesInWords(change.what, day)), make("small", `${change.by}, ${day(change.at)}`))));
    $("rulesForm").hidden = false;
  }

  /** Shows what the hub answers; after somebody else's change, the event as it is now. */
  async function take({ value, problem }, done) {
    if (problem) say(problem.text);
    if (problem?.type === "changed-meanwhile") return load();
    if (!value) return;
    fill(value);
    say(done);
    changed();
  }

  async function load() {
    const asked = event;
    const { value, problem } = await fetched(`/organiser/events/${asked}`);
    if (asked !== event) return;
    if (problem) say(problem.text);
    if (value) fill(value);
  }

  function read() {
    const rules = { zones: [...$("ruleZones").children].map((row) => row.rules()) };
    for (const name of texts) rules[name] = field(name).value.trim();
    if (!rules.note) delete rules.note;
    for (const name of choices) rules[name] = field(name).value;
    for (const name of numbers) rules[name] = Number(field(name).value);
    for (const name of times) rules[name] = time(name);
    return rules;
  }

  async function send(path, body, done) {
    for (const button of $("rules").querySelectorAll("button")) button.disabled = true;
    const asked = event;
    const answer = await fetched(`/organiser/events/${asked}${path}`, body);
    for (const button of $("rules").querySelectorAll("button")) button.disabled = false;
    if (asked === event) await take(answer, done);
  }

  $("rulesMore").ontoggle = () => { if ($("rulesMore").open && loaded !== event) load(); };
  $("rulesForm").onsubmit = (submitted) => {
    submitted.preventDefault();
    send("", { version: opened.version, rules: read() }, t`Saved; connected gates have it within seconds.`);
  };
  $("closing").onclick = () => {
    if (wasClosed) return send("/closing", { closed: false }, t`${t`The event is open again.`} Connected gates have it within seconds.`);
    $("closeAsk").hidden = false;
    $("closeNow").focus();
  };
  $("closeNot").onclick = () => { $("closeAsk").hidden = true; $("closing").focus(); };
  $("closeNow").onclick = async () => {
    $("closeAsk").hidden = true;
    await send("/closing", { closed: true }, t`${t`The event is closed: nobody enters.`} Connected gates have it within seconds.`);
  };

  /** Shows the event of the page's state to who may change it. */
  return (state, who) => {
    $("rules").hidden = who.role !== "organiser" || !state.event;
    if (event !== state.event) {
      event = state.event;
      $("rulesForm").hidden = $("closeAsk").hidden = true;
      $("ruleChanges").replaceChildren();
      if ($("rulesMore").open) load();
    }
    wasClosed = state.closed !== undefined;
    $("closing").textContent = wasClosed ? t`Open the event again` : t`Close the event`;
  };
}
