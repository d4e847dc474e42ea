// The staff page: what was scanned, who has a ticket, and what staff do about it.
import { follow } from "./link.js";
import { takeTurns } from "./turns.js";

const $ = (id) => document.getElementById(id);
const looks = { all: null, admitted: ["admit", "exit", "checked"], "already used": ["used"], refused: ["refuse", "quiet"], "for staff": ["ask"] };
const troubleWords = { "cannot-record": "Cannot record: nobody is admitted", "no-camera": "No camera", "no-scanner": "No scanner", "clock-not-trusted": "Clock not trusted" };
let scans = [], filter = "all", door, skew = 0, current, open, quiet, shownMessages;

/** Asks the door; what it says to people is shown, and a lost session leads back to the PIN. */
async function ask(path, body) {
  const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options).catch(() => null);
  if (!answer) return say("The door does not answer.");
  if (answer.status === 401 && path !== "/staff/login") return location.reload();
  if (answer.status === 204) return {};
  const value = await answer.json().catch(() => ({ said: "The door could not do that." }));
  if (answer.ok) return value;
  say(value.said ?? value.error?.message ?? "The door could not do that.");
}

function say(text) {
  $("said").textContent = $("loginSaid").textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { $("said").textContent = ""; }, 6000);
}

function make(name, text = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString("en", { hourCycle: "h23" });

/** How old something is, in the largest unit that it fills. */
function age(milliseconds) {
  const minutes = Math.max(0, Math.floor((Date.now() + skew - milliseconds) / 60000));
  return minutes < 60 ? `${minutes} min` : minutes < 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** The list, and what others know of this box. */
function showList() {
  const { list, sharing } = door ?? {};
  $("list").hidden = !list;
  if (!list) return;
  const shared = sharing ? ` · ${sharing.peer} heard of ${age(sharing.contact)} ago, ${sharing.waiting} to send` : "";
  $("list").textContent = `${list.tickets} tickets, list unchanged for ${age(list.unchangedSince)}${shared}`;
}

/** What the organiser tells this gate, until somebody here has read it. */
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

/** What surrounds the scans. */
function showDoor() {
  $("event").textContent = door.event;
  $("gate").value = door.gate;
  $("open").textContent = door.isOpen ? "" : "closed";
  $("troubles").textContent = door.troubles.map((trouble) => `${troubleWords[trouble.kind]}: ${trouble.detail}`).join("\n");
  $("lost").textContent = door.lost.map((device) => `The ${device.kind} ${device.name} is missing; the door goes on without it.`).join("\n");
  $("counts").textContent = `${door.counts.inside} in of ${door.counts.expected} · ${door.counts.perMinute} per min · ${door.counts.turnedAway} refused`;
  $("alarms").textContent = (door.alarms ?? []).join("\n");
  const messages = JSON.stringify(door.messages);
  if (messages !== shownMessages) showMessages();
  shownMessages = messages;
  showList();
}

/** The last scan stays until another one comes. */
const turns = takeTurns(() => 1e9, (verdict) => { current = verdict; showCurrent(); });

function showCurrent() {
  const look = current?.look;
  $("now").dataset.look = look ?? "";
  $("now").querySelector(".mark").dataset.look = look ?? "";
  $("headline").textContent = current?.headline ?? "Ready";
  $("detail").textContent = current ? [current.explanation, current.gate, clock(current.at)].filter(Boolean).join(" · ") : "";
  const isOpen = Boolean(current?.ticket) && ["ask", "refuse", "used"].includes(look);
  $("admit").hidden = $("refuse").hidden = !isOpen;
}

function listScans() {
  const wanted = looks[filter];
  $("scans").replaceChildren(...scans.filter((scan) => !wanted || wanted.includes(scan.look)).map((scan) => {
    const item = make("li"), button = make("button", "", { type: "button", disabled: !scan.ticket });
    const mark = make("span", "", { className: "mark" }), middle = make("div");
    mark.dataset.look = scan.look;
    middle.append(make("b", scan.headline), make("small", scan.explanation));
    button.append(mark, middle, make("time", clock(scan.at)));
    item.toggleAttribute("data-undone", scan.isUndone);
    button.onclick = () => show(scan.ticket);
    item.append(button);
    return item;
  }));
}

/** Opens a ticket: how it stands, what each rule says, and what can be done. */
async function show(id) {
  const answer = await ask(`/staff/explain?ticket=${encodeURIComponent(id)}`);
  if (!answer) return;
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
    const button = make("button", label, { type: "button" });
    button.onclick = () => act(action, ticket.id, answer.isGood || action !== "admit");
    return button;
  }));
}

async function act(action, ticket, isFree) {
  const why = $("why").value.trim();
  if (!why && !isFree) {
    say("Say why; it stands in the book.");
    return $("why").focus();
  }
  const answer = await ask("/staff/act", { action, ticket, why });
  if (!answer) return;
  $("why").value = "";
  say(answer.said);
  await show(ticket);
  $("query").oninput();
}

/** Enter: a question to staff is answered with yes at once; against a refusal a reason is asked for. */
async function admitCurrent() {
  const { ticket, look, reason } = current;
  if (look === "ask") {
    const answer = await ask("/staff/act", { action: "admit", ticket, why: `checked by staff: ${reason}` });
    if (answer) say(answer.said);
    return;
  }
  await show(ticket);
  $("why").focus();
}

function dismiss() {
  if (!$("ticket").hidden) {
    $("ticket").hidden = true;
    open = undefined;
  }
  turns.clear();
  document.activeElement?.blur();
}

let searching;
$("query").oninput = () => {
  clearTimeout(searching);
  searching = setTimeout(async () => {
    const text = $("query").value.trim();
    const tickets = text ? await ask(`/staff/find?q=${encodeURIComponent(text)}`) : [];
    if (!tickets || text !== $("query").value.trim()) return;
    const rows = tickets.map((ticket) => {
      const item = make("li"), button = make("button", "", { type: "button" });
      button.append(make("span", ticket.holder || ticket.reference), make("small", [ticket.tier, ticket.status, `${ticket.entered} in`].filter(Boolean).join(" · ")));
      button.onclick = () => show(ticket.id);
      item.append(button);
      return item;
    });
    $("found").replaceChildren(...(rows.length || !text ? rows : [make("li", "No ticket begins with that.")]));
  }, 200);
};
$("query").onkeydown = (event) => { if (event.key === "Enter") $("found").querySelector("button")?.click(); };
$("why").onkeydown = (event) => {
  if (event.key === "Enter" && open) act("admit", open.ticket.id, open.isGood);
};
$("admit").onclick = admitCurrent;
$("refuse").onclick = dismiss;
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, button, select");
  if (event.key === "Escape") dismiss();
  else if (event.key === "/" && !event.target.matches("input")) { event.preventDefault(); $("query").select(); }
  else if (event.key === "Enter" && !isTyping && !$("admit").hidden) admitCurrent();
});

$("gate").onchange = async () => {
  const answer = await ask("/staff/gate", { gate: $("gate").value });
  if (answer) say(answer.said);
  else $("gate").value = door.gate;
  $("gate").blur();
};
setInterval(showList, 10000);

$("filters").replaceChildren(...Object.keys(looks).map((name) => {
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

/** Shows the desk to who has a session, else asks for the PIN. */
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
      // A guest who waits for staff still waits; whether an entry still holds, nobody knows.
      turns.remove((verdict) => looks.admitted.includes(verdict.look));
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
    undone({ at }) {
      const isUndone = (verdict) => verdict.look === "admit" && verdict.at === at;
      turns.remove(isUndone);
      for (const scan of scans.filter(isUndone)) scan.isUndone = true;
      listScans();
    },
  });
}
begin();
