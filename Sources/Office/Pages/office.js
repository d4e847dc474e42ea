// The office: its session, its navigation, and the part that is shown.
import { openAfter } from "./after.js";
import { ask, enter, entrance, eventOf, firstState, isFor, logIn, office, take, update, whenBack, whenChanged } from "./asking.js";
import { openDoor } from "./door.js";
import { openDuring } from "./during.js";
import { openEvent } from "./event.js";
import { openFirst } from "./first.js";
import { openList } from "./list.js";
import { openBoxes } from "./boxes.js";
import { $, make, say } from "./page.js";
import { icon } from "./parts.js";
import { openPeople } from "./people.js";
import { openPictures } from "./pictures.js";
import { openStart } from "./start.js";
import { openTickets } from "./tickets.js";
import { languageChoice, t } from "./words.js";

/** The parts in the order of the navigation: title, function that builds it, the role that it is for, and whether it is about one event. */
const parts = {
  start: { title: t`Overview`, build: openStart, role: "viewer" },
  event: { title: t`Event`, build: openEvent, role: "organiser", ofEvent: true },
  list: { title: t`Guest list`, build: openList, role: "organiser", ofEvent: true },
  tickets: { title: t`Tickets`, build: openTickets, role: "desk", ofEvent: true },
  door: { title: t`Door`, build: openDoor, role: "organiser", ofEvent: true },
  boxes: { title: t`Boxes`, build: openBoxes, role: "organiser" },
  during: { title: t`During the event`, build: openDuring, role: "viewer", ofEvent: true },
  pictures: { title: t`Pictures`, build: openPictures, role: "desk", ofEvent: true },
  after: { title: t`Afterwards`, build: openAfter, role: "viewer", ofEvent: true },
  people: { title: t`People`, build: openPeople, role: "organiser" },
};

/** The views that have been opened: they stay in the page, so that nothing that was typed is lost. */
const views = new Map();
let chosen, current;

/** The event to begin with: the one that is open or comes next, otherwise the last one. */
function nearest() {
  const ahead = office.state.events.filter((event) => !event.isOver);
  const known = ahead.filter((event) => event.opens !== undefined).sort((one, other) => one.opens - other.opens);
  return known[0] ?? ahead[0] ?? office.state.events.at(-1);
}

const chosenEvent = () => eventOf(chosen) ?? nearest();

/** Returns where a part is; with the path, or checkers take a link that is scrolled out of view for a skip link. */
function address(name) {
  const event = chosenEvent();
  // Without a key, no box is anybody's.
  if (name === "boxes" && office.state.key.state === "missing" && !office.state.events.length) return undefined;
  if (!parts[name].ofEvent) return `./#${name}`;
  if (event) return `./#${name}/${event.id}`;
  return name === "event" && office.state.key.state !== "missing" ? "./#event/new" : undefined;
}

/** The parts that the person who is logged in may use. */
const ownParts = () => Object.entries(parts).filter(([, { role }]) => isFor(role));

let shownNavigation;

/** Shows the navigation again if anything of it has changed, so that nothing loses the focus needlessly. */
function showNavigation() {
  const { events, machine, who } = office.state;
  const event = chosenEvent(), addresses = ownParts().map(([name]) => address(name));
  const facts = JSON.stringify([events.map(({ id, name }) => [id, name]), event?.id, machine, who, addresses, current?.name, office.state.key.state]);
  if (facts === shownNavigation) return;
  shownNavigation = facts;
  const focused = [...$("parts").querySelectorAll("a")].indexOf(document.activeElement);
  $("event").replaceChildren(...(events.length ? events.map(({ id, name }) => make("option", name, { value: id })) : [make("option", t`No event yet`, { value: "" })]));
  $("event").value = event?.id ?? "";
  $("event").disabled = !events.length;
  $("machine").textContent = [who.name, machine && t`on ${machine}`].filter(Boolean).join(" ");
  $("newEvent").hidden = office.state.key.state === "missing" || !isFor("organiser");
  $("parts").replaceChildren(...ownParts().map(([name, { title }]) => {
    const href = address(name);
    const entry = make("a", "", href ? { href } : { role: "link", ariaDisabled: "true" }, icon(name), make("span", title));
    if (name === current?.name) entry.ariaCurrent = "page";
    return make("li", "", {}, entry);
  }));
  $("parts").querySelectorAll("a")[focused]?.focus();
  // In the narrow bar, the current part must not be scrolled out of view.
  $("parts").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Whether the address names a part; otherwise what follows `#` is the code of a link. */
const namesPart = () => Object.hasOwn(parts, location.hash.slice(1).split("/")[0]);

function route() {
  const [name, id, ...rest] = location.hash.slice(1).split("/");
  if (!namesPart() || !isFor(parts[name].role)) return { name: "start", rest: [] };
  if (!parts[name].ofEvent) return { name, rest: [id, ...rest].filter(Boolean) };
  if (name === "event" && id === "new") return { name, id, rest };
  return eventOf(id) ? { name, id, rest } : { name: "start", rest: [] };
}

function view({ name, id }) {
  const key = `${name}/${id ?? ""}`;
  if (!views.has(key)) {
    const page = make("div", "", { className: `part ${name}Part` });
    $("main").append(page);
    views.set(key, { page, part: parts[name].build(page, id, { leave: () => forget(key), event: chosenEvent }) });
  }
  return views.get(key);
}

/** Removes a view; the next visit builds it again. */
function forget(key) {
  views.get(key)?.page.remove();
  views.delete(key);
}

/** Shows the part that the address names, and moves the focus to its heading. */
function follow(isFirst) {
  const next = route();
  if (next.id && next.id !== "new") chosen = next.id;
  const isSame = current?.name === next.name && current.id === next.id;
  current = next;
  const { page, part } = view(next);
  for (const other of views.values()) other.page.hidden = other.page !== page;
  showNavigation();
  const event = next.id === "new" ? undefined : chosenEvent();
  document.title = [parts[next.name].title, event?.name, "DoorCheck"].filter(Boolean).join(" · ");
  if (!isSame) {
    scrollTo(0, 0);
    if (!isFirst) page.querySelector("h1")?.focus();
  }
  part.shown?.(next.rest, { isSame });
}

function eventChosen() {
  chosen = $("event").value;
  if (!parts[current.name].ofEvent) {
    showNavigation();
    return view(current).part.shown?.([], { isSame: true });
  }
  location.hash = `#${current.name}/${chosen}`;
}

/** Shows what can be logged in with: an account, the link at the machine, or the code of an office that is new. */
async function showEntrance() {
  const { accounts, link, first } = await entrance();
  $("first").hidden = !first;
  $("login").hidden = first;
  if (first) {
    return openFirst($("first"), async (wrong) => {
      $("login").hidden = false;
      $("first").hidden = true;
      await begin();
      if (wrong) say(wrong);
    });
  }
  $("accountPart").hidden = !accounts;
  $("linkPart").hidden = accounts && !link;
  $("linkWho").hidden = !accounts;
  $(accounts ? "loginName" : "code").focus();
}

/** Opens the office if there is a session or the address has a code; otherwise shows the log-in. */
async function begin() {
  const code = location.hash.slice(1);
  if (code && !namesPart()) {
    history.replaceState(null, "", location.pathname);
    const wrong = await enter(code);
    if (wrong) say(wrong);
  }
  const { value, problem } = await firstState();
  $("entrance").hidden = Boolean(value);
  $("office").hidden = !value;
  if (!value) {
    if (problem.status !== 401) say(problem.text);
    return showEntrance();
  }
  say("");
  take(value);
  follow(true);
}

whenChanged(() => { if (current) showNavigation(); });
whenBack(() => { if (current) view(current).part.back?.(); });
window.onhashchange = () => {
  // A new link pasted into the address bar of an open office.
  if (current && location.hash && !namesPart()) return begin();
  if (current) follow();
};
window.onbeforeunload = (event) => {
  if (!office.isGone && [...views.values()].some(({ part }) => part.isUnsaved?.())) event.preventDefault();
};
// A file that misses its area must not replace the page.
window.ondragover = window.ondrop = (event) => event.preventDefault();
$("event").onchange = eventChosen;
$("skip").onclick = (event) => {
  event.preventDefault();
  $("main").focus();
};
$("login").onsubmit = async (event) => {
  event.preventDefault();
  const wrong = $("code").value.trim() ? await enter($("code").value) : $("accountPart").hidden ? t`Paste the link first.` : await logIn($("loginName").value, $("loginPassword").value);
  if (wrong) return say(wrong);
  $("code").value = $("loginPassword").value = "";
  begin();
};
let isWarned = false;
$("logout").onclick = async () => {
  if (!isWarned && !office.state.who.hasAccount) {
    isWarned = true;
    return say(t`You have no password here: to come back, start doorcheck office again and open its new link, or first add an account for yourself on the page “People”. Press again to log out.`);
  }
  if (await ask("/office/logout", {})) location.replace(location.pathname);
};
// The figures of other browsers and of the doors.
document.addEventListener("visibilitychange", () => { if (!document.hidden && current) update(); });
for (const place of document.querySelectorAll(".languages")) place.append(languageChoice());
begin();
