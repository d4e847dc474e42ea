// The event: its form, what its rules mean at the door, and somebody else's change in the meantime.
import { closeEvent, eventOf, fetched, office, update } from "./asking.js";
import { make, say } from "./page.js";
import { alone, clearWrong, field, heading, instant, timeText, paused, select, showWrong, twice } from "./parts.js";
import { gateEditor, reentries, tierEditor, zoneEditor } from "./rows.js";
import { conflictPanel } from "./conflict.js";
import { designFields, logoField, sampleTicket } from "./design.js";
import { t, translated } from "./words.js";

const nothing = {
  suite: 1,
  event: { name: "", admits: 1, reentry: "none", unlisted: "refuse", oldKeys: "refuse" },
  gates: [{ name: "main", direction: "entry", zone: "main" }],
  zones: [{ name: "main", whenFull: "refuse" }],
  tiers: [],
};
/** A year of whole weeks: it keeps the weekday. */
const year = 52 * 7 * 86400000;

const moved = (time, by) => time === undefined ? undefined : time + by;

/** Last year's event as the beginning of a new one: the same rules, the same weekday, no tickets. */
function copied({ id, suite, event, gates, zones, tiers }) {
  let by = 0;
  while (event.opens !== undefined && event.opens + by < office.state.now) by += year;
  const shifted = (terms) => ({ ...terms, opens: moved(terms.opens, by), closes: moved(terms.closes, by) });
  return { copyOf: id, suite, event: { ...shifted(event), starts: moved(event.starts, by) }, gates, zones, tiers: tiers.map((tier) => ({ ...shifted(tier), tickets: 0 })) };
}

/** Whether a time zone has this browser's time, in winter and in summer, whatever it is called. */
function isSameClock(zone) {
  const shown = (timeZone) => [0, 6].map((month) => new Date(office.state.now + month * 30 * 86400000).toLocaleString("en", { timeZone })).join();
  try {
    return shown(zone) === shown(undefined);
  } catch {
    return true;
  }
}

const timeInput = () => make("input", "", { type: "datetime-local" });

/** The form of an event; returns its element, and functions that fill and read it. */
function eventForm(isNew, logo) {
  const name = make("input", "", { maxLength: 500, required: true, autocomplete: "off", placeholder: "Summer Night 2027" });
  const opens = timeInput(), closes = timeInput();
  const admits = make("input", "", { type: "number", min: 1, max: 1000, required: true });
  const reentry = select(reentries);
  const note = make("input", "", { maxLength: 500, autocomplete: "off", placeholder: t`Photo ID` });
  const unlisted = select([["refuse", t`Refuse`], ["ask", t`Ask staff`], ["admit", t`Admit`]]);
  const oldKeys = select([["refuse", t`Refuse`], ["ask", t`Ask staff`]]);
  const suite = select([["1", t`Small codes (usual)`], ["2", t`Codes that no box can make`]]);
  const gates = gateEditor(), zones = zoneEditor(), tiers = tierEditor(() => gates.names());
  const design = designFields(logo);
  const places = make("div", "", { className: "stack" });
  let loaded = nothing;

  function fill(answer) {
    loaded = answer;
    const { event } = answer;
    for (const [control, value] of [[name, event.name], [opens, timeText(event.opens)], [closes, timeText(event.closes)], [admits, event.admits], [reentry, event.reentry],
      [note, event.note ?? ""], [unlisted, event.unlisted], [oldKeys, event.oldKeys ?? "refuse"], [suite, String(answer.suite ?? 1)]]) control.value = value;
    design.fill(event);
    zones.fill(answer.zones, !isNew);
    gates.fill(answer.gates, !isNew);
    tiers.fill(answer.tiers, !isNew);
    showPlaces();
  }

  /** Each gate with its direction and zone: only who opens "More rules" needs them. */
  function showPlaces() {
    places.replaceChildren(...gates.placeRows(zones.names()));
    tiers.gatesChanged();
  }
  gates.whenChanged(showPlaces);
  zones.whenChanged(showPlaces);

  function read() {
    const event = { ...loaded.event, name: name.value.trim(), opens: instant(opens.value), closes: instant(closes.value), admits: Number(admits.value),
      reentry: reentry.value, note: note.value.trim() || undefined, unlisted: unlisted.value, oldKeys: oldKeys.value, ...design.read() };
    const typed = { event, gates: gates.read(), zones: zones.read(), tiers: tiers.read() };
    return isNew ? { ...typed, suite: Number(suite.value), copyOf: loaded.copyOf } : typed;
  }

  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zoneHint = isSameClock(office.state.zone) ? t`Time in ${office.state.zone}.` : t`Your time, ${here}. The door uses ${office.state.zone}.`;
  const basics = make("section", "", {}, make("h2", t`The event`),
    field(t`Name`, name, { name: "name", hint: t`Guests and staff read it.` }),
    make("div", "", { className: "pair" }, field(t`Opens`, opens, { name: "opens", hint: zoneHint }), field(t`Closes`, closes, { name: "closes" })),
    make("div", "", { className: "pair" }, field(t`People per ticket`, admits, { name: "admits" }), field(t`May guests come back in?`, reentry, { name: "reentry" })));
  const more = make("details", "", { className: "card" }, make("summary", t`More rules`), make("div", "", { className: "stack" },
    field(t`What staff check on every ticket`, note, { name: "note" }),
    make("div", "", { className: "pair" },
      field(t`Ticket on no list`, unlisted, { name: "unlisted", hint: t`A genuine code that no list has.` }), field(t`Code of an old key`, oldKeys, { name: "oldKeys", hint: t`Printed before the key was replaced.` })),
    ...(isNew ? [field(t`Codes on the tickets`, suite, { name: "suite", hint: t`Small codes scan fastest. With the others, a stolen box cannot make tickets.` })] : []),
    make("h3", t`Zones`), make("p", t`A zone is an area behind gates. It can have a limit.`, { className: "lead" }), zones.element,
    make("h3", t`Gates in detail`), places));
  const element = make("form", "", { className: "stack", noValidate: true }, basics,
    make("section", "", {}, make("h2", t`Gates`), make("p", t`Where tickets are scanned. One is enough for most events.`, { className: "lead" }), gates.element),
    make("section", "", {}, make("h2", t`Tiers`), make("p", t`Kinds of ticket with rules of their own, such as VIP. A guest list adds its tiers by itself.`, { className: "lead" }), tiers.element),
    design.element, more);
  return { element, fill, read, name };
}

/** What the rules that are typed mean; asked for after each pause. */
function summaryCard(read) {
  const list = make("ul", "", { className: "meaning", ariaLive: "polite" });
  const card = make("aside", "", { className: "card aside" }, make("h2", t`What this means at the door`), list);
  let last;
  const show = (sentences, isWrong) => list.replaceChildren(...sentences.map((text) => make("li", translated(text), { className: isWrong ? "doubt" : "" })));
  async function refresh() {
    const typed = read(), asked = JSON.stringify(typed);
    if (asked === last) return;
    last = asked;
    const { value, problem } = await fetched("/office/summary", typed);
    if (last !== asked) return;
    if (value) show(value.summary);
    else if (problem.type !== "no-answer") show([problem.text], true);
  }
  return { card, refresh: paused(refresh, 400), show };
}

/** Lets somebody begin with the rules of another event. */
function copyChoice(fill) {
  const choice = select([["", t`An empty form`], ...office.state.events.map(({ id, name }) => [id, name])]);
  choice.onchange = async () => {
    if (!choice.value) return fill(nothing);
    const { value, problem } = await fetched(`/office/events/${choice.value}`);
    if (problem) return say(problem.text);
    fill(copied(value));
    say(t`The rules are copied. Check the name and the times.`);
  };
  return make("section", "", { className: "copy" }, field(t`Start with`, choice, { hint: t`Copies gates, tiers and rules, not the guests. The dates move to the same weekday ahead.` }));
}

function closingCard(id, answer, changed) {
  const isClosed = answer.closed !== undefined;
  const close = twice(t`Close the event`, "", async () => {
    const done = await closeEvent(id);
    changed(done, done.said);
  });
  const open = make("button", t`Open the event again`, { type: "button", onclick: () => alone(open, async () =>
    changed(await fetched(`/office/events/${id}/closing`, { closed: false }), t`The event is open again.`)) });
  return make("div", "", { className: "closing" }, make("p", isClosed ? t`This event is closed: nobody enters.` : t`Close the event when nobody may enter any more. Guests can still leave.`), isClosed ? open : close);
}

/** Builds the form of an event, or of a new one; see office.js. */
export function openEvent(page, id, { leave }) {
  const isNew = id === "new";
  const logo = isNew ? undefined : logoField(id, (name) => sample.showLogo(name));
  const form = eventForm(isNew, logo?.element ?? make("p", t`A logo can be added once the event is created.`, { className: "lead" }));
  const save = make("button", isNew ? t`Create the event` : t`Save`, { className: "strong" });
  const state = make("p", "", { className: "lead" });
  const bar = make("div", "", { className: "bar" }, save, state), closing = make("div"), meaning = summaryCard(form.read), sample = sampleTicket(form.read, id);
  let version, pristine;

  function fill(answer) {
    form.fill(answer);
    version = answer.version;
    pristine = JSON.stringify(form.read());
    logo?.show(answer.logo);
    sample.showLogo(answer.logo);
    meaning.refresh();
    showState();
  }

  const isUnsaved = () => pristine !== undefined && JSON.stringify(form.read()) !== pristine;
  function showState() { state.textContent = isNew ? "" : isUnsaved() ? t`Not saved yet.` : t`Everything is saved.`; }

  function showClosing(answer) {
    closing.replaceChildren(closingCard(id, answer, ({ value, problem }, said) => {
      if (problem) return say(problem.text);
      version = value.version;
      say(said);
      showClosing(value);
      update();
    }));
  }

  function showConflict({ current }) {
    const panel = conflictPanel(current, form.read(), {
      mine: () => { version = current.version; panel.remove(); form.element.requestSubmit(); },
      theirs: () => { panel.remove(); fill(current); say(t`The form shows what is saved now.`); },
    });
    page.querySelector(".conflict")?.remove();
    form.element.before(panel);
    panel.querySelector("h2").focus();
  }

  async function saved(value) {
    await update();
    if (!isNew) {
      fill(value);
      return say(t`Saved.`);
    }
    pristine = undefined;
    leave();
    location.hash = `#list/${value.id}`;
  }

  form.element.onsubmit = (event) => {
    event.preventDefault();
    alone(save, async () => {
      clearWrong(form.element);
      if (!form.name.value.trim()) return showWrong(form.element, { field: "name", text: t`Enter a name.` });
      const typed = form.read();
      const { value, problem } = await fetched(isNew ? "/office/events" : `/office/events/${id}`, isNew ? typed : { version, ...typed });
      if (value) return saved(value);
      if (problem.type === "changedMeanwhile") return showConflict(problem);
      showWrong(form.element, problem);
    });
  };
  const changed = () => { showState(); meaning.refresh(); sample.refresh(); };
  form.element.addEventListener("input", changed);
  form.element.addEventListener("change", changed);

  const head = isNew ? heading(t`New event`, t`Only the name is needed. Almost everything can be changed later.`)
    : heading(t`Event`, t`What is typed here decides who enters.`);
  form.element.append(bar);
  page.append(head, make("div", "", { className: "split" },
    make("div", "", { className: "stack" }, ...(isNew && office.state.events.length ? [copyChoice(fill)] : []), form.element, closing), meaning.card));
  meaning.card.append(sample.element);

  async function load() {
    const { value, problem } = await fetched(`/office/events/${id}`);
    if (problem) return showWrong(form.element, problem);
    // Somebody has begun to type since.
    if (version !== undefined && isUnsaved()) return;
    clearWrong(form.element);
    form.element.inert = false;
    // Somebody has typed while the answer was on its way.
    if (isUnsaved()) return;
    fill(value);
    showClosing(value);
  }
  // What is typed before the event has arrived would be lost.
  form.element.inert = !isNew;
  if (isNew) fill(nothing);
  else load();
  return {
    shown: (_, { isSame }) => {
      if (isNew && !isSame) form.name.focus();
      else if (!isNew && version !== undefined && !isUnsaved() && eventOf(id)) load();
    },
    back: () => { if (version === undefined && !isNew) load(); },
    isUnsaved,
  };
}
