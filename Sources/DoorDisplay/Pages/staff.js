// The staff page: scans, tickets and their holders, and the actions of staff.
import { follow } from "./link.js";
import { $, age, ignoreRepeats, make, oneAtATime, say, searchBox, server } from "./page.js";
import { takeTurns } from "./turns.js";

const styles = { all: null, admitted: ["admit", "exit", "checked"], "already used": ["used"], refused: ["refuse", "quiet"], "for staff": ["ask"] };
const troubleWords = { "cannot-record": "Cannot record: no one is admitted", "no-camera": "No camera", "no-scanner": "No scanner", "clock-not-trusted": "Clock not trusted" };
let scans = [], filter = "all", door, skew = 0, current, open, shownMessages, lookups = 0;
const { ask, fetched } = server("The door", "/staff/login");
const { isBusy, run } = oneAtATime(showBusy);

const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString("en", { hourCycle: "h23" });

const since = (milliseconds) => age(Date.now() + skew - milliseconds, "min");

/** Shows the state of the list, and of sharing with other boxes. */
function showList() {
  const { list, sharing } = door ?? {};
  $("list").hidden = !list;
  if (!list) return;
  const shared = sharing ? ` · last contact with ${sharing.peer} ${since(sharing.contact)} ago, ${sharing.waiting} to send` : "";
  $("list").textContent = `${list.tickets} tickets, list unchanged for ${since(list.unchangedSince)}${shared}`;
}

/** Shows the organiser's messages to this gate until someone here dismisses them. */
function showMessages() {
  $("messages").replaceChildren(...(door.messages ?? []).map((message) => {
    const item = make("li"), button = make("button", "Dismiss", { type: "button" });
    button.onclick = async () => {
      const answer = await ask("/staff/dismiss", { message: message.id });
      if (answer) say(answer.said);
    };
    item.append(make("p", message.text), make("small", `${message.by}, ${clock(message.at)}`), button);
    return item;
  }));
}

/** Shows the door's state around the scans. */
function showDoor() {
  $("event").textContent = door.event;
  $("gate").value = door.gate;
  $("open").textContent = door.isOpen ? "" : "closed";
  $("troubles").textContent = door.troubles.map((trouble) => `${troubleWords[trouble.kind]}: ${trouble.detail}`).join("\n");
  $("lost").textContent = door.lost.map((device) => `The ${device.kind} ${device.name} is missing; the door continues without it.`).join("\n");
  $("counts").textContent = `${door.counts.inside} of ${door.counts.expected} in · ${door.counts.perMinute} per min · ${door.counts.refused} refused · ${door.counts.asked} to staff${door.counts.shownAgain ? ` · ${door.counts.shownAgain} shown again` : ""}`;
  $("branches").textContent = (door.branches ?? []).join("\n");
  $("faults").textContent = (door.faults ?? []).join("\n");
  const messages = JSON.stringify(door.messages);
  if (messages !== shownMessages) showMessages();
  shownMessages = messages;
  showList();
}

/** Shows the last scan, which stays until the next one. */
const turns = takeTurns(() => 1e9, (verdict) => { current = verdict; showCurrent(); });

function showCurrent() {
  const style = current?.style;
  $("now").dataset.style = style ?? "";
  $("now").querySelector(".mark").dataset.style = style ?? "";
  $("headline").textContent = current?.headline ?? "Ready";
  $("detail").textContent = current ? [current.explanation, current.gate, clock(current.at)].filter(Boolean).join(" · ") : "";
  const isOpen = Boolean(current?.ticket) && ["ask", "refuse", "used"].includes(style);
  $("admit").hidden = $("refuse").hidden = !isOpen;
}

function listScans() {
  const wanted = styles[filter];
  $("scans").replaceChildren(...scans.filter((scan) => !wanted || wanted.includes(scan.style)).map((scan) => {
    const item = make("li"), button = make("button", "", { type: "button", disabled: !scan.ticket });
    const mark = make("span", "", { className: "mark" }), middle = make("div");
    mark.dataset.style = scan.style;
    middle.append(make("b", scan.headline), make("small", scan.explanation));
    button.append(mark, middle, make("time", clock(scan.at)));
    item.toggleAttribute("data-undone", scan.isUndone);
    button.onclick = () => show(scan.ticket, scan.epoch);
    item.append(button);
    return item;
  }));
}

/**
 * Opens a ticket: its holder, each rule's answer, and the possible actions. Only the last of several lookups is shown.
 *
 * @param {string} id - The ticket.
 * @param {number} [epoch] - The epoch of the key that signed the shown code, if any: an old key may be an objection.
 */
async function show(id, epoch) {
  const lookup = ++lookups;
  const answer = await ask(`/staff/explain?ticket=${encodeURIComponent(id)}${epoch === undefined ? "" : `&epoch=${epoch}`}`);
  if (!answer || lookup !== lookups) return;
  answer.epoch = epoch;
  if (open?.ticket.id !== answer.ticket.id) $("why").value = "";
  open = answer;
  const { ticket } = answer;
  $("ticket").hidden = false;
  $("holder").textContent = ticket.holder || "No name";
  $("facts").textContent = [ticket.tier, ticket.status, `${ticket.entered} in`, ticket.reference, ticket.id].filter(Boolean).join(" · ");
  $("judged").textContent = [answer.headline, answer.detail].filter(Boolean).join(": ");
  $("rules").replaceChildren(...answer.rules.map((rule) => {
    const item = make("li", `${rule.objection ? "✗" : "✓"} ${rule.question}${rule.objection ? ` — ${rule.objection}` : ""}`);
    item.toggleAttribute("data-objects", Boolean(rule.objection));
    item.toggleAttribute("data-decides", rule.decides);
    return item;
  }));
  const status = { unpaid: ["pay", "block"], valid: ["block"], blocked: ["restore"], revoked: ["restore"] }[ticket.status] ?? [];
  const actions = [answer.isGood ? ["admit", "Admit"] : ["admit", "Admit anyway"], ["undo", "Undo last entry"],
    ...status.map((action) => [action, { pay: "Mark as paid", block: "Block", restore: "Restore" }[action]])];
  $("actions").replaceChildren(...actions.map(([action, label]) => {
    const button = make("button", label, { type: "button", disabled: isBusy(ticket.id) });
    button.onclick = () => act(action, answer);
    return button;
  }));
  $("reasons").replaceChildren(...answer.reasons.map((reason) => {
    const button = make("button", reason, { type: "button" });
    button.onclick = () => { $("why").value = reason; $("why").focus(); };
    return button;
  }));
}

function showBusy() {
  for (const button of $("actions").children) button.disabled = isBusy(open?.ticket.id);
}

/**
 * Performs an action on a ticket as it was shown. If the ticket has changed since, the door does nothing and it is
 * shown again; so a request that is sent twice, for instance after a lost answer, takes effect once.
 */
async function act(action, { ticket, epoch, version, isGood }) {
  if (isBusy(ticket.id)) return;
  const why = $("why").value.trim();
  if (!why && !isGood && action === "admit") {
    say("Enter a reason; it is kept permanently.");
    return $("why").focus();
  }
  await run(ticket.id, async () => {
    const { value, problem } = await fetched("/staff/act", { action, ticket: ticket.id, epoch, version, why });
    if (problem?.type === "no-answer") return say("The door does not respond, so the action may or may not be done. Try again: it takes effect only once.");
    if (problem) say(problem.text);
    if (value) say(value.said);
    // The action for which the reason was given is done, or no longer applies.
    if (value || problem?.type === "changed-meanwhile") {
      if (open?.ticket.id === ticket.id) {
        $("why").value = "";
        await show(ticket.id, epoch);
      }
      searchAgain();
    }
  });
}

/** Opens the ticket of the last scan when Enter is pressed. Actions are taken there, with a name and a reason. */
async function openCurrent() {
  await show(current.ticket, current.epoch);
  $("why").focus();
}

function dismiss() {
  lookups += 1;
  if (!$("ticket").hidden) {
    $("ticket").hidden = true;
    open = undefined;
    $("why").value = "";
  }
  turns.clear();
  document.activeElement?.blur();
}

const searchAgain = searchBox((text) => ask(`/staff/find?q=${encodeURIComponent(text)}`), (ticket) => make("button", "", {
  type: "button",
  onclick: () => show(ticket.id),
}, make("span", ticket.holder || ticket.reference), make("small", [ticket.tier, ticket.status, `${ticket.entered} in`].filter(Boolean).join(" · "))));
// A key that is held down counts once.
$("why").onkeydown = (event) => {
  if (event.key === "Enter" && !event.repeat && open) act("admit", open);
};
ignoreRepeats($("actions"));
$("admit").onclick = openCurrent;
$("refuse").onclick = dismiss;
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, button, select");
  if (event.key === "Escape") dismiss();
  else if (event.key === "/" && !event.target.matches("input")) { event.preventDefault(); $("query").select(); }
  else if (event.key === "Enter" && !event.repeat && !isTyping && !$("admit").hidden) openCurrent();
});

$("gate").onchange = async () => {
  const answer = await ask("/staff/gate", { gate: $("gate").value });
  if (answer) say(answer.said);
  else $("gate").value = door.gate;
  $("gate").blur();
};
setInterval(showList, 10000);

$("filters").replaceChildren(...Object.keys(styles).map((name) => {
  const button = make("button", name, { type: "button" });
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
$("logout").onclick = async () => { await ask("/staff/logout", {}); location.reload(); };

/** Shows the desk if there is a session, otherwise asks for the PIN. */
async function begin() {
  const me = await fetch("/staff/me");
  $("login").hidden = me.ok;
  $("desk").hidden = !me.ok;
  if (!me.ok) return $("name").focus();
  $("said").textContent = "";
  $("who").textContent = (await me.json()).name;
  const gates = await ask("/staff/gates") ?? [];
  $("gate").replaceChildren(...gates.map((gate) => make("option", gate.direction === "entry" ? gate.name : `${gate.name} (${gate.direction})`, { value: gate.name })));
  $("gate").disabled = gates.length < 2;
  follow("/staff/events", 5000, {
    alive(difference) { skew = difference; $("link").textContent = ""; $("link").removeAttribute("data-lost"); },
    lost() {
      $("link").textContent = "Disconnected";
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
      scans = message.scans;
      listScans();
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
  });
}
begin();
