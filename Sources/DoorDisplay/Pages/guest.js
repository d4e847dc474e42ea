// The guest page: one verdict at a time, with the door's state around it.
import { follow } from "./link.js";
import { $, clock as clockIn } from "./page.js";
import { takeTurns } from "./turns.js";

const page = await settings();
const text = page.texts;
const troubleTexts = {
  "not-set-up": ["notSetUp", "notSetUpHelp"],
  "cannot-record": ["cannotRecord", "cannotRecordHelp"],
  "no-camera": ["noCamera", "noCameraHelp"],
  "no-scanner": ["noScanner", "noCameraHelp"],
  "clock-not-trusted": ["clockNotTrusted", "clockNotTrustedHelp"],
};
let skew = 0, isLinked = false, lastAt = 0, door, shown;

document.documentElement.lang = page.language;
document.documentElement.dir = page.direction;
for (const element of document.querySelectorAll("[data-text]")) element.textContent = text[element.dataset.text];
$("aim").textContent = text.aim;

/** Fetches the page's settings; tries again if the door goes down at this moment, or the network. */
async function settings() {
  for (;;) {
    try {
      return await (await fetch("/page.json", { signal: AbortSignal.timeout(10_000) })).json();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Joins texts of different directions, each in its own first strong isolate (Unicode). */
const together = (...texts) => texts.filter(Boolean).map((part) => `\u2068${part}\u2069`).join(" · ");

const now = () => Date.now() + skew;
const clock = (milliseconds) => clockIn(milliseconds, page.language);

/** Fills the large panel; only touches changed texts, because screen readers announce each change. */
function fill(state, word, why = "", who = "", isTrouble = false) {
  document.body.dataset.state = state;
  document.body.toggleAttribute("data-trouble", isTrouble);
  $("shape").setAttribute("href", "#" + state);
  for (const [id, value] of [["word", word], ["why", why], ["who", who]]) {
    if ($(id).textContent !== value) $(id).textContent = value;
  }
  showOffice(state === "not-set-up" && door?.office);
  fit($("word"));
}

/** Shows how the office of a box without an event is opened; only touches what has changed. */
function showOffice(office) {
  $("office").hidden = !office;
  const { addresses, code, fingerprint } = { addresses: [], code: "", fingerprint: "", ...office };
  const isReachable = addresses.length > 0;
  $("officeHelp").textContent = !isReachable ? text.officeNoNetwork : code ? text.officeHelp : text.officeOpen;
  // More than two would push the code off a small screen; the others lead to the same page.
  $("officeAddress").replaceChildren(...addresses.slice(0, 2).map((address) => Object.assign(document.createElement("bdi"), { textContent: address })));
  $("officeCode").lastElementChild.textContent = code;
  $("officeCertificate").lastElementChild.textContent = fingerprint;
  $("officeAddress").hidden = !isReachable;
  $("officeCode").hidden = !isReachable || !code;
  $("officeCertificate").hidden = !isReachable || !fingerprint;
}

/** Makes a word as large as its line allows: its length depends on the language. */
function fit(element) {
  element.style.fontSize = "";
  let size = parseFloat(getComputedStyle(element).fontSize);
  const tooLarge = () => element.scrollWidth > element.clientWidth + 1 || $("verdict").scrollHeight > $("verdict").clientHeight + 1;
  while (tooLarge() && size > 12) element.style.fontSize = `${size *= 0.93}px`;
}

/** Shows what matters most: a lost connection, then the verdict, then an alert, then that the door is ready. */
function show() {
  if (!isLinked) return fill("disconnected", text.disconnected, text.disconnectedHelp, "", true);
  if (shown) return fill(shown.style, shown.headline, shown.detail, together(shown.tier, shown.holder));
  const trouble = door?.troubles[0];
  if (trouble) {
    if (trouble.kind === "not-set-up" && !trouble.detail && door.office && !door.office.code) return fill(trouble.kind, text.office, "", "", true);
    const [word, help] = troubleTexts[trouble.kind];
    return fill(trouble.kind, text[word], text[help], together(trouble.detail), true);
  }
  if (!door?.isOpen) return fill("closed", text.closed);
  fill("ready", text.ready, door.hasCamera ? text.holdUp : "");
}

const hold = (style) => page.hold[style] * 1000;
const turns = takeTurns(hold, (verdict) => {
  shown = verdict;
  if (verdict && page.playsSound) play(verdict.style);
  show();
});

function announce(verdict) {
  lastAt = verdict.at;
  if (now() - verdict.at < hold(verdict.style)) turns.add(verdict);
}

function line(scan) {
  const item = document.createElement("li");
  const [mark, middle, head, small, time] = ["span", "div", "p", "small", "time"].map((name) => document.createElement(name));
  mark.className = "mark";
  mark.dataset.style = scan.style;
  head.textContent = scan.headline;
  small.textContent = together(scan.tier, scan.holder);
  time.textContent = clock(scan.at);
  middle.append(head, small);
  item.append(mark, middle, time);
  item.dataset.number = scan.number;
  item.toggleAttribute("data-undone", scan.isUndone);
  return item;
}

function list(scans) {
  $("scans").replaceChildren(...scans.map(line));
}

/** The tones of each style: two rising for an admission, two equal for a used ticket, one long and low, three short. */
const tunes = {
  admit: [[880, 0, 0.08], [1320, 0.1, 0.1]],
  used: [[330, 0, 0.15], [330, 0.25, 0.15]],
  refuse: [[220, 0, 0.6]],
  ask: [[520, 0, 0.08], [520, 0.15, 0.08], [520, 0.3, 0.08]],
};
let audio;
function play(style) {
  audio ??= new AudioContext();
  for (const [frequency, start, length] of tunes[style] ?? []) {
    const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
    const level = new GainNode(audio, { gain: 0.4 });
    tone.connect(level).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + length);
  }
}

/** Requests the next picture once the last one has arrived: a slow connection gets fewer, never a queue. */
function watchPreview() {
  $("preview").hidden = false;
  const next = (milliseconds) => setTimeout(() => { $("picture").src = `/preview.jpg?${Date.now()}`; }, milliseconds);
  const seen = (isSeen, pause) => () => {
    // Makes room, or takes it back.
    if (document.body.hasAttribute("data-sees") !== isSeen) { document.body.toggleAttribute("data-sees", isSeen); show(); }
    next(pause);
  };
  $("picture").onload = seen(true, 125);
  $("picture").onerror = seen(false, 1000);
  next(0);
}

follow("/events", page.pulseSeconds * 2500, {
  alive(difference) {
    skew = difference;
    if (!isLinked) { isLinked = true; show(); }
  },
  lost() {
    isLinked = false;
    // The verdict may no longer hold.
    turns.clear();
  },
  state({ state, scans }) {
    door = state;
    $("event").textContent = door.event;
    $("gate").textContent = door.gate;
    const lost = door.lost.map((device) => `${text[device.kind === "camera" ? "noCamera" : "noScanner"]}: ${device.name}`).join(" · ");
    if ($("lost").textContent !== lost) $("lost").textContent = lost;
    for (const [id, count] of Object.entries(door.counts)) if ($(id)) $(id).textContent = count.toLocaleString(page.language);
    $("bar").max = Math.max(door.counts.expected, 1);
    $("bar").value = door.counts.inside;
    if (scans) {
      list(scans);
      const undone = new Set(scans.filter((scan) => scan.isUndone).map((scan) => scan.number));
      turns.remove((verdict) => undone.has(verdict.number));
    }
    if (scans?.[0]?.at > lastAt) {
      lastAt = scans[0].at;
      turns.fill(scans.filter((scan) => !scan.isUndone), now());
    }
    show();
  },
  verdict({ verdict, isRepeat }) {
    announce(verdict);
    if (isRepeat) return;
    $("scans").prepend(line(verdict));
    while ($("scans").childElementCount > 8) $("scans").lastChild.remove();
  },
  undone({ number }) {
    turns.remove((verdict) => verdict.number === number);
    for (const item of $("scans").children) {
      if (item.dataset.number === String(number)) item.toggleAttribute("data-undone", true);
    }
  },
});
if (page.hasPreview) watchPreview();
document.addEventListener("pointerdown", turns.end);
document.addEventListener("keydown", (event) => ["Enter", "Escape", " "].includes(event.key) && turns.end());
addEventListener("resize", show);
/** Shows the age of the last contact with other boxes, and how many records they lack, as symbols for staff. */
function showSharing() {
  const { sharing } = isLinked && door || {};
  const seconds = sharing ? Math.max(0, Math.round((now() - sharing.contact) / 1000)) : 0;
  const age = seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
  $("sharing").textContent = sharing ? `⇄ ${age}${sharing.waiting ? ` · ${sharing.waiting}` : ""}` : "";
  // A box works without the others, so only a long silence is highlighted.
  $("sharing").toggleAttribute("data-stale", seconds >= 300);
}

setInterval(() => { $("clock").textContent = isLinked ? clock(now()) : ""; showSharing(); }, 1000);
show();
