// The organiser's page: the event's state, updated every second, and the organiser's actions.
import { day as dayOf, fill, liveView } from "./live.js";
import { $, ignoreRepeats, make, oneAtATime, say, searchBox, server } from "./page.js";
import { rulesEditor } from "./rules.js";

const { ask, fetched } = server("The hub", "/organiser/login");
const { isBusy, run } = oneAtATime(showBusy);
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
  noBoxes: "No box has joined yet. Run doorcheck hub enroll",
});
const { figures, alerts, arrivals, inside, refusals, message, machines, twice, daily } = live.parts;
$("search").before(figures, alerts, arrivals, inside, refusals, message);
$("search").after(machines, twice, daily);

const showRules = rulesEditor(fetched, day, () => follow());

function showAll() {
  fill($("event"), state.events.map((event) => make("option", event.name, { value: event.id })), make("option", "No event yet"));
  $("event").value = state.event ?? "";
  $("event").disabled = state.events.length < 2;
  $("trouble").textContent = state.trouble ?? "";
  $("who").textContent = who.role === "organiser" ? who.name : `${who.name} · ${who.role}`;
  $("office").hidden = !office;
  $("closedMark").hidden = state.closed === undefined;
  $("closedMark").textContent = state.closed === undefined ? "" : `closed since ${day(state.closed)}`;
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
  $("link").textContent = answer?.ok ? "Live" : "The hub does not respond";
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
const done = { block: "blocked", revoke: "revoked", restore: "restored", pay: "marked as paid", reissue: "reissued", entry: "entered", exit: "left", override: "admitted by staff" };

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
  const tag = make("span", ticket.status, { className: "tag" });
  tag.toggleAttribute("data-bad", ticket.status !== "valid");
  $("holder").replaceChildren(ticket.holder || "No name", tag);
  $("facts").textContent = [ticket.tier, ticket.reference, ticket.id].filter(Boolean).join(" · ");
  $("history").replaceChildren(...ticket.history.map((thing) => make("li", "", {}, make("time", day(thing.at)),
    make("span", "", {}, make("b", done[thing.what] ?? thing.what), ` ${[thing.place, thing.by && `by ${thing.by}`, thing.why].filter(Boolean).join(" · ")}`))));
  const actions = { valid: ["block", "revoke"], unpaid: ["block", "revoke"], blocked: ["restore", "revoke"], revoked: ["restore"] }[ticket.status] ?? [];
  const mine = actions.filter((action) => who.role === "organiser" || action !== "revoke" && ticket.status !== "revoked");
  $("why").parentElement.hidden = !mine.length;
  $("actions").replaceChildren(...mine.map((action) => {
    const button = make("button", { block: "Block", revoke: "Revoke", restore: ticket.status === "blocked" ? "Unblock" : "Undo revocation" }[action], { type: "button", disabled: isBusy(ticket.id) });
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
    say("Enter a reason; it is kept permanently.");
    return $("why").focus();
  }
  await run(id, async () => {
    const { value: ticket, problem } = await fetched(`/organiser/tickets/${id}`, { action, version, why });
    if (problem?.type === "no-answer") return say("The hub does not respond, so the action may or may not be done. Try again: it takes effect only once.");
    if (problem) say(problem.text);
    if (problem?.type === "changed-meanwhile" && open?.id === id) {
      $("why").value = "";
      await show(id);
    }
    if (!ticket) return;
    say(`The ticket is ${done[action]}; connected gates are updated within seconds.`);
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
  $("foundNote").textContent = answer.note ?? (answer.more && searched.limit >= 1000 ? "There are more than 1,000; type more of the name." : "");
  $("more").hidden = !answer.more || searched.limit >= 1000;
  return answer.tickets;
}, (ticket) => make("button", "", {
  type: "button",
  onclick: () => show(ticket.id),
}, make("span", ticket.holder || ticket.reference || ticket.id.slice(0, 8)), make("small", [ticket.tier, ticket.status].filter(Boolean).join(" · "))));
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
  $("link").textContent = "Live";
  showAll();
  timer = setTimeout(follow, delay);
}
begin();
