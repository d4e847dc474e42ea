// Pictures: photographs and screenshots of codes, checked or admitted, with a verdict for each.
import { eventOf, fetched, update } from "./asking.js";
import { make, say } from "./page.js";
import { button, count, download, dropArea, field, heading, mark, number, select, sparing, table } from "./parts.js";
import { forgetThumbnails, thumbnail } from "./thumbnails.js";

/** The verdicts as filters, in the order of what matters. */
const verdicts = { admit: "Admit", again: "Again", exit: "Goodbye", checked: "Checked", used: "Already used", refuse: "Refused", ask: "Ask staff", none: "No code", error: "Not read" };
const atOnce = 2, pageSize = 100;
/** A picture, also one whose type the browser does not know, such as HEIC. */
const isPicture = ({ name, type }) => !name.startsWith(".") && (type.startsWith("image/") || type === "application/pdf" || !type);
const pathOf = (file) => file.webkitRelativePath || file.name;

/** Displays at the door write in capitals; a table does not. */
const sentence = (text) => text === text.toUpperCase() ? text.slice(0, 1) + text.slice(1).toLowerCase() : text;
/** A detail without what has its own place. */
const without = (detail, ...parts) => detail.split(" · ").filter((part) => !parts.includes(part)).join(" · ");

/** The rows of a picture: one for each of its codes, or one that says why there is none. */
function rowsOf(file, { value, problem }) {
  const name = pathOf(file);
  if (problem) return [{ file, name, style: "error", headline: "Not read", detail: problem.text, reason: "not-read" }];
  if (!value.codes.length) return [{ file, name, answer: value, style: "none", headline: "No code", detail: "No code was found in this picture.", reason: "no-code" }];
  return value.codes.map((code) => ({ ...code, headline: sentence(code.headline), detail: without(code.detail, code.name, `same ticket as ${code.copyOf}`), file, answer: value, name, holder: code.name }));
}

function resultRow({ file, name, answer, style, headline, detail, holder, copyOf, corners, reason }) {
  const small = answer ? thumbnail(file, answer, corners) : make("canvas", "", { className: "thumb", ariaHidden: "true" });
  return make("tr", "", {}, make("td", "", { className: "thumbCell" }, small), make("th", "", { scope: "row" }, make("bdi", name)),
    make("td", "", {}, make("span", "", { className: "verdict" }, mark(style), make("span", headline)), ...(copyOf ? [make("small", `Same ticket as ${copyOf}`)] : [])),
    make("td", "", {}, ...(holder ? [make("bdi", holder)] : []), make("small", detail || reason)));
}

/** A cell of a CSV file; a leading sign that a spreadsheet would calculate is made text. */
const cell = (text = "") => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function csv(results) {
  const rows = results.map(({ name, headline, reason, detail, holder, copyOf }) => [name, headline, reason, detail, holder, copyOf]);
  return [["File", "Verdict", "Reason", "Detail", "Name", "Same ticket as"], ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** The table of results with its filters. */
function resultsTable(event) {
  let results = [], fresh = [], counts = {}, filter = "", limit = pageSize;
  const filters = make("div", "", { className: "verdicts", role: "group", ariaLabel: "Show only" });
  const grid = table("Pictures and their verdicts", ["Picture", "File", "Verdict", "Detail"], []);
  const body = grid.querySelector("tbody");
  const more = make("button", "Show more", { type: "button", onclick: () => {
    limit += pageSize;
    show();
  } });
  const save = button("Export as CSV", "down", () => download(`pictures-${eventOf(event).slug}.csv`, `\ufeff${csv(results)}`, "text/csv"));
  const element = make("section", "", { className: "results", hidden: true }, make("div", "", { className: "title" }, make("h2", "Verdicts"), save), filters, grid, more);
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
    filters.replaceChildren(filterButton("", "All", results.length), ...Object.entries(verdicts).filter(([style]) => counts[style]).map(([style, text]) => filterButton(style, text, counts[style])));
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
    clear() {
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
  const mode = select([["check", "Only check: nothing is recorded"], ["admit", "Admit them: each ticket counts as entered"]], "check");
  const results = resultsTable(id);
  const stage = make("div", "", { className: "stack" });
  const progress = make("progress", "", { max: 1, value: 0, ariaLabel: "Pictures read" }), said = make("p");
  let run;

  const area = dropArea({ title: "Drop pictures or a folder here", text: "Photographs, screenshots, or PDF files. They are read on this machine and not kept.", several: true, folder: true, accept: "image/*,.heic,.heif,.pdf" }, chosen);
  const settings = make("section", "", {}, make("div", "", { className: "pair" }, field("Gate", gate, { name: "gate" }), field("What happens", mode)));

  function chosen(files) {
    const pictures = files.filter(isPicture).sort((one, other) => pathOf(one).localeCompare(pathOf(other), [], { numeric: true }));
    if (!pictures.length) return say("There is no picture among these files.");
    if (mode.value === "admit") return confirm(pictures);
    start(pictures);
  }

  /** Admitting changes who may enter, so it asks once more. */
  function confirm(pictures) {
    const yes = button(`Admit from ${count(pictures.length, "picture")}`, "", () => start(pictures), "strong");
    const no = button("Cancel", "", () => showArea(true));
    stage.replaceChildren(make("section", "", { className: "ask", role: "group" }, make("h2", `Admit the guests of ${count(pictures.length, "picture")}?`, { tabIndex: -1 }),
      make("p", `Each valid ticket counts as entered at gate ${gate.value}. A guest who comes to the door with the same ticket later is refused.`), make("div", "", { className: "row" }, yes, no)));
    stage.querySelector("h2").focus();
  }

  function showArea(isFocused) {
    stage.replaceChildren(settings, area);
    if (isFocused) area.querySelector("button").focus();
  }

  async function start(pictures) {
    const wish = { gate: gate.value, admit: mode.value === "admit" };
    const { value, problem } = await fetched(`/office/events/${id}/pictures`, wish);
    if (problem) {
      showArea();
      return problem.type !== "no-answer" && say(problem.text);
    }
    results.clear();
    run = { wish, batch: value.batch, left: pictures, total: pictures.length, done: 0, cancel: new AbortController() };
    read();
  }

  /** An office that was started again knows nothing of a batch: the rest is a new one. Returns whether there is one. */
  function renew(current, gone) {
    if (current.batch !== gone) return true;
    current.renewal ??= fetched(`/office/events/${id}/pictures`, current.wish).then(({ value }) => {
      current.batch = value?.batch ?? current.batch;
      current.renewal = undefined;
      return Boolean(value);
    });
    return current.renewal;
  }

  function showProgress() {
    if (!run) return;
    progress.max = run.total;
    progress.value = run.done;
    said.textContent = `${number(run.done)} of ${count(run.total, "picture")} read`;
  }
  const showProgressSoon = sparing(showProgress);

  async function read() {
    const stop = button("Cancel", "", () => run.cancel.abort());
    stage.replaceChildren(make("section", "", { className: "reading" }, said, progress, make("div", "", { className: "row" }, stop)));
    stop.focus();
    showProgress();
    const current = run;
    await Promise.all(Array.from({ length: atOnce }, () => readOn(current)));
    if (current.isSilent && !current.cancel.signal.aborted) return showSilence();
    end(current);
  }

  /** Takes one picture after another until none is left. */
  async function readOn(current) {
    while (current.left.length && !current.cancel.signal.aborted && !current.isSilent) {
      const file = current.left.shift(), { batch } = current;
      const answer = await fetched(`/office/pictures/${batch}?${new URLSearchParams({ name: pathOf(file) })}`, file, current.cancel.signal);
      if (answer.problem?.type === "cancelled") return;
      if (answer.problem?.status === 404 && await renew(current, batch)) {
        current.left.unshift(file);
        continue;
      }
      if (answer.problem?.type === "no-answer" || answer.problem?.status === 404) {
        current.isSilent = true;
        current.left.unshift(file);
        return;
      }
      current.done += 1;
      results.add(rowsOf(file, answer));
      showProgressSoon();
    }
  }

  function goOn() {
    run.isSilent = false;
    read();
  }

  function showSilence() {
    const again = button("Read the rest", "", goOn, "strong");
    stage.replaceChildren(make("section", "", { className: "ask" }, make("h2", "The office does not respond"), make("p", `${count(run.left.length, "picture")} not read yet.`), make("div", "", { className: "row" }, again, button("Stop here", "", () => end(run)))));
    again.focus();
  }

  async function end({ batch, total, done }) {
    run = undefined;
    showArea(true);
    say(done === total ? `All ${count(total, "picture")} read.` : `Stopped: ${number(done)} of ${count(total, "picture")} read.`);
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

  page.append(heading("Pictures", "Check tickets from photographs instead of a camera at the door."), stage, results.element);
  showArea();
  function back() {
    load();
    if (run?.isSilent) goOn();
  }
  return { shown: load, back, isUnsaved: () => Boolean(run) };
}
