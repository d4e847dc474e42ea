// The organiser's page: the event's state, updated every second, and the organiser's actions.
import { draw, peak, slots } from "./chart.js";
import { $, age, clock, ignoreRepeats, make, oneAtATime, say, searchBox, server } from "./page.js";
import { rulesEditor } from "./rules.js";

const number = (value) => value.toLocaleString("en");
const { ask, fetched } = server("The hub", "/organiser/login");
const { isBusy, run } = oneAtATime(showBusy);
let state, who, now = Date.now(), by = "gate", version = "", delay = 1000, timer, open, lookups = 0, bars = [];

const day = (milliseconds) => new Date(milliseconds).toDateString() === new Date(now).toDateString() ? clock(milliseconds)
  : `${new Date(milliseconds).toLocaleDateString("en", { day: "numeric", month: "short" })} ${clock(milliseconds)}`;

const words = { "": "no tier" };
const named = (key) => words[key] ?? key;

/** Replaces a list's rows only if any of them has changed, so that no element loses the focus needlessly. */
function fill(parent, rows, none) {
  const text = rows.map((row) => row.outerHTML).join("");
  if (parent.dataset.text === text && parent.children.length) return;
  parent.dataset.text = text;
  parent.replaceChildren(...(rows.length ? rows : [none]));
}

function showFigures() {
  const share = state.expected ? state.arrived / state.expected : 0;
  $("arrived").textContent = number(state.arrived);
  $("expected").textContent = number(state.expected);
  $("share").textContent = state.expected ? `${Math.round(share * 100)} %` : "";
  $("progress").value = Math.min(1, share);
  const since = now - 600000;
  // Intervals are ten minutes long: counts the current one, and a proportional share of the previous one.
  const recent = state.arrivals.reduce((sum, { at, people }) => sum + people * Math.min(1, Math.max(0, (at + 600000 - since) / 600000)) * (at <= now), 0);
  $("recent").textContent = number(Math.round(recent));
  $("refused").textContent = number(state.refusals.reduce((sum, { refused }) => sum + refused, 0));
  $("asked").textContent = number(state.refusals.reduce((sum, { asked }) => sum + asked, 0));
  $("shownAgain").textContent = state.shownAgain ? `${number(state.shownAgain)} shown again within seconds` : "";
  $("doubleCount").textContent = number(state.doubleCount);
  $("doubleFigure").toggleAttribute("data-warn", state.doubleCount > 0);
}

function showChart() {
  const keys = by === "gate" ? state.gates : state.tiers;
  bars = slots(state.arrivals, by, keys, now);
  const totals = keys.map((_, index) => bars.reduce((sum, bar) => sum + bar.parts[index], 0));
  fill($("legend"), keys.map((key, index) => make("li", "", {}, make("i", "", { className: `k${index % 8}` }), make("span", named(key)), make("b", number(totals[index])))), make("li", "No arrivals yet."));
  const best = bars.length ? peak(bars) : undefined;
  $("chartTitle").textContent = best?.total
    ? `Arrivals per 10 minutes, by ${by}: ${number(state.arrived)} people since ${clock(bars[0].at)}; the peak is ${number(best.total)}, from ${clock(best.at)}`
    : "No arrivals yet";
  draw($("chart"), bars, now, showSlot);
  const head = make("tr", "", {}, ...["From", ...keys.map(named), "All"].map((text) => make("th", text, { scope: "col" })));
  fill($("slots").tHead, [head]);
  const rows = bars.filter((bar) => bar.total).map((bar) => make("tr", "", {}, make("th", day(bar.at), { scope: "row" }), ...[...bar.parts, bar.total].map((people) => make("td", number(people)))));
  fill($("slots").tBodies[0], rows, make("tr"));
}

function showSlot(bar) {
  const keys = by === "gate" ? state.gates : state.tiers;
  const parts = keys.map((key, index) => [named(key), bar.parts[index]]).filter(([, people]) => people);
  $("slot").textContent = `${day(bar.at)} to ${clock(bar.at + 600000)}: ${number(bar.total)}${parts.length ? ` (${parts.map(([name, people]) => `${name} ${number(people)}`).join(", ")})` : ""}`;
}

function showPlaces() {
  fill($("zones"), state.zones.map((zone) => {
    const item = make("li", "", {}, make("p", "", {}, make("span", zone.name), make("span", "", {}, make("b", number(zone.inside)), zone.capacity ? ` of ${number(zone.capacity)}` : "")));
    if (zone.capacity) {
      const bar = make("progress", "", { max: zone.capacity, value: Math.max(0, zone.inside), className: zone.inside >= zone.capacity ? "full" : "" });
      bar.setAttribute("aria-label", `People in ${zone.name}`);
      item.append(bar);
    }
    return item;
  }), make("li", "No gates yet.", { className: "none" }));
  const most = Math.max(1, ...state.refusals.map(({ refused, asked }) => refused + asked));
  fill($("reasons"), state.refusals.map(({ reason, refused, asked }) => {
    const bar = make("progress", "", { max: most, value: refused + asked });
    bar.setAttribute("aria-hidden", "true");
    const parts = [refused && `${number(refused)} refused`, asked && `${number(asked)} to staff`].filter(Boolean).join(", ");
    return make("li", "", {}, make("p", "", {}, make("span", reason.replaceAll("-", " ")), make("b", parts)), bar);
  }), make("li", "None yet.", { className: "none" }));
}

const bad = (text) => make("span", text, { className: "bad" });

function showBoxes() {
  const hubVersion = state.boxes.find((box) => box.state === "hub")?.version;
  fill($("boxes").tBodies[0], state.boxes.map((box) => {
    const isHub = box.state === "hub", isLate = box.contact && now - box.contact > 30000;
    const name = make("td", "", {}, make("b", box.name));
    if (isHub) name.append(make("small", "this hub’s own ledger"));
    if (box.state === "revoked") name.append(" ", bad("revoked"));
    const isOther = box.version && hubVersion && box.version !== hubVersion && box.state === "enrolled";
    const about = [box.gate && `gate ${box.gate}`, box.version && (isOther ? bad(`v${box.version}`) : `v${box.version}`)].filter(Boolean);
    if (about.length) name.append(make("small", "", {}, ...about.flatMap((part, index) => (index ? [" · ", part] : [part]))));
    if (box.branches) name.append(make("small", "", {}, bad("branch"), ` ${box.branches}`));
    if (box.quota) name.append(make("small", "", {}, bad("over its quota"), ` ${box.quota}`));
    const heard = isHub ? "local" : box.contact ? `${age(now - box.contact)} ago` : "never";
    const skew = Math.round(box.skew / 1000);
    const clockText = isHub || !box.contact ? "" : Math.abs(box.skew) < 2000 ? "correct" : `${Math.abs(skew)} s ${skew > 0 ? "ahead" : "behind"}`;
    return make("tr", "", {}, name, make("td", "", {}, isLate && box.state === "enrolled" ? bad(heard) : heard),
      make("td", "", {}, box.waiting ? bad(number(box.waiting)) : isHub ? "" : "0"), make("td", "", {}, Math.abs(skew) >= 60 && !isHub ? bad(clockText) : clockText));
  }), make("tr", "", {}, make("td", "No box has joined yet. Run doorcheck hub enroll", { colSpan: 4, className: "none" })));
}

function showAlerts() {
  fill($("alertList"), state.alerts.map((alert) => make("li", "", {}, make("p", alert.text), make("small", `since ${day(alert.started)} · ${age(now - alert.started)}`))),
    make("li", "Nothing is wrong.", { className: "none" }));
  $("alerts").toggleAttribute("data-warn", state.alerts.length > 0);
}

function showFaults() {
  fill($("faults"), state.faults.map((fault) => make("li", "", {}, bad("no effect"), ` ${fault}`)), make("li", "", { hidden: true }));
}

const decisions = { hub: "hub", alone: "offline, without the hub", staff: "by staff" };

/** Returns the text for an empty list of double admissions, which claims no more than was checked. */
function noDoubles() {
  const waiting = state.boxes.filter((box) => box.waiting > 0).map((box) => box.name);
  if (!state.isChecked) return "Not counted yet.";
  return `None in the records received so far.${waiting.length ? ` Some records from ${waiting.join(", ")} have not arrived yet.` : ""}`;
}

/** Double admissions before those of the state: how many parts of the list are shown, from where, and where the next begins. */
let earlier = { parts: 0, rows: [] };

/** Reads parts of the list of earlier double admissions; only the last of several readings is shown. */
async function readEarlier(parts) {
  const reading = earlier = { ...earlier, event: state.event, from: state.earlierDoubles, parts };
  const rows = [];
  let next = reading.from;
  for (let part = 0; part < parts && next; part += 1) {
    const answer = await ask(`/organiser/doubles?${new URLSearchParams({ event: reading.event, before: next })}`);
    if (!answer || earlier !== reading) return;
    rows.push(...answer.doubles);
    next = answer.earlier;
  }
  earlier = { ...reading, rows, next };
  showDoubles();
}
$("earlier").onclick = () => readEarlier(earlier.parts + 1);

function showDoubles() {
  if (earlier.event !== state.event) earlier = { event: state.event, parts: 0, rows: [] };
  // The newest 200 are others now, so the earlier ones begin elsewhere.
  if (earlier.parts && earlier.from !== state.earlierDoubles) readEarlier(earlier.parts);
  const doubles = [...state.doubles, ...earlier.rows];
  $("earlier").hidden = !(earlier.parts ? earlier.next : state.earlierDoubles);
  $("twiceTitle").textContent = state.doubleCount > doubles.length ? `Double admissions: the latest ${number(doubles.length)} of ${number(state.doubleCount)}` : "Double admissions";
  const cell = (entry) => make("td", "", {}, make("b", day(entry.at)), ` ${entry.gate}`, make("small", `${entry.box} · ${decisions[entry.decided] ?? entry.decided}`));
  fill($("doubles").tBodies[0], doubles.map((double) => {
    const element = who.role === "viewer" ? "span" : "button";
    const ticket = make(element, double.ticket.slice(0, 8), { title: double.ticket });
    ticket.dataset.ticket = double.ticket;
    const order = double.orderKnown ? [] : [make("small", "order not certain")];
    return make("tr", "", {}, cell(double.first), cell(double.second), make("td", "", {}, ticket, ...order));
  }), make("tr", "", {}, make("td", noDoubles(), { colSpan: 3, className: "none" })));
}
$("doubles").onclick = (event) => { const id = event.target.matches("button") && event.target.dataset.ticket; if (id) show(id); };

/** Days are those of the hub's time zone, or of the event's rules; times are the reader's. */
function showDays() {
  const name = (date) => new Date(`${date}T12:00:00Z`).toLocaleDateString("en", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  fill($("days").tBodies[0], state.days.map((day) => {
    const figures = [day.arrived, day.entered, day.left, day.refused, day.asked].map((count) => make("td", number(count)));
    const several = state.zones.length > 1;
    const peaks = day.peaks.map(({ zone, most, at }) => make("small", `${several ? `${zone} ` : ""}${number(most)} at ${clock(at)}`));
    return make("tr", "", {}, make("th", name(day.date), { scope: "row" }), ...figures, make("td", "", {}, ...peaks));
  }), make("tr", "", {}, make("td", "Nothing has happened yet.", { colSpan: 7, className: "none" })));
  $("exports").hidden = who.role === "viewer" || !state.event;
  for (const link of $("exports").children) link.href = `/organiser/exports/${link.dataset.table}?event=${state.event}`;
}

function showMessages() {
  fill($("messages"), state.messages.slice(0, 8).map((message) => {
    const item = make("li", "", {}, make("p", message.text), make("small", `to ${message.gate ?? "all gates"} · ${message.by}, ${day(message.at)} · until ${day(message.until)}`));
    item.toggleAttribute("data-past", message.until < now);
    return item;
  }), make("li", "None sent yet.", { className: "none" }));
  const gate = $("gate").value;
  fill($("gate"), [make("option", "all gates", { value: "" }), ...state.gates.map((name) => make("option", name, { value: name }))]);
  $("gate").value = state.gates.includes(gate) ? gate : "";
}

const showRules = rulesEditor(fetched, day, () => follow());

function showAll() {
  fill($("event"), state.events.map((event) => make("option", event.name, { value: event.id })), make("option", "No event yet"));
  $("event").value = state.event ?? "";
  $("event").disabled = state.events.length < 2;
  $("trouble").textContent = state.trouble ?? "";
  $("who").textContent = who.role === "organiser" ? who.name : `${who.name} · ${who.role}`;
  $("closedMark").hidden = state.closed === undefined;
  $("closedMark").textContent = state.closed === undefined ? "" : `closed since ${day(state.closed)}`;
  showRules(state, who);
  $("message").hidden = $("search").hidden = who.role === "viewer";
  for (const part of [showFigures, showChart, showPlaces, showAlerts, showBoxes, showFaults, showDoubles, showDays, showMessages]) part();
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
      ({ state, version, now, who } = page);
      showAll();
    } else if (state) {
      showFigures();
      showAlerts();
      showBoxes();
      if (bars.length) showChart();
    }
  }
  timer = setTimeout(follow, delay);
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && !$("hub").hidden) follow(); });
$("event").onchange = () => { version = ""; follow(); };
new ResizeObserver(() => { if (state) draw($("chart"), bars, now, showSlot); }).observe($("plot"));
$("split").onclick = (event) => {
  by = event.target.dataset.by ?? by;
  for (const button of $("split").children) button.setAttribute("aria-pressed", button.dataset.by === by);
  if (state) showChart();
};

$("messageForm").onsubmit = async (event) => {
  event.preventDefault();
  const message = { event: state.event, text: $("text").value.trim(), minutes: Number($("minutes").value) };
  if ($("gate").value) message.gate = $("gate").value;
  if (!await ask("/organiser/messages", message)) return;
  $("text").value = "";
  say(`Sent to ${message.gate ?? "all gates"}.`);
  follow();
};

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
  ({ state, version, now, who } = await answer.json());
  $("link").textContent = "Live";
  showAll();
  timer = setTimeout(follow, delay);
}
begin();
