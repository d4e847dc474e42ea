// The staff page: guests who wait, scans, tickets and their holders, and the actions of staff.
import { follow } from "./link.js";
import { $, age, ignoreRepeats, make, oneAtATime, onSecondTap, say, searchBox, server } from "./page.js";
import { guestQueue } from "./queue.js";
import { doorSale } from "./sale.js";
import { takeTurns } from "./turns.js";

const styles = { all: null, admitted: ["admit", "exit", "checked"], alreadyUsed: ["used"], refused: ["refuse", "quiet"], forStaff: ["ask"] };
const troubleTexts = { "cannot-record": "cannotRecord", "no-camera": "noCamera", "no-scanner": "noScanner", "clock-not-trusted": "clockNotTrusted" };
/** What Enter points at, and buttons that have moved, must have been there for so long, in milliseconds, to be meant. */
const settling = 500;

/** The page's texts. The program starts with the door, so they are there once the door is. */
const { language, direction, texts: text } = await (async () => {
  for (;;) {
    try {
      return await (await fetch("/staff/page.json", { signal: AbortSignal.timeout(10_000) })).json();
    } catch {
      await new Promise((again) => setTimeout(again, 1000));
    }
  }
})();
document.documentElement.lang = language;
document.documentElement.dir = direction;

/** Keeps what is inserted into a text from changing the order of the words around it. */
const isolated = (words) => direction === "rtl" ? `\u2068${words}\u2069` : `${words}`;

/** Puts values into the gaps of a text. */
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (gap, name) => isolated(values[name] ?? ""));

/** Returns facts as one line; those that are missing are left out. */
const line = (...facts) => facts.filter(Boolean).flatMap((fact) => `${fact}`.split(" · ")).map(isolated).join(" · ");

for (const element of document.querySelectorAll("[data-text]")) element.textContent = text[element.dataset.text];
for (const [id, words] of Object.entries({ messages: "messages", ticket: "ticket", now: "lastScan", search: "search", past: "pastScans", filters: "show", reasons: "reasons", query: "searchHelp" })) {
  $(id).setAttribute("aria-label", text[words]);
}
$("query").placeholder = text.searchHint;

/** This tab's name, which it keeps when it is loaded again. */
const page = sessionStorage.getItem("page") ?? Math.random().toString(36).slice(2);
sessionStorage.setItem("page", page);

let scans = [], gates = [], filter = "all", door, skew = 0, current, currentSince = 0, open, shownMessages, lookups = 0;
let pointed, pointedSince = 0, openedAt = 0, movedAt = 0, isFollowing = false;
const now = () => Date.now() + skew;
const { ask, fetched } = server("The door", "/staff/login", { noAnswer: text.noAnswer, notDone: text.notDone });
const { isBusy, run } = oneAtATime(showBusy);
const sale = doorSale({ text, fetched, run, isBusy, gate: () => door.gate, show: (ticket) => show(ticket) });
const queue = guestQueue(page, { fill, line, text, now, open: (guest) => show(guest.verdict.ticket, guest.verdict.epoch) });

const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString("en", { hourCycle: "h23" });

const since = (milliseconds) => age(now() - milliseconds, "minute");

/** Shows the state of the list, and of sharing with other boxes. */
function showList() {
  const { list, sharing } = door ?? {};
  $("list").hidden = !list;
  if (!list) return;
  const shared = sharing && fill(text.sharingState, { peer: sharing.peer, age: since(sharing.contact), count: sharing.waiting });
  $("list").textContent = line(fill(text.listState, { count: list.tickets, age: since(list.unchangedSince) }), shared);
}

/** Shows the organiser's messages to this gate until someone here dismisses them. */
function showMessages() {
  $("messages").replaceChildren(...(door.messages ?? []).map((message) => {
    const button = make("button", text.dismiss, { type: "button" });
    onSecondTap(button, secondTap(text.dismiss), async () => {
      const answer = await ask("/staff/dismiss", { message: message.id });
      if (answer) say(answer.said);
    });
    return make("li", "", {}, make("p", message.text, { dir: "auto" }), make("small", `${message.by}, ${clock(message.at)}`), button);
  }));
}

/** The words of a button that asks once more. */
const secondTap = (action) => ({ question: fill(text.really, { action }), hint: fill(text.pressAgain, { action }) });

/** Shows the door's state around the scans. */
function showDoor() {
  const { counts } = door;
  $("event").textContent = door.event;
  $("gate").value = door.gate;
  sale.showAt(gates.find((gate) => gate.name === door.gate)?.direction);
  $("open").textContent = door.isOpen ? "" : text.closed;
  $("troubles").textContent = door.troubles.map((trouble) => `${text[troubleTexts[trouble.kind]] ?? trouble.kind}: ${trouble.detail}`).join("\n");
  $("lost").textContent = door.lost.map((device) => fill(text[device.kind === "camera" ? "cameraMissing" : "scannerMissing"], device)).join("\n");
  $("counts").textContent = line(fill(text.counts, counts), counts.shownAgain && fill(text.shownAgain, { count: counts.shownAgain }));
  $("branches").textContent = (door.branches ?? []).join("\n");
  $("faults").textContent = (door.faults ?? []).join("\n");
  const messages = JSON.stringify(door.messages);
  if (messages !== shownMessages) showMessages();
  shownMessages = messages;
  showList();
}

/** Shows the last scan, which stays until the next one. */
const turns = takeTurns(() => 1e9, (verdict) => { current = verdict; currentSince = performance.now(); showCurrent(); });

/** Whether staff may have to decide about a scan. */
const isQuestion = (verdict) => Boolean(verdict?.ticket) && ["ask", "refuse", "used"].includes(verdict.style);

function showCurrent() {
  const style = current?.style;
  $("now").dataset.style = style ?? "";
  $("now").querySelector(".mark").dataset.style = style ?? "";
  $("headline").textContent = current?.headline ?? (scans.length ? text.ready : text.noScans);
  $("detail").textContent = current ? line(current.explanation, current.gate, clock(current.at)) : "";
  $("admit").hidden = $("refuse").hidden = !isQuestion(current);
  point();
}

/** Shows what Enter opens: the guest who has waited longest, or the last scan if nobody waits. */
function point() {
  const isFree = !open || open.isDone, guest = isFree ? queue.next() : undefined;
  const target = guest?.number ?? (isFree && isQuestion(current) ? "now" : undefined);
  if (target !== pointed) [pointed, pointedSince] = [target, performance.now()];
  queue.point(guest);
  $("admit").querySelector("kbd").hidden = target !== "now";
}

function listScans() {
  const wanted = styles[filter];
  $("scans").replaceChildren(...scans.filter((scan) => !wanted || wanted.includes(scan.style)).map((scan) => {
    const item = make("li"), button = make("button", "", { type: "button", disabled: !scan.ticket });
    const mark = make("span", "", { className: "mark" });
    mark.dataset.style = scan.style;
    button.append(mark, make("span", "", { className: "words" }, make("b", scan.headline), make("small", line(scan.explanation))), make("time", clock(scan.at)));
    item.toggleAttribute("data-undone", scan.isUndone);
    button.onclick = () => show(scan.ticket, scan.epoch);
    item.append(button);
    return item;
  }));
}

/** Keeps what is open and typed, for the time after the page is loaded again or its session has ended. */
function keep() {
  if (!open) return sessionStorage.removeItem("open");
  sessionStorage.setItem("open", JSON.stringify({ ticket: open.ticket.id, epoch: open.epoch, why: $("why").value }));
}

/**
 * Opens a ticket: its holder, the possible actions, and each rule's answer. Only the last of several lookups is shown.
 *
 * @param {string} id - The ticket.
 * @param {number} [epoch] - The epoch of the key that signed the shown code, if any: an old key may be an objection.
 */
async function show(id, epoch) {
  const lookup = ++lookups, isKnown = open?.ticket.id === id;
  const answer = await ask(`/staff/explain?ticket=${encodeURIComponent(id)}${epoch === undefined ? "" : `&epoch=${epoch}`}`);
  if (!answer || lookup !== lookups) return;
  answer.epoch = epoch;
  answer.guest = isKnown ? open.guest : undefined;
  if (!isKnown) $("why").value = "";
  open = answer;
  openedAt = performance.now();
  const hadFocus = $("actions").contains(document.activeElement);
  showTicket(answer);
  keep();
  point();
  if (isKnown) {
    if (hadFocus) $("holder").focus({ preventScroll: true });
    return;
  }
  $("found").hidden = true;
  $("holder").focus({ preventScroll: true });
  if ($("ticket").getBoundingClientRect().top < 0 || $("reasons").getBoundingClientRect().top > innerHeight) $("ticket").scrollIntoView({ block: "start" });
  open.guest = queue.withTicket(id)?.number;
  await fetched("/staff/queue/open", { guest: open.guest, page });
}

/** Notes that the open ticket is that of a guest who waits, which the page learns only now. */
function attend() {
  const guest = open && queue.withTicket(open.ticket.id);
  if (!guest || open.guest === guest.number) return;
  open.guest = guest.number;
  movedAt = performance.now();
  showActions(open);
  fetched("/staff/queue/open", { guest: guest.number, page });
}

function showTicket(answer) {
  const { ticket } = answer, objecting = answer.rules.filter((rule) => rule.objection).length;
  const mark = make("span", "", { className: "mark" });
  mark.dataset.style = answer.style;
  $("ticket").hidden = false;
  $("holder").textContent = ticket.holder || text.noName;
  $("facts").replaceChildren(...[ticket.tier, status(ticket), people(ticket), ticket.reference, ticket.id]
    .filter(Boolean).map((fact) => make("bdi", fact)));
  $("judged").replaceChildren(mark, make("b", answer.headline), make("span", answer.detail, { dir: "auto" }));
  $("rules").replaceChildren(...answer.rules.map((rule) => {
    const item = make("li", `${rule.objection ? "✗" : "✓"} ${rule.question}${rule.objection ? ` — ${rule.objection}` : ""}`, { dir: "auto" });
    item.toggleAttribute("data-objects", Boolean(rule.objection));
    item.toggleAttribute("data-decides", rule.decides);
    return item;
  }));
  $("rulesFold").open = objecting > 0;
  $("rulesSummary").textContent = objecting ? fill(text.rulesObject, { count: objecting }) : text.noRuleObjects;
  showActions(answer);
  $("reasons").replaceChildren(...answer.reasons.map((reason) => {
    const button = make("button", reason, { type: "button" });
    button.onclick = () => { $("why").value = reason; keep(); $("why").focus(); };
    return button;
  }));
}

/** The actions on a ticket, the likeliest first. Those marked as hard to undo need a second tap. */
function actionsOn({ ticket, isGood, canUndo }) {
  const list = [];
  if (ticket.status === "unpaid") list.push({ action: "pay-and-admit", words: text.paidAndAdmit, className: "strong" });
  list.push({ action: "admit", words: isGood ? text.admit : text.admitAnyway, className: isGood ? "strong" : "" });
  if (queue.withTicket(ticket.id)) list.push({ action: "dismiss", words: text.takeOff });
  if (ticket.status === "unpaid") list.push({ action: "pay", words: text.markPaid, isGrave: true });
  if (canUndo) list.push({ action: "undo", words: text.undo, isGrave: true });
  if (["unpaid", "valid"].includes(ticket.status)) list.push({ action: "block", words: text.block, isGrave: true, className: "danger" });
  if (["blocked", "revoked"].includes(ticket.status)) list.push({ action: "restore", words: text.restore, isGrave: true });
  return list;
}

function showActions(answer) {
  $("actions").replaceChildren(...actionsOn(answer).map(({ action, words, isGrave, className }) => {
    const button = make("button", words, { type: "button", className: className ?? "", disabled: isLocked() });
    const perform = () => { if (performance.now() - movedAt > settling) act(action, answer); };
    if (isGrave) onSecondTap(button, secondTap(words), perform);
    else button.onclick = perform;
    return button;
  }));
  setTimeout(showBusy, settling + 20);
}

/** Whether the open ticket takes no action now: one is being done, or it was opened by the first tap of two. */
const isLocked = () => Boolean(open) && (isBusy(open.ticket.id) || performance.now() - openedAt < settling);

function showBusy() {
  for (const button of $("actions").children) button.disabled = isLocked();
  sale.showBusy();
}

/**
 * Performs an action on a ticket as it was shown. If the ticket has changed since, the door does nothing and it is
 * shown again; so a request that is sent twice, for instance after a lost answer, takes effect once.
 */
async function act(action, { ticket, epoch, version, isGood, guest }) {
  if (isLocked() || open?.ticket.id !== ticket.id) return;
  if (action === "dismiss") return dismissGuest(ticket);
  const why = $("why").value.trim();
  if (!why && !isGood && action === "admit") {
    say(text.enterReason);
    return $("why").focus();
  }
  await run(ticket.id, async () => {
    const { value, problem } = await fetched("/staff/act", { action, ticket: ticket.id, epoch, version, why });
    if (problem?.type === "no-answer") return say(text.actionUnanswered);
    if (problem) say(problem.text);
    if (value) say(value.said);
    if (problem?.type === "reason-needed") $("why").focus();
    // The action for which the reason was given is done, or no longer applies.
    if (value || problem?.type === "changed-meanwhile") {
      if (open?.ticket.id === ticket.id) {
        $("why").value = "";
        // Enter now opens the next guest, and does not admit this one again.
        if (value && document.activeElement === $("why")) $("holder").focus({ preventScroll: true });
        await show(ticket.id, epoch);
        if (value && open?.ticket.id === ticket.id) {
          open.isDone = true;
          point();
        }
      }
      searchAgain();
    }
  });
}

/** Takes the guest of the open ticket off the queue; they can show their ticket again. */
async function dismissGuest(ticket) {
  const guest = queue.withTicket(ticket.id);
  if (!guest) return;
  await run(ticket.id, async () => {
    const answer = await ask("/staff/queue/dismiss", { guest: guest.number });
    if (!answer) return;
    say(answer.said);
    if (open?.ticket.id === ticket.id) close();
  });
}

/** Closes the ticket. */
function close() {
  lookups += 1;
  if (!open) return;
  open = undefined;
  $("ticket").hidden = true;
  $("why").value = "";
  $("found").hidden = false;
  keep();
  point();
  fetched("/staff/queue/open", { page });
}

/** Closes the ticket; if none is open, clears the last scan. */
function dismiss() {
  if (open) close();
  else turns.clear();
  document.activeElement?.blur();
}

/** Opens what Enter points at, and puts the cursor where a reason is typed. */
async function openPointed() {
  if (performance.now() - pointedSince < settling) return;
  const guest = queue.next(), { ticket, epoch } = guest?.verdict ?? current;
  await show(ticket, epoch);
  if (open?.ticket.id === ticket) $("why").focus({ preventScroll: true });
}

/** A ticket's status in words. */
const status = (ticket) => text[ticket.status === "unlisted" ? "unlistedTicket" : ticket.status];

/** How many people are in with a ticket, of how many. */
const people = ({ entered, admits, shownAgain }) =>
  line(fill(text.groupCount, { count: entered, admits }), shownAgain && fill(text.shownAgain, { count: shownAgain }));

/** What tells a ticket from those with the same name, if there are any. */
function difference(ticket, tickets) {
  const hasNamesake = tickets.filter((other) => other.holder.toLowerCase() === ticket.holder.toLowerCase()).length > 1;
  return line(ticket.holder && ticket.reference, hasNamesake && ticket.id.slice(0, 8));
}

const searchAgain = searchBox((words) => ask(`/staff/find?q=${encodeURIComponent(words)}`), (ticket, tickets) => make("button", "", {
  type: "button",
  onclick: () => show(ticket.id),
}, make("span", "", { className: "words" }, make("b", ticket.holder || ticket.reference || text.noName, { dir: "auto" }), make("small", difference(ticket, tickets))),
make("small", line(ticket.tier, status(ticket), people(ticket)))), text.noMatch);
$("query").addEventListener("input", () => { $("found").hidden = false; });
$("query").addEventListener("focus", () => { $("found").hidden = false; });
$("why").oninput = keep;
// A key that is held down counts once.
$("why").onkeydown = (event) => {
  if (event.key === "Enter" && !event.repeat && open) act("admit", open);
};
ignoreRepeats($("actions"));
ignoreRepeats($("messages"));
ignoreRepeats($("guests"));
$("close").onclick = dismiss;
$("admit").onclick = () => { if (performance.now() - currentSince > settling) show(current.ticket, current.epoch); };
$("refuse").onclick = () => turns.clear();
// What appears above the buttons moves them, perhaps just before a finger lands.
new ResizeObserver(() => { movedAt = performance.now(); }).observe($("notices"));
// Hints at keys are for those who have some.
document.documentElement.toggleAttribute("data-keys", matchMedia("(any-hover: hover) and (any-pointer: fine)").matches);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, button, select, summary");
  if (!event.target.matches("input")) document.documentElement.toggleAttribute("data-keys", true);
  if ($("desk").hidden) return;
  if (event.key === "Escape") sale.dismiss(Boolean(open)) || dismiss();
  else if (event.key === "/" && !event.target.matches("input")) { event.preventDefault(); $("query").select(); }
  else if (event.key === "Enter" && !event.repeat && !isTyping) enter();
});

/** Opens the next guest once the open ticket needs nothing more; while it does, the cursor goes to the reason. */
function enter() {
  if (open && !open.isDone) return $("why").focus();
  if (pointed !== undefined) openPointed();
}

$("gate").onchange = async () => {
  const answer = await ask("/staff/gate", { gate: $("gate").value });
  if (answer) say(answer.said);
  else $("gate").value = door.gate;
  $("gate").blur();
};
setInterval(() => { showList(); queue.show(); }, 10000);

$("filters").replaceChildren(...Object.keys(styles).map((name) => {
  const button = make("button", text[name], { type: "button" });
  button.setAttribute("aria-pressed", name === filter);
  button.onclick = () => {
    filter = name;
    for (const other of $("filters").children) other.setAttribute("aria-pressed", other === button);
    listScans();
  };
  return button;
}));

$("login").onsubmit = async (event) => {
  event.preventDefault();
  if (await ask("/staff/login", { name: $("name").value.trim(), pin: $("pin").value })) begin();
  $("pin").value = "";
};
$("logout").onclick = async () => {
  sessionStorage.removeItem("open");
  sale.forget();
  await ask("/staff/queue/open", { page });
  await ask("/staff/logout", {});
  location.reload();
};

/** Opens what was open, with what was typed, before the page was loaded again. */
async function reopen() {
  const kept = JSON.parse(sessionStorage.getItem("open") ?? "null");
  if (!kept) return;
  await show(kept.ticket, kept.epoch);
  if (open?.ticket.id !== kept.ticket) return;
  $("why").value = kept.why;
  keep();
}

/** Tells staff that the guest whom they look at was handled on another page. */
function guestLeft(number) {
  if (open?.guest !== number) return;
  open.guest = undefined;
  if (isBusy(open.ticket.id)) return;
  say(text.handledElsewhere);
  show(open.ticket.id, open.epoch);
}

/** Shows the desk if there is a session, otherwise asks for the PIN. */
async function begin() {
  const me = await fetch("/staff/me");
  $("entrance").hidden = me.ok;
  $("desk").hidden = !me.ok;
  if (!me.ok) return $("name").focus();
  $("said").textContent = "";
  $("who").textContent = (await me.json()).name;
  gates = await ask("/staff/gates") ?? [];
  const words = { exit: text.exitGate, check: text.checkGate };
  $("gate").replaceChildren(...gates.map((gate) => make("option", words[gate.direction] ? `${gate.name} (${words[gate.direction]})` : gate.name, { value: gate.name })));
  $("gate").disabled = gates.length < 2;
  if (isFollowing) return;
  isFollowing = true;
  showCurrent();
  reopen();
  follow("/staff/events", 5000, {
    alive(difference) { skew = difference; $("link").textContent = ""; $("link").removeAttribute("data-lost"); },
    lost() {
      $("link").textContent = text.disconnected;
      $("link").setAttribute("data-lost", "");
      // A guest who waits for staff still waits; an entry may no longer hold.
      turns.remove((verdict) => styles.admitted.includes(verdict.style));
      // After the session has ended, the page asks for the PIN again.
      fetch("/staff/me").then((me) => { if (me.status === 401) location.reload(); }).catch(() => {});
    },
    state(message) {
      door = message.state;
      showDoor();
      if (!message.scans) return;
      sale.refresh();
      scans = message.scans;
      listScans();
      queue.reset(message.waiting ?? [], message.unlisted ?? 0);
      showCurrent();
      attend();
    },
    verdict({ verdict, isRepeat }) {
      turns.add(verdict);
      if (isRepeat) return;
      scans = [verdict, ...scans].slice(0, 100);
      listScans();
    },
    undone({ number }) {
      const isUndone = (verdict) => verdict.number === number;
      turns.remove(isUndone);
      for (const scan of scans.filter(isUndone)) scan.isUndone = true;
      listScans();
    },
    queue({ change }) {
      queue.change(change);
      point();
      attend();
      if (change.left !== undefined) guestLeft(change.left);
    },
  });
}
begin();
