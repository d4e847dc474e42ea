// The boxes: which there are, taking in what they wrote on a stick, and revoking one.
import { office, fetched, whenChanged } from "./asking.js";
import { addingPanel, roleChoice, roles } from "./adding.js";
import { make, say } from "./page.js";
import { alone, button, clearWrong, dropArea, field, heading, instant, link, moment, sendingForm, showWrong, table, timeText, twice } from "./parts.js";
import { count, listed, number, t, translated, translatedCounts } from "./words.js";

/** How often a hub is asked for its boxes, in milliseconds. */
const pace = 5000;

/** No identity of a box is longer. */
const mostIdentity = 1000;

/** What a file has brought, such as "new 3 tickets, 1 scan". */
const newsOf = (said) => said.startsWith("new ") ? t`new ${listed(translatedCounts(said.slice(4)))}` : translated(said);

const stateOf = ({ state, role, revoked }) => state === "revoked" ? t`Revoked from ${moment(revoked)} on`
  : state === "stranger" ? t`Not one of yours: what it records has no effect` : roles[role]?.split(":")[0] ?? role ?? t`Member`;

/**
 * Returns the question whether a file is that of the box in somebody's hands. The page does not show the digits:
 * somebody who copies them from here compares nothing.
 */
function introduction(text, { name, role, takesName }, { taken, close }) {
  const digits = make("input", "", { inputMode: "numeric", autocomplete: "off", maxLength: 20, className: "digits" });
  const choice = roleChoice();
  if (role) choice.value = role;
  const form = sendingForm(() => fetched("/office/boxes", { text, digits: digits.value, role: choice.value }), (value) => {
    say(t`${name} is one of your boxes now.`);
    taken(value);
  }, make("h2", t`Is this your box ${name}?`, { tabIndex: -1 }),
    make("p", t`The box shows eight digits when it writes its file, and with doorcheck sync id. Type them here: if somebody exchanged the file on the way, they differ.`),
    ...(takesName ? [make("p", t`Another box is named ${name}. Revoke that one first if it is gone.`, { className: "notice" })] : []),
    make("div", "", { className: "pair" }, field(t`Digits on the box`, digits, { name: "digits" }), field(t`What it does`, choice, { name: "role" })),
    make("div", "", { className: "row" }, make("button", role ? t`Take it in again` : t`Take it in`, { className: "strong" }), button(t`Not now`, "", close)));
  form.classList.add("panel");
  return form;
}

/** What revoking a box changes, before it is done. */
function revocationPanel(box, { done, close }) {
  const since = make("input", "", { type: "datetime-local", max: timeText(office.state.now) });
  const effects = make("ul", "", { className: "goes plain" });
  const act = twice(t`Revoke ${box.name}`, "", async () => {
    const { value, problem } = await fetched(`/office/boxes/${box.id}/revoke`, { since: shown });
    if (problem) return showWrong(form, problem);
    say([t`${value.name} is revoked.`, translated(value.hub) ?? t`Other boxes know it after their next sync.`].join(" "));
    done();
  });
  let shown;
  const form = make("form", "", { className: "stack panel", noValidate: true }, make("h2", t`Revoke ${box.name}`, { tabIndex: -1 }),
    make("p", t`For a box that is stolen or lost. What it recorded before a moment counts; nothing that it records later has an effect anywhere. Sync first if you can.`),
    field(t`Nothing counts from`, since, { name: "since", hint: t`Empty means now.` }), effects, make("div", "", { className: "row" }, act, button(t`Cancel`, "", close)));
  act.classList.add("danger");
  async function look() {
    clearWrong(form);
    act.disabled = true;
    const { value, problem } = await fetched(`/office/boxes/${box.id}/effect`, { since: instant(since.value) });
    if (problem) return showWrong(form, problem);
    shown = value.since;
    effects.replaceChildren(...value.effects.map((text) => make("li", translated(text))));
    act.disabled = false;
  }
  since.onchange = look;
  form.onsubmit = (event) => {
    event.preventDefault();
    look();
  };
  look();
  return form;
}

/** Builds the boxes; see office.js. */
export function openBoxes(page) {
  const panel = make("div"), own = make("aside", "", { className: "card aside" }), list = make("section"), brought = make("div", "", { className: "stack", role: "status" });
  let known, shown, shownSteps, timer;
  const close = () => panel.replaceChildren();
  const open = (element) => {
    panel.replaceChildren(element);
    element.querySelector("h2")?.focus();
  };
  const took = (value) => {
    close();
    show(value);
  };

  function row(box) {
    const heard = box.heard === undefined ? t`Never` : moment(box.heard);
    const actions = make("div", "", { className: "row" });
    if (box.exchanges && box.state === "member") actions.append(link(t`File for it`, "down", `/office/boxes/${box.id}/sync`, { download: "", ariaLabel: t`File for ${box.name}` }));
    if (known.own.canAdmit && box.state === "member") actions.append(button(t`Revoke box`, "", () => open(revocationPanel(box, { done: () => { close(); load(); }, close })), "quiet"));
    if (known.own.canAdmit && box.state === "revoked") actions.append(twice(t`Take back`, "", async () => {
      const { value, problem } = await fetched(`/office/boxes/${box.id}/reinstate`, {});
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      say(t`Everything that ${box.name} recorded counts again.`);
      show(value);
    }));
    const entry = make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", box.name)), make("td", stateOf(box)), make("td", heard), make("td", box.waiting === undefined ? "" : number(box.waiting)), make("td", "", {}, actions));
    entry.dataset.state = box.state;
    return entry;
  }

  function show(value) {
    [known, shown] = [value, JSON.stringify(value)];
    own.replaceChildren(make("h2", t`This machine`), make("dl", "", { className: "facts" },
      make("dt", t`Name`), make("dd", value.own.name), make("dt", t`Its digits`), make("dd", "", {}, make("code", value.own.code)),
      ...(value.own.organiser ? [make("dt", t`Your key’s digits`), make("dd", "", {}, make("code", value.own.organiser))] : []),
      ...(value.hub ? [make("dt", t`Hub`), make("dd", value.hub)] : [])),
    ...(value.own.canAdmit ? [] : [make("p", t`Your key is not on this machine, so it cannot take boxes in or revoke them.`, { className: "notice" })]));
    list.replaceChildren(make("h2", t`Boxes`), table(t`Boxes`, [t`Box`, t`What it is`, t`Heard from`, t`Waiting for it`, t`Actions`], value.boxes.map(row), t`No box yet.`),
      ...(value.more ? [make("p", count(value.more, "more box that nobody has taken in.", "more boxes that nobody has taken in."), { className: "lead" })] : []));
    const steps = JSON.stringify([value.gates, value.keys, value.hub]);
    // Nothing is made anew under somebody who fills in the form.
    if (steps !== shownSteps) adding.show(value);
    shownSteps = steps;
  }

  /** Takes what a box wrote: its identity, or a file with what it recorded. */
  async function take(files) {
    brought.replaceChildren();
    for (const file of files) {
      const text = file.size <= mostIdentity ? await file.text() : "";
      const isIdentity = file.name.endsWith(".id") || (text && !file.name.endsWith(".dcsync"));
      if (isIdentity) await meet(text, file.name);
      else await merge(file);
    }
  }

  const told = (name, sentences, isWrong) => brought.append(make("div", "", { className: isWrong ? "notice wrongFile" : "notice" }, make("p", "", {}, make("b", name)), ...sentences.map((text) => make("p", text))));

  async function meet(text, name) {
    const { value, problem } = await fetched("/office/boxes/look", { text });
    if (problem) return problem.type !== "no-answer" && told(name, [problem.text], true);
    open(introduction(text, value, { taken: took, close }));
  }

  async function merge(file) {
    const { value, problem } = await fetched("/office/boxes/sync", file);
    if (problem) return problem.type !== "no-answer" && told(file.name, [problem.text], true);
    told(file.name, [t`From ${value.from}: ${newsOf(value.said)}.`, ...value.remarks.map(translated)]);
    load();
  }

  /** Whether somebody is about to do something with a box, which must not move meanwhile. */
  const isInUse = () => list.contains(document.activeElement) || list.querySelector("[data-sure]");

  async function load() {
    clearTimeout(timer);
    const { value } = await fetched("/office/boxes");
    if (value && JSON.stringify(value) !== shown) show(value);
    if (value?.hub) timer = setTimeout(follow, pace);
  }

  /** At a hub, boxes join and report by themselves. */
  function follow() {
    if (page.hidden) return;
    if (document.hidden || isInUse()) timer = setTimeout(follow, pace);
    else load();
  }

  const adding = addingPanel({ reload: load });
  const add = button(t`Add a box`, "plus", () => {
    adding.element.hidden = !adding.element.hidden;
    if (!adding.element.hidden) adding.element.querySelector("h2").focus();
  }, "strong");
  adding.element.hidden = true;
  const stick = make("section", "", {}, make("h2", t`From a box’s stick`), dropArea({ title: t`Drop what a box wrote`, text: t`Its .id file, to take it in, or a .dcsync file with what it has recorded.`, accept: ".id,.dcsync", several: true }, (files) => alone(stick, () => take(files))), brought);
  page.append(heading(t`Boxes`, t`The machines at your gates, and how they come to the same list.`, add), panel, adding.element, list, make("div", "", { className: "split" }, stick, own));
  whenChanged(() => { if (!page.hidden && !known) load(); });
  return { shown: load, back: load, isUnsaved: () => adding.isUnsaved() };
}
