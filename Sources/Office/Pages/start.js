// The overview: the steps from an empty folder to an open door, and what is left to do.
import { ask, fetched, isFor, office, take, update, whenChanged } from "./asking.js";
import { $, make, say } from "./page.js";
import { alone, button, check, count, heading, icon, isRemembered, link, moment, number } from "./parts.js";

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
  const { box, label } = check("It is in a safe place");
  box.onchange = () => { if (box.checked) send("/office/key/saved", { saved: true }, label); };
  const later = button("Later", "", () => {
    isLater = true;
    send("/office/key/saved", { saved: false }, later);
  }, "quiet");
  return [make("p", "Save a copy now, on a stick or in a safe. If this machine breaks, only the copy can make more tickets."),
    ...(key.code ? [make("p", "", { className: "compare" }, make("small", "To compare"), make("code", key.code))] : []),
    make("div", "", { className: "row" }, link("Download the copy", "down", "/office/key/copy", { className: "strong", download: "" }), label, later)];
}

/** Whether the copy of the key was put off: then the next step is not held up by it. */
let isLater = false;

function keyStep() {
  const { key } = office.state;
  if (key.state === "missing") {
    const create = button("Create your key", "key", () => send("/office/key", {}, create), "strong");
    return { title: "Your key", text: "It signs every ticket, so nobody can fake one. It stays on this machine.", more: [create] };
  }
  if (key.state === "saved") return { title: "Your key", text: "Created, and a copy is in a safe place.", isDone: true };
  return isLater ? { title: "Your key", text: "Created. A copy is not saved yet.", isDone: true }
    : { title: "Your key", text: "", more: copyOfKey() };
}

function steps(event) {
  const ready = Boolean(event), { id } = event ?? {};
  // A large list whose numbers are not known yet: the steps are not to jump.
  const isCounting = ready && event.tickets === undefined;
  const dates = event?.opens ? `, ${moment(event.opens)}` : "";
  const goTo = (text, name, href) => [link(text, name, href, { className: "strong" })];
  return [keyStep(),
    { title: "Event", text: ready ? `${event.name}${dates}` : "Its name, its times, and who may enter.", isDone: ready, href: ready && `#event/${id}`, more: goTo("Create the event", "event", "#event/new") },
    { title: "Guest list", text: isCounting ? "Counting …" : event?.tickets ? `${count(event.tickets, "ticket")}${event.imports ? ` from ${count(event.imports, "import")}` : ""}` : "A CSV or Excel file from any ticket shop, or your own list.", isDone: isCounting || Boolean(event?.tickets), href: ready && `#list/${id}`, more: goTo("Add the guest list", "list", `#list/${id}`) },
    { title: "Tickets", text: "Print them on paper, labels, or wristbands.", href: ready && event.tickets > 0 && `#tickets/${id}/print`, isDone: isCounting || ready && (event.entered > 0 || isRemembered("printed", id)), more: goTo("Print tickets", "print", `#tickets/${id}/print`) },
    { title: "Door", text: isCounting ? "Counting …" : event?.entered ? `${count(event.entered, "guest")} ${event.entered === 1 ? "has" : "have"} entered.` : "Open a door on this machine, or check pictures of tickets.", isDone: isCounting || event?.entered > 0, href: ready && `#door/${id}`,
      more: [make("div", "", { className: "row" }, ...goTo("Open a door", "door", `#door/${id}`), link("Check pictures", "pictures", `#pictures/${id}`))] }];
}

function stepItem({ title, text, isDone, href, more }, index, next) {
  const isNext = index === next;
  const sign = make("span", isDone ? "" : String(index + 1), { className: "sign" });
  if (isDone) sign.append(icon("tick"), make("span", "Done: ", { className: "unseen" }));
  const body = make("div", "", { className: "stepBody" }, make("h2", title), ...(text ? [make("p", text)] : []), ...(isNext ? more : []));
  const item = make("li", "", { className: "step" }, sign, body);
  if (!isNext && href) item.append(make("a", "Show", { href, className: "button quiet", ariaLabel: `Show: ${title}` }));
  item.dataset.step = isDone ? "done" : isNext ? "next" : "later";
  if (isNext) item.ariaCurrent = "step";
  return item;
}

const units = [["day", 86400000], ["hour", 3600000], ["minute", 60000]];

/** Returns how long until a time, in the largest unit of which there is at least one. */
function ahead(milliseconds) {
  const [unit, length] = units.find(([unit, length]) => milliseconds >= length || unit === "minute");
  return new Intl.RelativeTimeFormat("en").format(Math.max(1, Math.floor(milliseconds / length)), unit);
}

/** What the doors do now, as a label and a value. */
function doors({ closed, isOver, opens }) {
  if (closed !== undefined) return ["Event", "Closed"];
  if (isOver) return ["Event", "Over"];
  const { now } = office.state;
  return opens > now ? ["Opens", ahead(opens - now)] : ["Event", "Open"];
}

/** A number, or that it is being counted. */
const counted = (value) => value === undefined ? "…" : number(value);

function glance(event) {
  const figure = (text, value) => make("div", "", { className: "figure" }, make("p", text, { className: "label" }), make("p", "", {}, make("b", value)));
  return make("div", "", { className: "figures" }, figure("Tickets", counted(event.tickets)), figure("Entered", counted(event.entered)), figure(...doors(event)));
}

/** What the rules of the event mean, filled in when the server has answered. */
function meaning({ id }) {
  const list = make("ul", "", { className: "meaning" });
  const card = make("aside", "", { className: "card aside" }, make("h2", "What this means at the door"), list, link("Change the rules", "event", `#event/${id}`));
  ask(`/office/events/${id}`).then((value) => list.replaceChildren(...(value?.summary ?? []).map((text) => make("li", text))));
  return card;
}

function reminder() {
  const now = button("Save it now", "", () => {
    isLater = false;
    take(office.state);
    focusNext();
  });
  return make("div", "", { className: "reminder", role: "note" }, icon("warn"), make("p", "Your key has no copy yet. If this machine breaks, no more tickets can be made."), now);
}

/** The overview of those who do not prepare the event: the figures, and the way to the tickets. */
function showFigures(page, event) {
  const find = event && isFor("desk") ? [link("Find a ticket", "tickets", `#tickets/${event.id}`, { className: "strong" })] : [];
  page.replaceChildren(event ? heading("Overview", event.opens ? `${event.name} · ${moment(event.opens)}` : event.name, ...find) : heading("Overview", "There is no event yet."),
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
      event ? heading("Overview", event.opens ? `${event.name} · ${moment(event.opens)}` : event.name, ...(next < 0 ? [link("Find a ticket", "tickets", `#tickets/${event.id}`, { className: "strong" })] : []))
        : heading("Welcome", "Five steps from here to an open door. Each one takes a minute."),
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
