// The overview: the steps from an empty folder to an open door, and what is left to do.
import { ask, fetched, isFor, office, take, update, whenChanged } from "./asking.js";
import { $, make, say } from "./page.js";
import { alone, button, check, heading, icon, isRemembered, link, moment } from "./parts.js";
import { count, locale, number, t, translated } from "./words.js";

const focusNext = () => $("main").querySelector("[data-step=next] :is(a, button, input)")?.focus();

async function send(path, body, element) {
  await alone(element, async () => {
    const { value, problem } = await fetched(path, body);
    if (!value) return problem.type !== "no-answer" && say(problem.text);
    take(value);
    focusNext();
  });
}

/** The comparison code and what there is to do until the copy is safe. */
function copyOfKey() {
  const { key } = office.state;
  const { box, label } = check(t`It is in a safe place`);
  box.onchange = () => { if (box.checked) send("/office/key/saved", { saved: true }, label); };
  const later = button(t`Later`, "", () => {
    isLater = true;
    send("/office/key/saved", { saved: false }, later);
  }, "quiet");
  return [make("p", t`Save a copy now, on a stick or in a safe. If this machine breaks, only the copy can make more tickets.`),
    ...(key.code ? [make("p", "", { className: "compare" }, make("small", t`To compare`), make("code", key.code))] : []),
    make("div", "", { className: "row" }, link(t`Download the copy`, "down", "/office/key/copy", { className: "strong", download: "" }), label, later)];
}

/** Whether the copy of the key was put off: then the next step is not held up by it. */
let isLater = false;

function keyStep() {
  const { key } = office.state;
  if (key.state === "missing") {
    const create = button(t`Create your key`, "key", () => send("/office/key", {}, create), "strong");
    return { title: t`Your key`, text: t`It signs every ticket, so nobody can fake one. It stays on this machine.`, more: [create] };
  }
  if (key.state === "saved") return { title: t`Your key`, text: t`Created, and a copy is in a safe place.`, isDone: true };
  return isLater ? { title: t`Your key`, text: t`Created. A copy is not saved yet.`, isDone: true }
    : { title: t`Your key`, text: "", more: copyOfKey() };
}

function steps(event) {
  const ready = Boolean(event), { id } = event ?? {};
  // A large list whose numbers are not known yet: the steps are not to jump.
  const isCounting = ready && event.tickets === undefined;
  const dates = event?.opens ? `, ${moment(event.opens)}` : "";
  const goTo = (text, name, href) => [link(text, name, href, { className: "strong" })];
  return [keyStep(),
    { title: t`Event`, text: ready ? `${event.name}${dates}` : t`Its name, its times, and who may enter.`, isDone: ready, href: ready && `#event/${id}`, more: goTo(t`Create the event`, "event", "#event/new") },
    { title: t`Guest list`, text: isCounting ? t`Counting …` : event?.tickets ? [count(event.tickets, "ticket"), ...(event.imports ? [count(event.imports, "import")] : [])].join(" · ") : t`A CSV or Excel file from any ticket shop, or your own list.`, isDone: isCounting || Boolean(event?.tickets), href: ready && `#list/${id}`, more: goTo(t`Add the guest list`, "list", `#list/${id}`) },
    { title: t`Tickets`, text: t`Print them on paper, labels, or wristbands.`, href: ready && event.tickets > 0 && `#tickets/${id}/print`, isDone: isCounting || ready && (event.entered > 0 || isRemembered("printed", id)), more: goTo(t`Print tickets`, "print", `#tickets/${id}/print`) },
    { title: t`Door`, text: isCounting ? t`Counting …` : event?.entered ? count(event.entered, "guest has entered.", "guests have entered.") : t`Open a door on this machine, or check pictures of tickets.`, isDone: isCounting || event?.entered > 0, href: ready && `#door/${id}`,
      more: [make("div", "", { className: "row" }, ...goTo(t`Open a door`, "door", `#door/${id}`), link(t`Check pictures`, "pictures", `#pictures/${id}`))] }];
}

function stepItem({ title, text, isDone, href, more }, index, next) {
  const isNext = index === next;
  const sign = make("span", isDone ? "" : String(index + 1), { className: "sign" });
  if (isDone) sign.append(icon("tick"), make("span", `${t`Done:`} `, { className: "unseen" }));
  const body = make("div", "", { className: "stepBody" }, make("h2", title), ...(text ? [make("p", text)] : []), ...(isNext ? more : []));
  const item = make("li", "", { className: "step" }, sign, body);
  if (!isNext && href) item.append(make("a", t`Show`, { href, className: "button quiet", ariaLabel: t`Show: ${title}` }));
  item.dataset.step = isDone ? "done" : isNext ? "next" : "later";
  if (isNext) item.ariaCurrent = "step";
  return item;
}

const units = [["day", 86400000], ["hour", 3600000], ["minute", 60000]];

/** Returns how long until a time, in the largest unit of which there is at least one. */
function ahead(milliseconds) {
  const [unit, length] = units.find(([unit, length]) => milliseconds >= length || unit === "minute");
  return new Intl.RelativeTimeFormat(locale).format(Math.max(1, Math.floor(milliseconds / length)), unit);
}

/** What the doors do now, as a label and a value. */
function doors({ closed, isOver, opens }) {
  if (closed !== undefined) return [t`Event`, t`Closed`];
  if (isOver) return [t`Event`, t`Over`];
  const { now } = office.state;
  return opens > now ? [t`Opens`, ahead(opens - now)] : [t`Event`, t`Open`];
}

/** A number, or that it is being counted. */
const counted = (value) => value === undefined ? "…" : number(value);

function glance(event) {
  const figure = (text, value) => make("div", "", { className: "figure" }, make("p", text, { className: "label" }), make("p", "", {}, make("b", value)));
  return make("div", "", { className: "figures" }, figure(t`Tickets`, counted(event.tickets)), figure(t`Entered`, counted(event.entered)), figure(...doors(event)));
}

/** What the rules of the event mean, filled in when the server has answered. */
function meaning({ id }) {
  const list = make("ul", "", { className: "meaning" });
  const card = make("aside", "", { className: "card aside" }, make("h2", t`What this means at the door`), list, link(t`Change the rules`, "event", `#event/${id}`));
  ask(`/office/events/${id}`).then((value) => list.replaceChildren(...(value?.summary ?? []).map((text) => make("li", translated(text)))));
  return card;
}

function reminder() {
  const now = button(t`Save it now`, "", () => {
    isLater = false;
    take(office.state);
    focusNext();
  });
  return make("div", "", { className: "reminder", role: "note" }, icon("warn"), make("p", t`Your key has no copy yet. If this machine breaks, no more tickets can be made.`), now);
}

/** The overview of those who do not prepare the event: the figures, and the way to the tickets. */
function showFigures(page, event) {
  const find = event && isFor("desk") ? [link(t`Find a ticket`, "tickets", `#tickets/${event.id}`, { className: "strong" })] : [];
  page.replaceChildren(event ? heading(t`Overview`, event.opens ? `${event.name} · ${moment(event.opens)}` : event.name, ...find) : heading(t`Overview`, t`There is no event yet.`),
    ...(event ? [glance(event)] : []));
}

/** Builds the overview; see office.js. */
export function openStart(page, _, { event: chosen }) {
  let shown;
  /** Shows the steps again if anything of them has changed, so that nothing loses the focus needlessly. */
  function show() {
    const event = chosen(), { key, who } = office.state;
    const facts = JSON.stringify([event, key, who, isLater, isRemembered("printed", event?.id)]);
    if (facts === shown) return;
    shown = facts;
    if (!isFor("organiser")) return showFigures(page, event);
    const list = steps(event);
    const next = list.findIndex(({ isDone }) => !isDone);
    const hadFocus = page.querySelector("h1")?.matches(":focus");
    page.replaceChildren(
      event ? heading(t`Overview`, event.opens ? `${event.name} · ${moment(event.opens)}` : event.name, ...(next < 0 ? [link(t`Find a ticket`, "tickets", `#tickets/${event.id}`, { className: "strong" })] : []))
        : heading(t`Welcome`, t`Five steps from here to an open door. Each one takes a minute.`),
      ...(key.state === "unsaved" && isLater ? [reminder()] : []),
      ...(event ? [glance(event)] : []),
      make("div", "", { className: event ? "split" : "" }, make("ol", "", { className: "steps" }, ...list.map((step, index) => stepItem(step, index, next))), ...(event ? [meaning(event)] : [])));
    if (hadFocus) page.querySelector("h1").focus();
  }
  // A key that was put off in an earlier session is a reminder; one that was just created is a step.
  isLater = office.state.key.state === "unsaved" && office.state.events.length > 0;
  whenChanged(() => { if (!page.hidden) show(); });
  return { shown: () => {
    show();
    // Guests may have entered in the meantime.
    update();
  } };
}
