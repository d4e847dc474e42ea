// The people who use this office: their accounts, what each may do, and their passwords.
import { fetched, office } from "./asking.js";
import { make, say } from "./page.js";
import { alone, button, field, heading, select, sendingForm, table, twice } from "./parts.js";
import { t } from "./words.js";

const roles = { organiser: t`Organiser`, desk: t`Desk`, viewer: t`Viewer` };
const meanings = { organiser: t`Everything, also this page.`, desk: t`Find, sell and block tickets; send messages to gates; admit guests from pictures.`, viewer: t`Figures only, no guests’ names.` };
const choices = Object.entries(roles);

/** The shortest password, as the server checks it. */
const shortest = 10;
const passwordField = (input) => field(t`Password`, input, { name: "password", hint: t`At least ${shortest} characters. Tell it to this person only.` });
const passwordInput = () => make("input", "", { type: "password", autocomplete: "new-password", maxLength: 200 });

/** The form that adds somebody. */
function adding(done) {
  const name = make("input", "", { maxLength: 40, autocomplete: "off", spellcheck: false }), password = passwordInput();
  const role = select(choices, "desk"), meaning = make("p", meanings.desk, { className: "lead", role: "status" });
  role.onchange = () => { meaning.textContent = meanings[role.value]; };
  const form = sendingForm(() => fetched("/office/people", { name: name.value, role: role.value, password: password.value }), (value) => {
    say(t`${name.value.trim()} can log in now.`);
    name.value = password.value = "";
    done(value);
    name.focus();
  }, make("h2", t`Add somebody`), field(t`Name`, name, { name: "name", hint: t`Recorded with what they do.` }), field(t`May do`, role, { name: "role" }), meaning,
  passwordField(password), make("div", "", { className: "row" }, make("button", t`Add`, { className: "strong" })));
  return { card: make("aside", "", { className: "card aside" }, form), isUnsaved: () => Boolean(name.value || password.value) };
}

/** Builds the people; see office.js. */
export function openPeople(page) {
  const list = make("section"), panel = make("div");
  const close = () => panel.replaceChildren();
  const added = adding((value) => show(value));

  /** The form that sets a new password. */
  function passwordPanel({ name }) {
    const password = passwordInput();
    const form = sendingForm(() => fetched("/office/people/change", { name, password: password.value }), (value) => {
      close();
      show(value);
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

  function row(person) {
    const { name, role, isYou } = person;
    const choice = select(choices, role, { ariaLabel: t`What ${name} may do` });
    choice.onchange = () => change(choice, "/office/people/change", { name, role: choice.value }, t`${name} has to log in again. New role: ${roles[choice.value]}.`);
    const remove = twice(t`Remove`, "", async () => {
      const { value, problem } = await fetched("/office/people/removal", { name });
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      show(value);
      say(t`${name} can no longer log in.`);
    });
    return make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", name), ...(isYou ? [make("small", t`You`)] : [])), make("td", "", {}, choice, make("small", meanings[role])),
      make("td", "", {}, make("div", "", { className: "row" }, button(t`New password`, "", () => passwordPanel(person)), remove)));
  }

  function show({ people }) {
    list.replaceChildren(make("h2", t`Accounts`), table(t`Accounts`, [t`Name`, t`May do`, t`Actions`], people.map(row), t`Nobody yet. You open the office with the link at this machine.`),
      make("p", t`The user of this machine always gets in, with the link that doorcheck office shows.`, { className: "lead" }));
  }

  async function load() {
    const { value } = await fetched("/office/people");
    if (value) show(value);
  }

  page.append(heading(t`People`, office.state.machine ? t`Who works in this office on ${office.state.machine}, and what each may do.` : t`Who works in this office, and what each may do.`), panel, make("div", "", { className: "split" }, list, added.card));
  return { shown: load, back: load, isUnsaved: () => added.isUnsaved() };
}
