// An event while it runs: its figures, alerts, arrivals, boxes, double admissions, and messages to the gates. The
// hub's page and the office show the same.
import { draw, peak, slots } from "./chart.js";
import { $, age, clock, make, say } from "./page.js";
import { locale, number, plural, t, translated } from "./words.js";

/** Returns a time as a clock shows it, with the day if that is another one than today. */
export const day = (milliseconds, now) => new Date(milliseconds).toDateString() === new Date(now).toDateString() ? clock(milliseconds)
  : `${new Date(milliseconds).toLocaleDateString(locale, { day: "numeric", month: "short" })} ${clock(milliseconds)}`;

/** Replaces a list's rows only if any of them has changed, so that no element loses the focus needlessly. */
export function fill(parent, rows, none) {
  const shown = rows.length ? rows : [none], text = shown.map((row) => row.outerHTML).join("");
  if (parent.dataset.text === text) return;
  parent.dataset.text = text;
  parent.replaceChildren(...shown);
}

const named = (key) => key || t`no tier`;
const percent = (share) => share.toLocaleString(locale, { style: "percent" });
const bad = (text) => make("span", text, { className: "bad" });
const none = (text) => make("li", text, { className: "none" });
const button = (text, properties, ...children) => make("button", text, { type: "button", ...properties }, ...children);

function section(id, title, ...children) {
  const part = make("section", "", { id });
  part.setAttribute("aria-labelledby", `${id}Title`);
  part.append(typeof title === "string" ? make("h2", title, { id: `${id}Title` }) : title, ...children);
  return part;
}

/** Returns a table whose rows `fill` fills; without titles, its head as well. */
function table(id, titles) {
  const heads = titles.map((title) => make("th", title, { scope: "col" }));
  return make("div", "", { className: "scroll" },
    make("table", "", { id }, make("thead", "", {}, ...(heads.length ? [make("tr", "", {}, ...heads)] : [])), make("tbody")));
}

/** Gives the cells of rows their columns' titles, which narrow pages may show beside them. */
function labelled(id, rows) {
  const titles = [...$(id).tHead.rows[0].cells].map((cell) => cell.textContent);
  for (const row of rows) for (const [index, cell] of [...row.cells].entries()) cell.dataset.head = titles[index];
  return rows;
}

function figure(label, id, unit, { note, box } = {}) {
  const part = make("div", "", { className: "figure", id: box ?? "" }, make("p", label, { className: "label" }),
    make("p", "", {}, make("b", "0", { id }), " ", make("span", unit)));
  if (!box) part.removeAttribute("id");
  if (note) part.append(make("p", "", { id: note }));
  return part;
}

function figuresPart() {
  const bar = make("progress", "", { id: "progress", value: 0, max: 1, ariaLabel: t`Arrived of expected` });
  const arrived = make("div", "", { className: "figure wide" }, make("p", t`Arrived`, { className: "label" }),
    make("p", "", {}, make("b", "0", { id: "arrived" }), " ", make("span", `${t`of`} `, {}, make("span", "0", { id: "expected" }), ` ${t`expected`}`), " ", make("span", "", { id: "share" })), bar);
  return make("section", "", { id: "figures", ariaLabel: t`The event in figures` }, arrived, figure(t`Last 10 minutes`, "recent", t`arrived`),
    figure(t`Refused`, "refused", "", { note: "shownAgain" }), figure(t`Sent to staff`, "asked", ""), figure(t`Double admissions`, "doubleCount", "", { box: "doubleFigure" }));
}

const pointing = t`Point at a bar to see its figures.`;

function arrivalsPart() {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.id = "chartTitle";
  title.textContent = t`Arrivals`;
  drawing.id = "chart";
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-labelledby", "chartTitle");
  drawing.append(title);
  const choice = (by, isPressed) => {
    const choice = button(by === "gate" ? t`by gate` : t`by tier`, { ariaPressed: String(isPressed) });
    choice.dataset.by = by;
    return choice;
  };
  const split = make("div", "", { id: "split", role: "group", ariaLabel: t`Split by` }, choice("gate", true), choice("tier", false));
  const slotTable = table("slots", []);
  slotTable.firstChild.prepend(make("caption", t`Arrivals per 10 minutes`, { className: "unseen" }));
  return section("arrivals", make("div", "", { className: "title" }, make("h2", t`Arrivals per 10 minutes`, { id: "arrivalsTitle" }), split),
    make("ul", "", { id: "legend" }), make("div", "", { id: "plot" }, drawing), make("p", pointing, { id: "slot", ariaLive: "polite" }),
    make("details", "", {}, make("summary", t`Show as a table`), slotTable));
}

function messagePart(hint) {
  const text = make("input", "", { id: "text", maxLength: 200, required: true, autocomplete: "off", placeholder: t`Let the band in at backstage` });
  const minutes = make("select", "", { id: "minutes" }, ...[10, 30, 120, 720].map((value) => make("option", age(value * 60000), { value: String(value) })));
  minutes.value = "30";
  const form = make("form", "", { id: "messageForm" }, make("label", `${t`Text`} `, {}, text),
    make("div", "", { className: "row" }, make("label", `${t`For`} `, {}, make("select", "", { id: "gate" })), make("label", `${t`Expires after`} `, {}, minutes), make("button", t`Send`, { className: "strong" })));
  return section("message", t`Message to the gates`, form, ...(hint ? [make("small", hint)] : []), make("ul", "", { id: "messages" }));
}

const tables = [["admissions", t`entries and exits`], ["tickets", t`tickets`], ["days", t`days`], ["doubles", t`double admissions`]];

const decisions = { hub: t`hub`, alone: t`offline, without the hub`, staff: t`by staff` };

/** Shows a figure with the right one of two nouns. */
function showCount(id, value, one, many = `${one}s`) {
  $(id).textContent = number(value);
  $(id).nextElementSibling.textContent = plural(value, one, many);
}

/**
 * Builds what a page shows of the event that runs; a page has at most one.
 *
 * @param {object} page - What the page does:
 *     `ask(path)` asks its server, and shows what is wrong;
 *     `doubles(event, before)` returns the path of earlier double admissions;
 *     `send(message)` sends a message, and returns whether it was sent;
 *     `exported(event, table)` returns the address of a table;
 *     `ticket(id, event, text)` returns what leads to a ticket;
 *     `noBoxes` says that there are no boxes, and what to do; `messageHint` says when gates get a message.
 * @returns {{parts: object, show: (shown: {state: object, now: number, sends: boolean, exports: boolean}) => void, tick: (now: number) => void}}
 *     `parts` has the sections by name; `show` shows a new state, and `tick` that time has passed.
 */
export function liveView(page) {
  let state, now = Date.now(), by = "gate", bars = [], sends = false;
  const time = (milliseconds) => day(milliseconds, now);
  const parts = {
    figures: figuresPart(),
    alerts: section("alerts", t`Alerts`, make("ul", "", { id: "alertList" })),
    arrivals: arrivalsPart(),
    inside: section("inside", t`Inside now`, make("ul", "", { id: "zones" })),
    refusals: section("refusals", t`Refused or sent to staff, by reason`, make("ul", "", { id: "reasons" })),
    message: messagePart(page.messageHint),
    machines: section("machines", t`Boxes`, table("boxes", [t`Box`, t`Last contact`, t`To send`, t`Clock`]), make("ul", "", { id: "faults", ariaLabel: t`Records without effect` })),
    twice: section("twice", t`Double admissions`, table("doubles", [t`First`, t`Again`, t`Ticket`]), button(t`Show earlier ones`, { id: "earlier", hidden: true })),
    daily: section("daily", t`Days`, table("days", [t`Day`, t`Arrived`, t`Entries`, t`Exits`, t`Refused`, t`To staff`, t`Most inside`]),
      make("p", `${t`Export as CSV:`} `, { id: "exports", hidden: true }, ...tables.map(([name, text]) => {
        const link = make("a", text, { download: "" });
        link.dataset.table = name;
        return link;
      }))),
  };

  function showFigures() {
    const share = state.expected ? state.arrived / state.expected : 0;
    $("arrived").textContent = number(state.arrived);
    $("expected").textContent = number(state.expected);
    $("share").textContent = state.expected ? percent(share) : "";
    $("progress").value = Math.min(1, share);
    const since = now - 600000;
    // Intervals are ten minutes long: counts the current one, and a proportional share of the previous one.
    const recent = state.arrivals.reduce((sum, { at, people }) => sum + people * Math.min(1, Math.max(0, (at + 600000 - since) / 600000)) * (at <= now), 0);
    $("recent").textContent = number(Math.round(recent));
    showCount("refused", state.refusals.reduce((sum, { refused }) => sum + refused, 0), "code");
    showCount("asked", state.refusals.reduce((sum, { asked }) => sum + asked, 0), "code");
    $("shownAgain").textContent = state.shownAgain ? t`${number(state.shownAgain)} shown again within seconds` : "";
    showCount("doubleCount", state.doubleCount, "person", "people");
    $("doubleFigure").toggleAttribute("data-warn", state.doubleCount > 0);
  }

  const keys = () => by === "gate" ? state.gates : state.tiers;

  function showChart() {
    bars = slots(state.arrivals, by, keys(), now);
    const totals = keys().map((_, index) => bars.reduce((sum, bar) => sum + bar.parts[index], 0));
    fill($("legend"), keys().map((key, index) => make("li", "", {}, make("i", "", { className: `k${index % 8}` }), make("span", named(key)), make("b", number(totals[index])))), make("li", t`No arrivals yet.`));
    const best = bars.length ? peak(bars) : undefined;
    $("chartTitle").textContent = best?.total
      ? t`Arrivals per 10 minutes: ${number(state.arrived)} people since ${clock(bars[0].at)}; the peak is ${number(best.total)}, from ${clock(best.at)}`
      : t`No arrivals yet`;
    draw($("chart"), bars, now, showSlot);
    const head = make("tr", "", {}, ...[t`From`, ...keys().map(named), t`All`].map((text) => make("th", text, { scope: "col" })));
    fill($("slots").tHead, [head]);
    const rows = bars.filter((bar) => bar.total).map((bar) => make("tr", "", {}, make("th", time(bar.at), { scope: "row" }), ...[...bar.parts, bar.total].map((people) => make("td", number(people)))));
    fill($("slots").tBodies[0], labelled("slots", rows), make("tr"));
  }

  function showSlot(bar) {
    const shares = keys().map((key, index) => [named(key), bar.parts[index]]).filter(([, people]) => people);
    $("slot").textContent = `${t`${time(bar.at)} to ${clock(bar.at + 600000)}: ${number(bar.total)}`}${shares.length ? ` (${shares.map(([name, people]) => `${name} ${number(people)}`).join(", ")})` : ""}`;
  }

  function showPlaces() {
    fill($("zones"), state.zones.map((zone) => {
      const item = make("li", "", {}, make("p", "", {}, make("span", zone.name), make("span", "", {}, make("b", number(zone.inside)), zone.capacity ? ` ${t`of ${number(zone.capacity)}`}` : "")));
      if (zone.capacity) {
        const bar = make("progress", "", { max: zone.capacity, value: Math.max(0, zone.inside), className: zone.inside >= zone.capacity ? "full" : "" });
        bar.setAttribute("aria-label", t`People in ${zone.name}`);
        item.append(bar);
      }
      return item;
    }), none(t`No gates yet.`));
    const most = Math.max(1, ...state.refusals.map(({ refused, asked }) => refused + asked));
    fill($("reasons"), state.refusals.map(({ reason, refused, asked }) => {
      const bar = make("progress", "", { max: most, value: refused + asked });
      bar.setAttribute("aria-hidden", "true");
      const counts = [refused && t`${number(refused)} refused`, asked && t`${number(asked)} to staff`].filter(Boolean).join(", ");
      return make("li", "", {}, make("p", "", {}, make("span", translated(reason.replaceAll("-", " "))), make("b", counts)), bar);
    }), none(t`None yet.`));
  }

  function boxRow(box, hubVersion) {
    const isHub = box.state === "hub", isConnected = box.state === "enrolled";
    const isLate = isConnected && box.contact && now - box.contact > 30000;
    const name = make("td", "", {}, make("b", box.name));
    if (isHub) name.append(make("small", t`this hub’s own ledger`));
    if (box.state === "revoked") name.append(" ", bad(t`revoked`));
    const isOther = box.version && hubVersion && box.version !== hubVersion && isConnected;
    const about = [box.gate && t`gate ${box.gate}`, box.version && (isOther ? bad(`v${box.version}`) : `v${box.version}`)].filter(Boolean);
    if (about.length) name.append(make("small", "", {}, ...about.flatMap((part, index) => (index ? [" · ", part] : [part]))));
    if (box.lacks !== undefined) name.append(make("small", box.lacks ? t`with files · lacks ${number(box.lacks)} tickets` : t`with files · has the whole list`));
    if (box.branches) name.append(make("small", "", {}, bad(t`branch`), ` ${box.branches}`));
    if (box.quota) name.append(make("small", "", {}, bad(t`over its quota`), ` ${box.quota}`));
    const heard = isHub ? t`local` : box.contact ? t`${age(now - box.contact)} ago` : t`never`;
    const skew = Math.round(box.skew / 1000), isTimed = box.contact && box.lacks === undefined && !isHub;
    const clockText = !isTimed ? "" : Math.abs(box.skew) < 2000 ? t`correct` : skew > 0 ? t`${Math.abs(skew)} s ahead` : t`${Math.abs(skew)} s behind`;
    return make("tr", "", {}, name, make("td", "", {}, isLate ? bad(heard) : heard),
      make("td", "", {}, box.waiting ? bad(number(box.waiting)) : isConnected ? "0" : ""), make("td", "", {}, isTimed && Math.abs(skew) >= 60 ? bad(clockText) : clockText));
  }

  function showBoxes() {
    const hubVersion = state.boxes.find((box) => box.state === "hub")?.version;
    fill($("boxes").tBodies[0], labelled("boxes", state.boxes.map((box) => boxRow(box, hubVersion))),
      make("tr", "", {}, make("td", page.noBoxes, { colSpan: 4, className: "none" })));
  }

  function showAlerts() {
    fill($("alertList"), state.alerts.map((alert) => make("li", "", {}, make("p", translated(alert.text)), make("small", t`since ${time(alert.started)} · ${age(now - alert.started)}`))),
      none(t`Nothing is wrong.`));
    $("alerts").toggleAttribute("data-warn", state.alerts.length > 0);
  }

  function showFaults() {
    fill($("faults"), state.faults.map((fault) => make("li", "", {}, bad(t`no effect`), ` ${translated(fault)}`)), make("li", "", { hidden: true }));
  }

  /** Returns the text for an empty list of double admissions, which claims no more than was checked. */
  function noDoubles() {
    const waiting = state.boxes.filter((box) => box.waiting > 0).map((box) => box.name);
    if (!state.isChecked) return t`Not counted yet.`;
    return [t`None in the records received so far.`, ...(waiting.length ? [t`Some records from ${waiting.join(", ")} have not arrived yet.`] : [])].join(" ");
  }

  /** Double admissions before those of the state: how many parts of the list are shown, from where, and where the next begins. */
  let earlier = { parts: 0, rows: [] };

  /** Reads parts of the list of earlier double admissions; only the last of several readings is shown. */
  async function readEarlier(parts) {
    const reading = earlier = { ...earlier, event: state.event, from: state.earlierDoubles, parts };
    const rows = [];
    let next = reading.from;
    for (let part = 0; part < parts && next; part += 1) {
      const answer = await page.ask(page.doubles(reading.event, next));
      if (!answer || earlier !== reading) return;
      rows.push(...answer.doubles);
      next = answer.earlier;
    }
    earlier = { ...reading, rows, next };
    showDoubles();
  }

  function showDoubles() {
    if (earlier.event !== state.event) earlier = { event: state.event, parts: 0, rows: [] };
    // The newest 200 are others now, so the earlier ones begin elsewhere.
    if (earlier.parts && earlier.from !== state.earlierDoubles) readEarlier(earlier.parts);
    const doubles = [...state.doubles, ...earlier.rows];
    $("earlier").hidden = !(earlier.parts ? earlier.next : state.earlierDoubles);
    $("twiceTitle").textContent = state.doubleCount > doubles.length ? t`Double admissions: the latest ${number(doubles.length)} of ${number(state.doubleCount)}` : t`Double admissions`;
    const cell = (entry) => make("td", "", {}, make("b", time(entry.at)), ` ${entry.gate}`, make("small", `${entry.box} · ${decisions[entry.decided] ?? entry.decided}`));
    fill($("doubles").tBodies[0], labelled("doubles", doubles.map((double) => {
      const text = double.ticket.slice(0, 8);
      const ticket = sends ? page.ticket(double.ticket, state.event, text) : make("span", text);
      ticket.title = double.ticket;
      ticket.dataset.ticket = double.ticket;
      const order = double.orderKnown ? [] : [make("small", t`order not certain`)];
      return make("tr", "", {}, cell(double.first), cell(double.second), make("td", "", {}, ticket, ...order));
    })), make("tr", "", {}, make("td", noDoubles(), { colSpan: 3, className: "none" })));
  }

  /** Days are those of the server's time zone, or of the event's rules; times are the reader's. */
  function showDays(exports) {
    const name = (date) => new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
    const several = state.zones.length > 1;
    fill($("days").tBodies[0], labelled("days", state.days.map((day) => {
      const figures = [day.arrived, day.entered, day.left, day.refused, day.asked].map((count) => make("td", number(count)));
      const peaks = day.peaks.map(({ zone, most, at }) => make("small", `${several ? `${zone} ` : ""}${t`${number(most)} at ${clock(at)}`}`));
      return make("tr", "", {}, make("th", name(day.date), { scope: "row" }), ...figures, make("td", "", {}, ...peaks));
    })), make("tr", "", {}, make("td", t`Nothing has happened yet.`, { colSpan: 7, className: "none" })));
    $("exports").hidden = !exports || !state.event;
    for (const link of $("exports").children) link.href = page.exported(state.event, link.dataset.table);
  }

  function showMessages() {
    parts.message.hidden = !sends;
    fill($("messages"), state.messages.slice(0, 8).map((message) => {
      const item = make("li", "", {}, make("p", message.text), make("small", t`to ${message.gate ?? t`all gates`} · ${message.by}, ${time(message.at)} · until ${time(message.until)}`));
      item.toggleAttribute("data-past", message.until < now);
      return item;
    }), none(t`None sent yet.`));
    const gate = $("gate").value;
    fill($("gate"), [make("option", t`all gates`, { value: "" }), ...state.gates.map((name) => make("option", name, { value: name }))]);
    $("gate").value = state.gates.includes(gate) ? gate : "";
  }

  /** What the parts do; called once they are in the page. */
  function listen() {
    $("earlier").onclick = () => readEarlier(earlier.parts + 1);
    $("split").onclick = (event) => {
      by = event.target.dataset.by ?? by;
      for (const choice of $("split").children) choice.setAttribute("aria-pressed", choice.dataset.by === by);
      if (state) showChart();
    };
    $("messageForm").onsubmit = async (event) => {
      event.preventDefault();
      const message = { event: state.event, text: $("text").value.trim(), minutes: Number($("minutes").value) };
      if ($("gate").value) message.gate = $("gate").value;
      if (!await page.send(message)) return;
      $("text").value = "";
      say(t`The message is on its way to ${message.gate ?? t`all gates`}.`);
    };
    new ResizeObserver(() => { if (state) draw($("chart"), bars, now, showSlot); }).observe($("plot"));
  }

  function show(shown) {
    if (!state) listen();
    if (state?.event !== shown.state.event) $("slot").textContent = pointing;
    ({ state, now, sends } = shown);
    for (const part of [showFigures, showChart, showPlaces, showAlerts, showBoxes, showFaults, showDoubles, showMessages]) part();
    showDays(shown.exports);
  }

  function tick(moment) {
    now = moment;
    if (!state) return;
    showFigures();
    showAlerts();
    showBoxes();
    if (bars.length) showChart();
  }

  return { parts, show, tick };
}
