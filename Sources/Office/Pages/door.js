// The door on this machine: opening it, what it decides, closing it, and whether the machine is ready.
import { ask, eventOf, fetched, update } from "./asking.js";
import { clock, make, say } from "./page.js";
import { alone, button, clearWrong, field, heading, link, mark, query, select, showWrong, table, twice } from "./parts.js";
import { count, language, number, t, translated } from "./words.js";

const second = 1000, patience = 5000, pictureEvery = 300;
const words = { admit: t`Admitted`, refuse: t`Refused`, ask: t`Ask staff` };
/** How grave a finding is, the gravest first: its mark, and its word for who does not see the mark. */
const levels = { fail: ["refuse", t`Not ready`], warn: ["used", t`Look at this`], ok: ["admit", t`Ready`] };
const isRunning = ({ state }) => state === "opening" || state === "open";

function verdictRow({ at, verdict, reason, name, tier }) {
  const style = reason === "already-used" ? "used" : verdict;
  return make("tr", "", {}, make("td", clock(at)), make("th", "", { scope: "row" }, make("span", "", { className: "verdict" }, mark(style), make("span", words[verdict] ?? verdict))),
    make("td", translated(reason.replaceAll("-", " "))), make("td", "", {}, ...(name ? [make("bdi", name)] : [])), make("td", tier ?? ""));
}

const figure = (text, value) => make("div", "", { className: "figure" }, make("p", text, { className: "label" }), make("p", "", {}, make("b", number(value))));

/** Findings are clauses for a terminal; here they are sentences. */
const capital = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const sentence = (text) => translated(`${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`);

/** What the program says before it ends is a sentence; all else is its log, in English. */
const errorMark = "doorcheck: ";
const noted = (line) => language !== "en" && line.startsWith(errorMark) ? sentence(line.slice(errorMark.length)) : line;

/** What to do about a finding on these pages: the words, the icon, and the part with the event's identifier, or the test. */
const remedies = {
  event: [t`Change the event`, "event", (id) => `#event/${id}`],
  list: [t`Add the guest list`, "list", (id) => `#list/${id}`],
  print: [t`Print the tickets`, "print", (id) => `#tickets/${id}/print`],
  "key-copy": [t`Save a copy of the key`, "key", () => "#start"],
};

/** A finding, with what to do about it: a button if these pages can do it, otherwise a sentence. */
function checkItem({ level, subject, finding, advice, remedy }, id, tune) {
  const [style, word] = levels[level] ?? levels.warn, cure = remedies[remedy];
  const act = cure ? [link(cure[0], cure[1], cure[2](id))] : remedy === "tuning" ? [button(tests.tuning.button, "", tune)] : [];
  const told = advice && !cure ? [make("p", sentence(advice), { className: "advice" })] : [];
  return make("li", "", {}, mark(style), make("div", "", {}, make("p", "", {}, make("span", `${word}: `, { className: "unseen" }), make("b", translated(capital(subject)))), make("p", sentence(finding)), ...told, ...(act.length ? [make("div", "", { className: "row" }, ...act)] : [])));
}

/** Whether this machine is ready for an evening; asked only on demand, for it takes seconds. */
function checksCard(id, camera, tune) {
  const list = make("div", "", { className: "stack" }), said = make("p", "", { className: "lead", role: "status" });
  const ask = button(t`Check this machine`, "", () => alone(ask, async () => {
    said.textContent = t`Checking camera, clock, disk, keys …`;
    list.replaceChildren();
    const { value, problem } = await fetched(`/office/events/${id}/door/checks${camera() ? `?${query({ camera: camera() })}` : ""}`);
    if (problem) {
      said.textContent = problem.text;
      return;
    }
    const order = Object.keys(levels), rank = ({ level }) => order.indexOf(level);
    const bad = value.checks.filter(({ level }) => level === "fail").length;
    const items = (checks) => make("ul", "", { className: "checkList" }, ...checks.sort((one, other) => rank(one) - rank(other)).map((check) => checkItem(check, id, tune)));
    const [good, rest] = [value.checks.filter(({ level }) => level === "ok"), value.checks.filter(({ level }) => level !== "ok")];
    list.replaceChildren(...(rest.length ? [items(rest)] : []), ...(good.length ? [make("details", "", {}, make("summary", count(good.length, "thing is ready", "things are ready")), items(good))] : []));
    said.textContent = bad ? t`${number(bad)} of ${number(value.checks.length)} are not ready; do what they say first.` : t`This machine is ready for an evening.`;
  }));
  return make("section", "", { className: "ready" }, make("h2", t`Is this machine ready?`), make("p", t`The check looks at the camera, the clock, the disk and the keys. It takes a few seconds.`, { className: "lead" }), make("div", "", { className: "row" }, ask), said, list);
}

/** The tests of devices: the words of their buttons, while they run, and when they have ended. */
const tests = {
  sound: { button: t`Test the sound`, running: t`Four sounds are played, each with its meaning …`, done: t`Did you hear four sounds? If not, look at the loudspeaker and its volume.` },
  lamp: { button: t`Test the lamps`, running: t`Each lamp is lit for a second …`, done: t`Each lamp should have been lit once.` },
  tuning: { button: t`Tune the camera`, running: t`Hold a ticket where guests will hold theirs, in the light of the evening. This takes up to a minute …`, done: t`The best focus and exposure are kept.` },
};

/** Tests of sound, lamps and camera, one at a time; `took` gets the door, which knows the test that ran last. */
function testsCard(camera, took) {
  const said = make("p", "", { role: "status" }), lines = make("ul", "", { className: "lines" });
  const end = button(t`Stop`, "", () => alone(end, async () => took((await fetched("/office/door/tests/end", {})).value)));
  const begin = (test) => {
    const pressed = button(tests[test].button, "", () => alone(pressed, async () => {
      const body = test === "tuning" && camera() ? { test, camera: camera() } : { test };
      const { value, problem } = await fetched("/office/door/tests", body);
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      took(value);
    }));
    return pressed;
  };
  const buttons = Object.fromEntries(Object.keys(tests).map((test) => [test, begin(test)]));
  const card = make("section", "", { className: "tests" }, make("h2", t`Try what this machine has`), make("p", t`Sounds and lamps tell guests and staff at the gate what was decided; a tuned camera reads sooner.`, { className: "lead" }),
    make("div", "", { className: "row" }, ...Object.values(buttons), end), said, lines);

  function show(test) {
    const isRunning = test?.state === "running";
    end.hidden = !isRunning;
    for (const pressed of Object.values(buttons)) pressed.disabled = isRunning;
    const words = test && tests[test.test];
    const text = !test ? "" : isRunning ? words.running : test.state === "failed" ? t`This did not work:` : words.done;
    if (said.textContent !== text) said.textContent = text;
    said.hidden = lines.hidden = !test;
    said.className = test?.state === "failed" ? "trouble" : "lead";
    lines.replaceChildren(...(test?.said ?? []).map((line) => make("li", sentence(line))));
  }
  return { card, show, tune: () => buttons.tuning.click() };
}

/** The form that opens the door, with the gates of the event and the cameras of the machine. */
function openingForm(id, took) {
  const gate = select([]), camera = select([]), none = make("div", "", { className: "trouble row" });
  const open = make("button", t`Open the door`, { className: "strong", disabled: true }), again = button(t`Look again`, "", () => took());
  const cameraField = field(t`Camera`, camera, { name: "camera" });
  none.append(make("p", t`No camera is connected, so the door reads no ticket. Connect a webcam, and look again.`), again);
  const form = make("form", "", { className: "stack", noValidate: true }, make("div", "", { className: "pair" }, field(t`Gate`, gate, { name: "gate" }), cameraField), none, make("div", "", { className: "row" }, open));
  form.onsubmit = (event) => {
    event.preventDefault();
    alone(open, async () => {
      clearWrong(form);
      const { value, problem } = await fetched("/office/door/open", { event: id, gate: gate.value, camera: camera.value || undefined });
      if (problem?.status === 409) {
        say(problem.text);
        return took();
      }
      if (problem) return showWrong(form, problem);
      took(value);
    });
  };
  const choices = (list, things) => {
    const before = list.value;
    list.replaceChildren(...things.map(([value, text]) => make("option", text, { value })));
    if (things.some(([value]) => value === before)) list.value = before;
  };
  return {
    form,
    camera: () => camera.value,
    showGates: (gates) => {
      choices(gate, gates.map(({ name }) => [name, name]));
      open.disabled = false;
    },
    showCameras: (cameras) => {
      none.hidden = cameras.length > 0;
      cameraField.hidden = !cameras.length;
      choices(camera, [...cameras.map(({ path, name }) => [path, name]), ...(cameras.length ? [["", t`The one in the configuration`]] : [])]);
    },
  };
}

/** What an open door shows: the guests' screen, the counts, and the last verdicts. */
function openCard(took) {
  const title = make("h2", "", { tabIndex: -1 }), row = make("div", "", { className: "row" }), messages = make("ul", "", { className: "plain stack", ariaLabel: t`Messages that this door shows` }), counts = make("div", "", { className: "figures" });
  const verdicts = table(t`The last verdicts`, [t`Time`, t`Verdict`, t`Reason`, t`Guest`, t`Tier`], [], t`No ticket was scanned yet.`);
  const close = twice(t`Close the door`, "", async () => {
    const { value, problem } = await fetched("/office/door/close", {});
    if (problem) return problem.type !== "no-answer" && say(problem.text);
    took(value);
  });
  const picture = make("img", "", { className: "seen", alt: t`What the camera sees`, hidden: true });
  let isAsking = false;
  const ask = () => {
    if (!card.checkVisibility() || document.hidden) return void (isAsking = false);
    picture.src = `/office/door/picture.jpg?${Date.now()}`;
  };
  picture.onload = () => {
    picture.hidden = false;
    setTimeout(ask, pictureEvery);
  };
  const blind = make("p", t`No camera is connected, so the door reads tickets only with a barcode scanner.`, { className: "trouble" });
  // A door without a camera has no picture.
  picture.onerror = () => {
    picture.hidden = true;
    setTimeout(ask, patience);
  };
  const card = make("section", "", { className: "openDoor" }, title, row, blind, messages, picture, counts, make("h3", t`The last verdicts`), verdicts);
  let shown, seen;

  /** Replaces only what is new, so that a button keeps its focus and its first tap. */
  function show(door) {
    const { state, event, gate, address } = door, place = JSON.stringify([state, event, gate, address]);
    if (place !== shown) {
      title.textContent = state === "opening" ? t`Opening gate ${gate} …` : t`Gate ${gate} is open for ${eventOf(event)?.name ?? t`another event`}`;
      const screen = address && /^https?:/.test(address) ? [link(t`Guests’ screen`, "out", address, { className: "strong", target: "_blank", rel: "noopener" })] : [];
      row.replaceChildren(...screen, close);
    }
    shown = place;
    blind.hidden = door.cameras.length > 0;
    if (state === "open" && !isAsking) {
      isAsking = true;
      ask();
    }
    const now = JSON.stringify([door.counts, door.verdicts, door.messages]);
    if (now === seen) return;
    seen = now;
    messages.replaceChildren(...door.messages.map(({ text, by }) => make("li", "", { className: "notice" }, make("p", text), make("small", t`Message from ${by}`))));
    counts.replaceChildren(figure(t`Admitted`, door.counts.admit ?? 0), figure(t`Refused`, door.counts.refuse ?? 0), figure(t`Ask staff`, door.counts.ask ?? 0));
    const rows = table("", [t`Time`, t`Verdict`, t`Reason`, t`Guest`, t`Tier`], door.verdicts.map(verdictRow), t`No ticket was scanned yet.`);
    verdicts.querySelector("tbody").replaceWith(rows.querySelector("tbody"));
  }
  return { card, show, title };
}

/** Builds the door; see office.js. */
export function openDoor(page, id) {
  const form = openingForm(id, took), open = openCard(took), lines = make("ul", "", { className: "lines" });
  const said = make("details", "", { className: "card saidLines" }, make("summary", t`What the program says`), lines);
  const trouble = make("p", t`The door did not open, or it stopped. The program says why, below.`, { className: "trouble", role: "alert" });
  const closed = make("section", "", { className: "closedDoor" }, make("h2", t`Open a door here`, { tabIndex: -1 }), make("p", t`This machine scans the tickets at one gate. Its screen tells the guests whether they may enter.`, { className: "lead" }), trouble, form.form);
  const devices = testsCard(form.camera, took);
  let door, timer, begun, turn = 0;

  /** Shows the door; without one, asks for it. */
  async function took(value) {
    if (!value) return load();
    turn += 1;
    const before = door, hadFocus = page.contains(document.activeElement) && document.activeElement.matches("button");
    door = value;
    const runs = isRunning(door);
    open.card.hidden = !runs;
    closed.hidden = runs;
    trouble.hidden = door.state !== "failed";
    form.showCameras(door.cameras);
    devices.show(door.test);
    if (runs) open.show(door);
    said.hidden = !door.said.length;
    if (JSON.stringify(door.said) !== JSON.stringify(before?.said)) lines.replaceChildren(...door.said.map((line) => make("li", noted(line))));
    if (door.state !== "opening") begun = undefined;
    else if (performance.now() - (begun ??= performance.now()) > patience) {
      // Something holds it up, such as another door on this machine.
      open.title.textContent = t`Gate ${door.gate} takes long to open; the program may say why, below`;
      said.open = true;
      begun = Infinity;
    }
    if (before && isRunning(before) !== runs) {
      if (hadFocus || document.activeElement === document.body) (runs ? open.title : closed.querySelector("h2")).focus();
      if (door.state === "failed") said.open = true;
      if (door.state === "closed") say(t`The door is closed.`);
    }
    if (before && before.counts.admit !== door.counts.admit || before?.state !== door.state) update();
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (door && (isRunning(door) || door.test?.state === "running") && !page.hidden && !document.hidden) timer = setTimeout(load, second);
  }

  async function load() {
    clearTimeout(timer);
    const mine = turn += 1, { value } = await fetched("/office/door");
    // Another answer came meanwhile, or is still to come: it knows of a door that was opened or closed since.
    if (mine !== turn) return;
    if (value) await took(value);
    else plan();
  }

  async function loadGates() {
    const value = await ask(`/office/events/${id}`);
    if (value) form.showGates(value.gates);
  }

  function show() {
    load();
    loadGates();
  }
  page.append(heading(t`Door`, t`Let the guests of ${eventOf(id)?.name ?? t`this event`} in.`, link(t`Check pictures instead`, "pictures", `#pictures/${id}`)), open.card, closed, said, devices.card, checksCard(id, form.camera, devices.tune));
  open.card.hidden = said.hidden = trouble.hidden = true;
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !page.hidden) load(); });
  return { shown: show, back: show };
}
