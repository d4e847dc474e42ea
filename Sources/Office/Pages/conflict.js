// Somebody else's change: what is saved now beside what was typed.
import { make } from "./page.js";
import { button, moment, table } from "./parts.js";
import { reentries } from "./rows.js";
import { t } from "./words.js";

const labels = { name: t`Name`, opens: t`Opens`, closes: t`Closes`, admits: t`People per ticket`, reentry: t`Come back in`, note: t`What staff check`, unlisted: t`Ticket on no list`, oldKeys: t`Code of an old key`, venue: t`Venue`, address: t`Address`, starts: t`Starts` };
const places = { direction: t`Use`, zone: t`Zone`, gates: t`Gates`, capacity: t`At most inside`, whenFull: t`When full`, colour: t`Colour` };
const times = ["opens", "closes", "starts"];
const words = Object.fromEntries([...reentries, ["refuse", t`Refuse`], ["ask", t`Ask staff`], ["admit", t`Admit`], ["entry", t`Entry`], ["exit", t`Exit`], ["check", t`Check only`]]);

function shown(name, value) {
  if (value === undefined || value === "") return "nothing";
  return times.includes(name) ? moment(value) : words[value] ?? [value].flat().join(", ");
}

/** A gate, tier or zone in a few words. */
const worded = (thing) => thing && Object.entries(thing).filter(([name, value]) => value !== undefined && (labels[name] ?? places[name]) && name !== "name")
  .map(([name, value]) => `${labels[name] ?? places[name]}: ${shown(name, value)}`).sort().join(" · ");

/** The lines in which one list of gates, tiers or zones differs from another. */
function listDifferences(title, theirs, mine) {
  const names = [...new Set([...theirs, ...mine].map(({ name }) => name))];
  const find = (list, name) => worded(list.find((thing) => thing.name === name));
  return names.map((name) => [`${title} ${name}`, find(theirs, name), find(mine, name)])
    .filter(([, one, other]) => one !== other)
    .map(([title, one, other]) => [title, one ?? t`not there`, other ?? t`not there`]);
}

function differences(current, typed) {
  const fields = Object.keys(labels).filter((name) => (current.event[name] ?? "") !== (typed.event[name] ?? ""))
    .map((name) => [labels[name], shown(name, current.event[name]), shown(name, typed.event[name])]);
  return [...fields, ...listDifferences(t`Gate`, current.gates, typed.gates), ...listDifferences(t`Tier`, current.tiers, typed.tiers), ...listDifferences(t`Zone`, current.zones, typed.zones)];
}

/**
 * Returns the panel that shows a conflict.
 *
 * @param {object} current - What is saved now.
 * @param {object} typed - What the form has.
 * @param {{mine: () => void, theirs: () => void}} choices - What the buttons do.
 */
export function conflictPanel(current, typed, { mine, theirs }) {
  const rows = differences(current, typed).map(([title, one, other]) =>
    make("tr", "", {}, make("th", title, { scope: "row" }), make("td", one), make("td", other)));
  return make("section", "", { className: "conflict" }, make("h2", t`Somebody changed this event meanwhile`, { tabIndex: -1 }),
    make("p", t`Nothing is lost: your text is still in the form. Compare, then choose.`),
    table(t`Differences`, [t`What`, t`Saved now`, t`You typed`], rows, t`Both are the same.`),
    make("div", "", { className: "row" }, button(t`Save what I typed`, "", mine, "strong"), button(t`Take what is saved`, "", theirs)));
}
