// Pictures: photographs and screenshots of codes, checked or admitted, with a verdict for each.
import { eventOf, fetched, update } from "./asking.js";
import { make, say } from "./page.js";
import { button, download, dropArea, field, heading, mark, select, sparing, table } from "./parts.js";
import { forgetThumbnails, smallPicture, thumbnail } from "./thumbnails.js";
import { count, language, listed, number, t, translated } from "./words.js";

/** The verdicts as filters, in the order of what matters. */
const verdicts = { admit: t`Admit`, again: t`Again`, exit: t`Goodbye`, checked: t`Checked`, used: t`Already used`, refuse: t`Refused`, ask: t`Ask staff`, none: t`No code`, error: t`Not read` };
const atOnce = 2, pageSize = 100;
/** A picture, also one whose type the browser does not know, such as HEIC. */
const isPicture = ({ name, type }) => !name.startsWith(".") && (type.startsWith("image/") || type === "application/pdf" || !type);
const isZip = ({ name, type }) => /\.zip$/i.test(name) || ["application/zip", "application/x-zip-compressed"].includes(type);
const pathOf = (file) => file.webkitRelativePath || file.name;
/** What is read, in words: a ZIP file's pictures are not counted before it is opened. */
const chosenWords = (pictures, zips) => listed([...(pictures.length || !zips.length ? [count(pictures.length, "picture")] : []), ...(zips.length ? [count(zips.length, "ZIP file")] : [])]);

/** Displays at the door write in capitals; a table does not. */
const sentence = (text) => text === text.toUpperCase() ? text.slice(0, 1) + text.slice(1).toLowerCase() : text;
/** A detail without what has its own place. */
const without = (detail, ...parts) => detail.split(" · ").filter((part) => !parts.includes(part)).join(" · ");

/** A code that could not be judged: the verdicts come in the page's language, but not what failed. */
const inWords = (code) => code.reason === "error" ? { ...code, headline: translated(code.headline), detail: translated(code.detail) } : code;

/** The row of what was not read. */
const faultRow = (name, detail) => ({ name, style: "error", headline: t`Not read`, detail, reason: "not-read" });

/** The rows of a picture: one for each of its codes, or one that says why there is none. */
function rowsOf({ name, file }, { value, problem }) {
  if (problem) return [faultRow(name, problem.text)];
  if (!value.codes.length) return [{ file, name, answer: value, small: smallPicture(value.wholePicture), style: "none", headline: t`No code`, detail: t`No code was found in this picture.`, reason: "no-code" }];
  return value.codes.map(inWords).map((code) => ({ ...code, headline: sentence(code.headline), detail: without(code.detail, code.name, `same ticket as ${code.copyOf}`), file, answer: value, small: smallPicture(code.codePicture), name, holder: code.name }));
}

function resultRow({ file, name, answer, style, headline, detail, holder, copyOf, corners, small: given, reason }) {
  const small = answer && (file || given) ? thumbnail({ file, answer, corners, small: given }) : make("canvas", "", { className: "thumb", ariaHidden: "true" });
  return make("tr", "", {}, make("td", "", { className: "thumbCell" }, small), make("th", "", { scope: "row" }, make("bdi", name)),
    make("td", "", {}, make("span", "", { className: "verdict" }, mark(style), make("span", headline)), ...(copyOf ? [make("small", t`Same ticket as ${copyOf}`)] : [])),
    make("td", "", {}, ...(holder ? [make("bdi", holder)] : []), make("small", detail || translated(reason.replaceAll("-", " ")))));
}

/** A cell of a CSV file; a leading sign that a spreadsheet would calculate is made text. */
const cell = (text = "") => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function csv(results) {
  const rows = results.map(({ name, headline, reason, detail, holder, copyOf }) => [name, headline, reason, detail, holder, copyOf]);
  return [[t`File`, t`Verdict`, t`Reason`, t`Detail`, t`Name`, t`Same ticket as`], ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** The table of results with its filters. */
function resultsTable(event) {
  let results = [], fresh = [], counts = {}, filter = "", limit = pageSize;
  const filters = make("div", "", { className: "verdicts", role: "group", ariaLabel: t`Show only` });
  const grid = table(t`Pictures and their verdicts`, [t`Picture`, t`File`, t`Verdict`, t`Detail`], []);
  const body = grid.querySelector("tbody");
  const title = make("h2", t`Verdicts`);
  const more = make("button", t`Show more`, { type: "button", onclick: () => {
    limit += pageSize;
    show();
  } });
  const save = button(t`Export as CSV`, "down", () => download(`pictures-${eventOf(event).slug}.csv`, `\ufeff${csv(results)}`, "text/csv"));
  const element = make("section", "", { className: "results", hidden: true }, make("div", "", { className: "title" }, title, save), filters, grid, more);
  const matching = () => results.filter(({ style }) => !filter || style === filter);

  function filterButton(style, text, value) {
    const pressed = make("button", "", { type: "button", ariaPressed: String(filter === style), onclick: () => {
      filter = style;
      limit = pageSize;
      show();
      filters.querySelector("[aria-pressed=true]").focus();
    } }, ...(style ? [mark(style)] : []), make("span", text), make("b", number(value)));
    return pressed;
  }

  function showFilters() {
    const had = document.activeElement?.parentElement === filters;
    filters.replaceChildren(filterButton("", t`All`, results.length), ...Object.entries(verdicts).filter(([style]) => counts[style]).map(([style, text]) => filterButton(style, text, counts[style])));
    if (had) filters.querySelector("[aria-pressed=true]").focus();
    element.hidden = !results.length;
  }

  function show() {
    const rows = matching();
    fresh = [];
    forgetThumbnails(body);
    body.replaceChildren(...rows.slice(0, limit).map(resultRow));
    more.hidden = rows.length <= limit;
    showFilters();
  }

  const showSoon = sparing(() => {
    const fitting = fresh.filter(({ style }) => !filter || style === filter);
    const room = Math.max(0, limit - body.children.length);
    fresh = [];
    body.append(...fitting.slice(0, room).map(resultRow));
    more.hidden = (filter ? counts[filter] ?? 0 : results.length) <= limit;
    showFilters();
  });

  return {
    element,
    add(rows) {
      results.push(...rows);
      for (const { style } of rows) counts[style] = (counts[style] ?? 0) + 1;
      fresh.push(...rows);
      showSoon();
    },
    /** Begins anew, with pictures whose guests are admitted or only checked. */
    clear({ admit }) {
      title.textContent = admit ? t`Verdicts: guests with valid tickets have entered` : t`Verdicts: only checked, nobody has entered`;
      results = [];
      counts = {};
      filter = "";
      limit = pageSize;
      show();
    },
  };
}

/** Builds the pictures of an event; see office.js. */
export function openPictures(page, id) {
  const gate = select([["main", "main"]]);
  const mode = select([["check", t`Only check: nothing is recorded`], ["admit", t`Admit them: each ticket counts as entered`]], "check");
  const results = resultsTable(id);
  const stage = make("div", "", { className: "stack" });
  const progress = make("progress", "", { max: 1, value: 0, ariaLabel: t`Pictures read` }), said = make("p");
  let run;

  const area = dropArea({ title: t`Drop pictures, a folder or a ZIP file here`, text: t`Photographs, screenshots, or PDF files. They are read on this machine and not kept.`, several: true, folder: true, accept: "image/*,.heic,.heif,.pdf,.zip" }, chosen);
  const settings = make("section", "", {}, make("div", "", { className: "pair" }, field(t`Gate`, gate, { name: "gate" }), field(t`What happens`, mode)));

  function chosen(files) {
    const zips = files.filter(isZip);
    const pictures = files.filter((file) => isPicture(file) && !isZip(file)).sort((one, other) => pathOf(one).localeCompare(pathOf(other), [], { numeric: true }));
    if (!pictures.length && !zips.length) return say(t`There is no picture among these files.`);
    if (mode.value === "admit") return confirm(pictures, zips);
    start(pictures, zips);
  }

  /** Admitting changes who may enter, so it asks once more. */
  function confirm(pictures, zips) {
    const what = chosenWords(pictures, zips);
    const yes = button(t`Admit from ${what}`, "", () => start(pictures, zips), "strong");
    const no = button(t`Cancel`, "", () => showArea(true));
    stage.replaceChildren(make("section", "", { className: "ask", role: "group" }, make("h2", t`Admit the guests of ${what}?`, { tabIndex: -1 }),
      make("p", t`Each valid ticket counts as entered at gate ${gate.value}. A guest who comes to the door with the same ticket later is refused.`), make("div", "", { className: "row" }, yes, no)));
    stage.querySelector("h2").focus();
  }

  function showArea(isFocused) {
    stage.replaceChildren(settings, area);
    if (isFocused) area.querySelector("button").focus();
  }

  async function start(pictures, zips) {
    const wish = { gate: gate.value, admit: mode.value === "admit", language };
    const { value, problem } = await fetched(`/office/events/${id}/pictures`, wish);
    if (problem) {
      showArea();
      return problem.type !== "no-answer" && say(problem.text);
    }
    results.clear(wish);
    const left = pictures.map((file) => ({ name: pathOf(file), file }));
    run = { wish, batch: value.batch, left, zips: [], total: left.length, done: 0, passedOver: 0, cancel: new AbortController() };
    const current = run;
    for (const zip of zips) {
      await open(current, zip);
      if (current.cancel.signal.aborted) return end(current);
    }
    if (current.total) return read();
    end(current);
  }

  /** Sends a ZIP file, which the office opens, and takes the pictures in it. */
  async function open(current, file) {
    const name = pathOf(file), { signal } = current.cancel;
    said.textContent = t`Opening ${name} …`;
    progress.removeAttribute("value");
    showReading(current);
    const { value, problem } = await send(current, file, signal);
    if (problem) return problem.type !== "cancelled" && results.add([faultRow(name, problem.text)]);
    const zip = current.zips.push(file) - 1, { entries, passedOver } = value;
    current.passedOver += passedOver;
    if (!entries.length) results.add([faultRow(name, t`There is no picture in this ZIP file.`)]);
    results.add(entries.filter((entry) => entry.problem).map((entry) => faultRow(`${name}/${entry.name}`, translated(entry.problem))));
    const readable = entries.filter((entry) => !entry.problem).sort((one, other) => one.name.localeCompare(other.name, [], { numeric: true }));
    for (const entry of readable) current.left.push({ name: `${name}/${entry.name}`, zip, entry: entry.number });
    current.total += entries.length;
    current.done += entries.length - readable.length;
  }

  const send = (current, zip, signal) => fetched(`/office/pictures/${current.batch}/zips?${new URLSearchParams({ name: pathOf(zip) })}`, zip, signal);

  /** An office that was started again knows nothing of a batch: the rest is a new one. Returns whether there is one. */
  function renew(current, gone) {
    if (current.batch !== gone) return true;
    current.renewal ??= renewed(current).finally(() => current.renewal = undefined);
    return current.renewal;
  }

  async function renewed(current) {
    const { value } = await fetched(`/office/events/${id}/pictures`, current.wish);
    if (!value) return false;
    current.batch = value.batch;
    for (const zip of current.zips) {
      if ((await send(current, zip, current.cancel.signal)).problem) return false;
    }
    return true;
  }

  function showProgress() {
    if (!run) return;
    progress.max = run.total;
    progress.value = run.done;
    said.textContent = t`${number(run.done)} of ${count(run.total, "picture")} read`;
  }
  const showProgressSoon = sparing(showProgress);

  function showReading(current) {
    if (stage.contains(progress)) return;
    const stop = button(t`Cancel`, "", () => current.cancel.abort());
    stage.replaceChildren(make("section", "", { className: "reading" }, said, progress, make("div", "", { className: "row" }, stop)));
    stop.focus();
  }

  async function read() {
    const current = run;
    showReading(current);
    showProgress();
    await Promise.all(Array.from({ length: atOnce }, () => readOn(current)));
    if (current.isSilent && !current.cancel.signal.aborted) return showSilence();
    end(current);
  }

  /** Takes one picture after another until none is left. */
  async function readOn(current) {
    while (current.left.length && !current.cancel.signal.aborted && !current.isSilent) {
      const item = current.left.shift(), { batch } = current, { signal } = current.cancel;
      const answer = item.file ? await fetched(`/office/pictures/${batch}?${new URLSearchParams({ name: item.name })}`, item.file, signal)
        : await fetched(`/office/pictures/${batch}/zips/${item.zip}/${item.entry}`, {}, signal);
      if (answer.problem?.type === "cancelled") return;
      if (answer.problem?.status === 404 && await renew(current, batch)) {
        current.left.unshift(item);
        continue;
      }
      if (answer.problem?.type === "no-answer" || answer.problem?.status === 404) {
        current.isSilent = true;
        current.left.unshift(item);
        return;
      }
      current.done += 1;
      results.add(rowsOf(item, answer));
      showProgressSoon();
    }
  }

  function goOn() {
    run.isSilent = false;
    read();
  }

  function showSilence() {
    const again = button(t`Read the rest`, "", goOn, "strong");
    stage.replaceChildren(make("section", "", { className: "ask" }, make("h2", t`The office does not respond`), make("p", t`${count(run.left.length, "picture")} not read yet.`), make("div", "", { className: "row" }, again, button(t`Stop here`, "", () => end(run)))));
    again.focus();
  }

  async function end({ batch, total, done, passedOver, cancel }) {
    run = undefined;
    showArea(true);
    const isAll = done === total && !cancel.signal.aborted;
    if (total || cancel.signal.aborted) say(`${isAll ? t`${count(total, "picture")} read.` : t`Stopped: ${number(done)} of ${count(total, "picture")} read.`}${passedOver ? ` ${t`${count(passedOver, "other file")} passed over.`}` : ""}`);
    else say(t`No picture was read.`);
    await fetched(`/office/pictures/${batch}/end`, {});
    // Guests may have entered.
    update();
  }

  async function load() {
    const { value } = await fetched(`/office/events/${id}`);
    if (!value) return;
    const before = gate.value;
    gate.replaceChildren(...value.gates.map(({ name }) => make("option", name, { value: name })));
    if (value.gates.some(({ name }) => name === before)) gate.value = before;
  }

  // A browser that is closed leaves nothing in the office.
  addEventListener("pagehide", () => {
    if (!run) return;
    run.cancel.abort();
    fetch(`/office/pictures/${run.batch}/end`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}", keepalive: true });
  });

  page.append(heading(t`Pictures`, t`Check tickets from photographs instead of a camera at the door.`), stage, results.element);
  showArea();
  function back() {
    load();
    if (run?.isSilent) goOn();
  }
  return { shown: load, back, isUnsaved: () => Boolean(run) };
}
