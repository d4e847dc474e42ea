// The lists in the form of an event: gates as chips, tiers and zones as rows.
import { make, say } from "./page.js";
import { button, check, field, icon, instant, timeText, select } from "./parts.js";
import { count, t } from "./words.js";

/** How guests may come back in, as choices. */
export const reentries = [["none", t`No, once only`], ["after-exit", t`Yes, after an exit scan`], ["unlimited", t`Yes, at any time`], ["per-day", t`Once each day`]];

const directions = [["entry", t`Entry`], ["exit", t`Exit`], ["check", t`Check only`]];
const timeInput = (value) => make("input", "", { type: "datetime-local", value: timeText(value) });
const removal = (text, onclick) => make("button", "", { type: "button", className: "away", ariaLabel: text, onclick }, icon("away"));
const changedIn = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

/** Returns a text as the name of a gate or zone: "North gate" becomes "north-gate". */
const plain = (text) => text.trim().toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "").slice(0, 32).replace(/-+$/, "");

/** Makes a typed text a name, and says so if it is another one. */
function named(text) {
  const name = plain(text);
  if (!name && text.trim()) say(t`Names need letters from a to z, or digits.`);
  else if (name !== text.trim()) say(t`It is called ${name}: names have small letters, digits and hyphens.`);
  return name;
}

/** The editor of the gates' names; their directions and zones are rows elsewhere. */
export function gateEditor() {
  const chips = make("ul", "", { className: "chips" });
  const name = make("input", "", { maxLength: 32, autocomplete: "off", autocapitalize: "off", spellcheck: false, placeholder: "backstage" });
  const add = button(t`Add`, "plus", () => {
    added();
    name.focus();
  });
  const element = make("div", "", { className: "stack" }, chips, make("div", "", { className: "row withButton" }, field(t`Add a gate`, name, { hint: t`a to z, digits and hyphens, such as north-gate.` }), add));
  element.dataset.field = "gates";
  let gates = [], saved = new Set(), listener = () => {};

  function show() {
    chips.replaceChildren(...gates.map((gate) => make("li", "", {}, make("span", gate.name), ...(gates.length > 1 && !saved.has(gate.name) ? [removal(t`Remove gate ${gate.name}`, () => {
      gates = gates.filter((other) => other !== gate);
      changed();
      name.focus();
    })] : []))));
  }
  function changed() {
    show();
    listener();
    changedIn(element);
  }
  function added() {
    const text = named(name.value);
    if (!text) return;
    if (gates.some((gate) => gate.name === text)) return say(t`There is a gate ${text} already.`);
    gates = [...gates, { name: text, direction: "entry", zone: gates[0]?.zone ?? "main" }];
    name.value = "";
    changed();
  }
  // A gate that is typed but not added when somebody goes on is meant to be there.
  name.onchange = added;
  name.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    added();
  };

  function placeRow(gate, index, zones) {
    const direction = select(directions, gate.direction), zone = select(zones.map((name) => [name, name]), zones.includes(gate.zone) ? gate.zone : zones[0]);
    direction.onchange = () => { gate.direction = direction.value; };
    zone.onchange = () => { gate.zone = zone.value; };
    return make("fieldset", "", {}, make("legend", t`Gate ${gate.name}`), make("div", "", { className: "pair" },
      field(t`What it does`, direction, { name: `gates.${index}.direction` }), field(t`Leads to zone`, zone, { name: `gates.${index}.zone` })));
  }

  return {
    element,
    /** Boxes and tickets may name a gate that is saved, so it stays. */
    fill: (list, isSaved) => {
      gates = list.map((gate) => ({ ...gate }));
      saved = new Set(isSaved ? list.map(({ name }) => name) : []);
      show();
    },
    read: () => gates.map((gate) => ({ ...gate })),
    names: () => gates.map((gate) => gate.name),
    placeRows: (zones) => gates.map((gate, index) => placeRow(gate, index, zones)),
    whenChanged: (action) => { listener = action; },
  };
}

const numberInput = (properties) => make("input", "", { type: "number", ...properties });

/** The colour of tiers that have none of their own, and those that new ones get, so that no two look the same. */
const usualColour = "#0d7a5c";
const colours = [usualColour, "#c24a7b", "#3a6fb5", "#b27a14", "#7b55b5", "#57852c", "#96604a", "#767983"];

/** Returns the first of the colours that no tier has. */
const freeColour = (tiers) => colours.find((colour) => tiers.every((tier) => (tier.colour ?? usualColour) !== colour));

function tierRow(tier, index, gateNames, isSaved, remove) {
  const name = make("input", "", { value: tier.name ?? "", maxLength: 100, autocomplete: "off", placeholder: "VIP", readOnly: isSaved });
  const admits = numberInput({ min: 1, max: 1000, value: tier.admits ?? "", placeholder: t`as event` });
  const reentry = select([["", t`As the event`], ...reentries], tier.reentry ?? "");
  const opens = timeInput(tier.opens), closes = timeInput(tier.closes);
  const note = make("input", "", { value: tier.note ?? "", maxLength: 500, autocomplete: "off", placeholder: t`Student card` });
  const colour = make("input", "", { type: "color", value: tier.colour ?? usualColour });
  const gates = make("div", "", { className: "row checks" });
  const chosen = () => [...gates.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
  let only = tier.gates;
  // A gate that was removed stays in sight while a tier names it: without it, the tier would enter everywhere.
  const showGates = () => gates.replaceChildren(...[...new Set([...gateNames(), ...(only ?? [])])].map((gate) => check(gate, { value: gate, checked: !only || only.includes(gate) }).label));
  gates.onchange = (event) => {
    if (!chosen().length) {
      event.target.checked = true;
      return say(t`A tier enters at one gate at least.`);
    }
    only = chosen().length === gates.children.length ? undefined : chosen();
  };
  showGates();
  const own = [tier.opens, tier.closes, tier.note, tier.gates].some((value) => value !== undefined);
  const path = (member) => ({ name: `tiers.${index}.${member}` });
  const element = make("fieldset", "", { className: "tier" }, make("legend", t`Tier ${index + 1}`, { className: "unseen" }),
    make("div", "", { className: "tierRow" },
      field(t`Name`, name, { ...path("name"), hint: tier.tickets ? t`${count(tier.tickets, "ticket")}; the name stays.` : isSaved ? t`The name stays.` : undefined }),
      field(t`People`, admits, path("admits")), field(t`Come back in?`, reentry, path("reentry")),
      isSaved ? make("span") : removal(t`Remove tier ${index + 1}`, remove),
      field(t`Colour on tickets`, colour, { ...path("colour"), className: "swatch" })),
    make("details", "", { open: own }, make("summary", t`Own times, gates, note for staff`), make("div", "", { className: "stack" },
      make("div", "", { className: "pair" }, field(t`Opens`, opens, path("opens")), field(t`Closes`, closes, path("closes"))),
      field(t`What staff check`, note, path("note")),
      make("fieldset", "", { className: "plain" }, make("legend", t`Enters at`), gates))));
  const read = () => ({ ...tier, name: name.value.trim(), admits: admits.value === "" ? undefined : Number(admits.value), reentry: reentry.value || undefined,
    opens: instant(opens.value), closes: instant(closes.value), note: note.value.trim() || undefined, gates: only,
    colour: colour.value === usualColour ? undefined : colour.value });
  return { element, read, showGates, name };
}

/** The editor of the tiers; `gateNames` returns the gates that a tier can enter at. */
export function tierEditor(gateNames) {
  const list = make("div", "", { className: "stack" });
  const add = button(t`Add a tier`, "plus", () => {
    const others = read();
    tiers = [...others, { colour: freeColour(others) }];
    show();
    rows.at(-1).name.focus();
    changedIn(element);
  });
  const element = make("div", "", { className: "stack" }, list, make("div", "", { className: "row" }, add));
  element.dataset.field = "tiers";
  let tiers = [], rows = [], saved = new Set();
  const read = () => rows.map((row) => row.read());

  function show() {
    rows = tiers.map((tier, index) => tierRow(tier, index, gateNames, saved.has(tier.name), () => {
      tiers = read().filter((_, other) => other !== index);
      show();
      add.focus();
      changedIn(element);
    }));
    list.replaceChildren(...rows.map((row) => row.element));
  }

  return {
    element,
    fill: (list, isSaved) => {
      tiers = list;
      saved = new Set(isSaved ? list.map(({ name }) => name) : []);
      show();
    },
    // A row without a name is one that was added and then not needed.
    read: () => read().filter(({ name }) => name),
    gatesChanged: () => { for (const row of rows) row.showGates(); },
  };
}

function zoneRow(zone, index, isSaved, remove, renamed) {
  const name = make("input", "", { value: zone.name ?? "", maxLength: 32, autocomplete: "off", autocapitalize: "off", spellcheck: false, readOnly: isSaved });
  name.onchange = () => {
    name.value = named(name.value);
    renamed();
  };
  const capacity = numberInput({ min: 1, max: 1000000000, value: zone.capacity ?? "", placeholder: t`no limit` });
  const full = select([["refuse", t`Refuse`], ["ask", t`Ask staff`]], zone.whenFull);
  const element = make("div", "", { className: "tierRow" }, field(t`Zone`, name, { name: `zones.${index}.name` }), field(t`At most inside`, capacity, { name: `zones.${index}.capacity` }),
    field(t`When full`, full, { name: `zones.${index}.whenFull` }), remove ? removal(t`Remove zone ${index + 1}`, remove) : make("span"));
  return { element, name, read: () => ({ ...zone, name: name.value.trim(), capacity: capacity.value === "" ? undefined : Number(capacity.value), whenFull: full.value }) };
}

/** The editor of the zones. */
export function zoneEditor() {
  const list = make("div", "", { className: "stack" });
  const add = button(t`Add a zone`, "plus", () => {
    zones = [...read(), { name: "", whenFull: "refuse" }];
    show();
    rows.at(-1).name.focus();
  });
  const element = make("div", "", { className: "stack" }, list, make("div", "", { className: "row" }, add));
  element.dataset.field = "zones";
  let zones = [], rows = [], saved = new Set(), listener = () => {};
  const read = () => rows.map((row) => row.read());

  function show() {
    rows = zones.map((zone, index) => zoneRow(zone, index, saved.has(zone.name), zones.length > 1 && !saved.has(zone.name) && (() => {
      zones = read().filter((_, other) => other !== index);
      show();
      listener();
      add.focus();
      changedIn(element);
    }), () => listener()));
    list.replaceChildren(...rows.map((row) => row.element));
  }

  return {
    element,
    fill: (list, isSaved) => {
      zones = list;
      saved = new Set(isSaved ? list.map(({ name }) => name) : []);
      show();
    },
    read: () => read().filter(({ name }) => name),
    names: () => read().map(({ name }) => name).filter(Boolean),
    whenChanged: (action) => { listener = action; },
  };
}
