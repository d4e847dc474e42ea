// The people who use this office, and those who use the hub's own page: accounts, what each may do, and passwords.
import { fetched, office } from "./asking.js";
import { make, say } from "./page.js";
import { alone, button, check, field, heading, moment, select, sendingForm, table, twice } from "./parts.js";
import { roles, t } from "./words.js";

const meanings = { organiser: t`Everything, also this page.`, desk: t`Find, sell and block tickets; send messages to gates; admit guests from pictures.`, viewer: t`Figures only, no guests’ names.` };
const atHub = { organiser: t`Everything on the hub’s page.`, desk: t`Find and block tickets; send messages to gates; save tables.`, viewer: t`Figures only, no guests’ names.` };
const choices = Object.entries(roles);

const officePath = "/office/people", hubPath = "/office/people/hub";

/** The shortest password, as the server checks it. */
const shortest = 10;
const passwordField = (input) => field(t`Password`, input, { name: "password", hint: t`At least ${shortest} characters. Tell it to this person only.` });
const passwordInput = () => make("input", "", { type: "password", autocomplete: "new-password", maxLength: 200 });

/** The choice of the events that an account sees, without those that are over; none for all. */
function eventChoice() {
  let boxes = [];
  const legend = make("legend", t`Sees only`), row = make("div", "", { className: "row checks" });
  const element = make("fieldset", "", { className: "plain", hidden: true }, legend, row, make("small", t`None chosen: every event, also those to come.`));
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ id }) => id);

  /** Shows the events that there are now; those that are chosen stay so. */
  function refresh() {
    const before = chosen();
    boxes = office.state.events.filter(({ isOver }) => !isOver).map(({ id, name }) => ({ id, ...check(name, { checked: before.includes(id) }) }));
    row.replaceChildren(...boxes.map(({ label }) => label));
    legend.hidden = row.hidden = !boxes.length;
  }
  return { element, chosen, refresh, clear: () => boxes.forEach(({ box }) => { box.checked = false; }) };
}

/** The form that adds somebody, here or at the hub. */
function adding(show, showHub) {
  const name = make("input", "", { maxLength: 40, autocomplete: "off", spellcheck: false }), password = passwordInput(), events = eventChoice();
  const role = select(choices, "desk"), meaning = make("p", "", { className: "lead", role: "status" });
  const place = select([["office", t`This office`], ["hub", t`The hub’s page`]], "office"), placeField = field(t`Account for`, place);
  const isAtHub = () => place.value === "hub";
  const tell = () => {
    meaning.textContent = (isAtHub() ? atHub : meanings)[role.value];
    events.element.hidden = !isAtHub();
  };
  role.onchange = place.onchange = tell;
  placeField.hidden = true;
  tell();
  const form = sendingForm(() => {
    const person = { name: name.value, role: role.value, password: password.value };
    return isAtHub() ? fetched(hubPath, { ...person, events: events.chosen() }) : fetched(officePath, person);
  }, (value) => {
    say(isAtHub() ? t`${name.value.trim()} can log in at the hub now.` : t`${name.value.trim()} can log in now.`);
    name.value = password.value = "";
    events.clear();
    (isAtHub() ? showHub : show)(value);
    name.focus();
  }, make("h2", t`Add somebody`), field(t`Name`, name, { name: "name", hint: t`Recorded with what they do.` }), placeField, field(t`May do`, role, { name: "role" }), meaning, events.element,
  passwordField(password), make("div", "", { className: "row" }, make("button", t`Add`, { className: "strong" })));
  const isUnsaved = () => Boolean(name.value || password.value);
  return {
    card: make("aside", "", { className: "card aside" }, form), isUnsaved,
    /** Offers the hub as long as there is one. What is typed for the hub never becomes an account of the office. */
    offerHub(isThere) {
      events.refresh();
      if (!isThere && isAtHub() && isUnsaved()) return;
      placeField.hidden = !isThere;
      if (!isThere) place.value = "office";
      tell();
    },
  };
}

/** Builds the people; see office.js. */
export function openPeople(page) {
  const list = make("section"), hub = make("section", "", { hidden: true }), panel = make("div");
  const close = () => panel.replaceChildren();
  const added = adding((value) => show(value), (value) => showHub(value));

  /** The form that sets a new password, at a path whose answer is shown. */
  function passwordPanel(name, path, shown) {
    const password = passwordInput();
    const form = sendingForm(() => fetched(`${path}/change`, { name, password: password.value }), (value) => {
      close();
      shown(value);
      say(t`${name} has a new password, and has to log in again.`);
    }, make("h2", t`New password for ${name}`, { tabIndex: -1 }), passwordField(password),
    make("div", "", { className: "row" }, make("button", t`Set the password`, { className: "strong" }), button(t`Cancel`, "", close)));
    form.classList.add("panel");
    panel.replaceChildren(form);
    password.focus();
  }

  async function change(element, path, body, words) {
    await alone(element, async () => {
      const { value, problem } = await fetched(path, body);
      if (problem) {
        if (problem.type !== "no-answer") say(problem.text);
        return load();
      }
      show(value);
      say(words);
    });
  }

  /** What can be done with every account. */
  function actions(name, path, shown) {
    const remove = twice(t`Remove`, "", async () => {
      const { value, problem } = await fetched(`${path}/removal`, { name });
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      shown(value);
      say(t`${name} can no longer log in.`);
    });
    return make("td", "", {}, make("div", "", { className: "row" }, button(t`New password`, "", () => passwordPanel(name, path, shown)), remove));
  }

  const nameCell = (name, ...more) => make("th", "", { scope: "row" }, make("bdi", name), ...more);

  function row({ name, role, isYou }) {
    const choice = select(choices, role, { ariaLabel: t`What ${name} may do` });
    choice.onchange = () => change(choice, `${officePath}/change`, { name, role: choice.value }, t`${name} has to log in again. New role: ${roles[choice.value]}.`);
    return make("tr", "", {}, nameCell(name, ...(isYou ? [make("small", t`You`)] : [])), make("td", "", {}, choice, make("small", meanings[role])), actions(name, officePath, show));
  }

  function show({ people }) {
    list.replaceChildren(make("h2", t`Accounts`), table(t`Accounts`, [t`Name`, t`May do`, t`Actions`], people.map(row), t`Nobody yet. You open the office with the link at this machine.`),
      make("p", t`The user of this machine always gets in, with the link that doorcheck office shows.`, { className: "lead" }));
  }

  const eventName = (id) => office.state.events.find((event) => event.id === id)?.name ?? id;

  function hubRow({ name, role, events, lastLogIn }) {
    return make("tr", "", {}, nameCell(name, make("small", lastLogIn === undefined ? t`Has not logged in yet` : t`Last log-in: ${moment(lastLogIn)}`)),
      make("td", "", {}, make("span", roles[role]), make("small", events ? events.map(eventName).join(", ") : t`All events`)), actions(name, hubPath, showHub));
  }

  function showHub({ address, people }) {
    hub.hidden = address === undefined;
    added.offerHub(address !== undefined);
    if (hub.hidden) return;
    hub.replaceChildren(make("h2", t`At the hub`), make("p", t`These accounts open the hub’s page at ${address}, and nothing of this office.`, { className: "lead" }),
      table(t`At the hub`, [t`Name`, t`May do`, t`Actions`], people.map(hubRow), t`Nobody yet.`));
  }

  async function load() {
    const { value } = await fetched(officePath);
    if (value) show(value);
    const { value: found, problem } = await fetched(hubPath);
    if (found) return showHub(found);
    if (problem.type === "no-answer") return;
    hub.hidden = false;
    hub.replaceChildren(make("h2", t`At the hub`), make("p", problem.text, { className: "wrong" }));
  }

  page.append(heading(t`People`, office.state.machine ? t`Who works in this office on ${office.state.machine}, and what each may do.` : t`Who works in this office, and what each may do.`), panel, make("div", "", { className: "split" }, make("div", "", { className: "stack" }, list, hub), added.card));
  return { shown: load, back: load, isUnsaved: () => added.isUnsaved() };
}
