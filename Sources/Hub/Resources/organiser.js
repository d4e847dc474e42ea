// The organiser's page: the event's state, updated every second, and the organiser's actions.
import { day as dayOf, fill, liveView } from "./live.js";
import { $, ignoreRepeats, make, oneAtATime, say, searchBox, server } from "./page.js";
import { rulesEditor } from "./rules.js";
import { languageChoice, number, roles, statuses, t, translated } from "./words.js";

const { ask, fetched } = server("The hub", "/organiser/login", { noAnswer: t`The hub does not respond.`, notDone: t`The hub could not do this.`, translated });
const { isBusy, run } = oneAtATime(showBusy);
for (const place of document.querySelectorAll(".languages")) place.append(languageChoice());
let state, who, office, now = Date.now(), version = "", delay = 1000, timer, open, lookups = 0;

const day = (milliseconds) => dayOf(milliseconds, now);

const live = liveView({
  ask,
  doubles: (event, before) => `/organiser/doubles?${new URLSearchParams({ event, before })}`,
  async send(message) {
    const isSent = await ask("/organiser/messages", message);
    if (isSent) follow();
    return isSent;
  },
  exported: (event, table) => `/organiser/exports/${table}?event=${event}`,
  ticket: (id, _, text) => make("button", text, { type: "button", onclick: () => show(id) }),
  noBoxes: t`No box has joined yet. The office on the hub’s machine, or doorcheck hub enroll, makes a code for it.`,
});
const { figures, alerts, arrivals, inside, refusals, message, machines, twice, daily } = live.parts;
$("search").before(figures, alerts, arrivals, inside, refusals, message);
$("search").after(machines, twice, daily);

const showRules = rulesEditor(fetched, day, () => follow());

function showAll() {
  fill($("event"), state.events.map((event) => make("option", event.name, { value: event.id })), make("option", t`No event yet`));
  $("event").value = state.event ?? "";
  $("event").disabled = state.events.length < 2;
  $("trouble").textContent = translated(state.trouble) ?? "";
  $("who").textContent = who.role === "organiser" ? who.name : `${who.name} · ${roles[who.role]}`;
  $("office").hidden = !office;
  $("closedMark").hidden = state.closed === undefined;
  $("closedMark").textContent = state.closed === undefined ? "" : t`closed since ${day(state.closed)}`;
  showRules(state, who);
  $("search").hidden = who.role === "viewer";
  live.show({ state, now, sends: who.role !== "viewer", exports: who.role !== "viewer" });
}

/** Polls the hub every second; backs off for longer each time while it does not answer. */
async function follow() {
  clearTimeout(timer);
  const query = new URLSearchParams({ event: $("event").value || state?.event || "", version });
  const answer = await fetch(`/organiser/state?${query}`).catch(() => null);
  // The session has ended, or is another one's, who may not see this event.
  if ([401, 403].includes(answer?.status)) return location.reload();
  delay = answer?.ok ? (document.hidden ? 5000 : 1000) : Math.min(30000, delay * 2);
  $("link").toggleAttribute("data-lost", !answer?.ok);
  $("link").textContent = answer?.ok ? t`Live` : t`The hub does not respond.`;
  if (answer?.ok) {
    now = Date.parse(answer.headers.get("Date")) || Number(answer.headers.get("DoorCheck-Time")) || Date.now();
    if (answer.status === 200) {
      const page = await answer.json();
      ({ state, version, now, who, office } = page);
      showAll();
    } else {
      live.tick(now);
    }
  }
  timer = setTimeout(follow, delay);
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && !$("hub").hidden) follow(); });
$("event").onchange = () => { version = ""; follow(); };

/** What happened with a ticket. */
const happened = { block: t`Blocked`, revoke: t`Revoked`, restore: t`Valid again`, pay: t`Paid`, reissue: t`Replaced`, entry: t`Entered`, exit: t`Left the event`, override: t`Let in by staff` };
/** What this page does with a ticket, as its buttons and its answers say it. */
const names = { block: t`Block`, revoke: t`Revoke`, restore: t`Unblock` };
const done = { block: t`The ticket is blocked until you restore it.`, revoke: t`The ticket is revoked.`, restore: t`The ticket is valid again.` };

/** Opens a ticket: its status, its history, and the possible actions. Only the last of several lookups is shown. */
async function show(id) {
  const lookup = ++lookups;
  const ticket = await ask(`/organiser/tickets/${encodeURIComponent(id)}`);
  if (ticket && lookup === lookups) showTicket(ticket);
}

function showTicket(ticket) {
  if (open?.id !== ticket.id) $("why").value = "";
  open = ticket;
  $("ticket").hidden = false;
  const tag = make("span", statuses[ticket.status] ?? ticket.status, { className: "tag" });
  tag.toggleAttribute("data-bad", ticket.status !== "valid");
  $("holder").replaceChildren(make("bdi", ticket.holder || t`No name`), tag);
  $("facts").textContent = [ticket.tier, ticket.reference, ticket.id].filter(Boolean).join(" · ");
  $("history").replaceChildren(...ticket.history.map((thing) => make("li", "", {}, make("time", day(thing.at)),
    make("span", "", {}, make("b", happened[thing.what] ?? thing.what), ` ${[thing.place, thing.by && t`by ${thing.by}`, thing.why].filter(Boolean).join(" · ")}`))));
  const actions = { valid: ["block", "revoke"], unpaid: ["block", "revoke"], blocked: ["restore", "revoke"], revoked: ["restore"] }[ticket.status] ?? [];
  const mine = actions.filter((action) => who.role === "organiser" || action !== "revoke" && ticket.status !== "revoked");
  $("why").parentElement.hidden = !mine.length;
  $("actions").replaceChildren(...mine.map((action) => {
    const button = make("button", ticket.status === "revoked" ? t`Undo revocation` : names[action], { type: "button", disabled: isBusy(ticket.id) });
    button.onclick = () => act(action, ticket);
    return button;
  }));
}

function showBusy() {
  for (const button of $("actions").children) button.disabled = isBusy(open?.id);
}

/** Performs an action on a ticket as it was shown; if it has changed, the hub does nothing and it is shown again. */
async function act(action, { id, version }) {
  if (isBusy(id)) return;
  const why = $("why").value.trim();
  if (!why) {
    say(t`Enter a reason; it is kept.`);
    return $("why").focus();
  }
  await run(id, async () => {
    const { value: ticket, problem } = await fetched(`/organiser/tickets/${id}`, { action, version, why });
    if (problem?.type === "no-answer") return say(t`The hub does not respond, so this may or may not be done. Try again: it takes effect only once.`);
    if (problem) say(problem.text);
    if (problem?.type === "changed-meanwhile" && open?.id === id) {
      $("why").value = "";
      await show(id);
    }
    if (!ticket) return;
    say(t`${done[action]} Connected gates have it within seconds.`);
    if (open?.id === id) {
      lookups += 1;
      $("why").value = "";
      showTicket(ticket);
      $("holder").focus();
    }
    searchAgain();
  });
}

/** How many tickets a search finds by words: more each time that somebody asks for more of the same. */
let searched = { text: "", limit: 50 };

const searchAgain = searchBox(async (text) => {
  if (searched.text !== text) searched = { text, limit: 50 };
  const answer = await ask("/organiser/tickets", searched);
  if (!answer || searched.text !== text) return answer?.tickets;
  $("foundNote").textContent = translated(answer.note) ?? (answer.more && searched.limit >= 1000 ? t`There are more than ${number(1000)}; type more of the name.` : "");
  $("more").hidden = !answer.more || searched.limit >= 1000;
  return answer.tickets;
}, (ticket) => make("button", "", {
  type: "button",
  onclick: () => show(ticket.id),
}, make("span", ticket.holder || ticket.reference || ticket.id.slice(0, 8)), make("small", [ticket.tier, statuses[ticket.status] ?? ticket.status].filter(Boolean).join(" · "))), t`No matching tickets.`);
$("more").onclick = () => {
  searched = { ...searched, limit: Math.min(1000, searched.limit * 2) };
  searchAgain();
};
// What is scanned next replaces what was scanned before.
$("query").addEventListener("keydown", (event) => { if (event.key === "Enter") $("query").select(); });
$("query").addEventListener("input", () => {
  if ($("query").value.trim() === searched.text) return;
  $("foundNote").textContent = "";
  $("more").hidden = true;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input, select")) { event.preventDefault(); $("query").focus(); }
  if (event.key === "Escape") $("ticket").hidden = true;
});

$("login").onsubmit = async (event) => {
  event.preventDefault();
  if (await ask("/organiser/login", { name: $("name").value, password: $("password").value })) begin();
  $("password").value = "";
};
ignoreRepeats($("actions"));

$("logout").onclick = async () => { await ask("/organiser/logout", {}); location.reload(); };

/** Shows the hub if there is a session, otherwise the log-in. */
async function begin() {
  const answer = await fetch("/organiser/state").catch(() => null);
  const isIn = Boolean(answer?.ok);
  $("login").hidden = isIn;
  $("hub").hidden = !isIn;
  if (!isIn) return $("name").focus();
  $("said").textContent = "";
  ({ state, version, now, who, office } = await answer.json());
  $("link").textContent = t`Live`;
  showAll();
  timer = setTimeout(follow, delay);
}
begin();
