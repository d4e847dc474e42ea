// What an import would do: how the list was understood, what has to be decided, and what changes.
import { fetched } from "./asking.js";
import { make } from "./page.js";
import { alone, button, check, field, icon, select, showWrong, table } from "./parts.js";
import { count, listed, number, plural, t, translated } from "./words.js";

const unused = "-";
const times = ["opens", "closes"];
const orders = [["dmy", t`Day, month, year`], ["mdy", t`Month, day, year`]];

/** A text of a list, or its beginning: a cell can have thousands of letters. */
const short = (text = "") => text.length > 80 ? `${text.slice(0, 80)} …` : text;

/** The numbers of the columns that questions are about. */
const columnsIn = (questions) => new Set(questions.flatMap(({ answers }) => answers.map(({ column }) => column)));

/** What has been chosen so far, as the server takes it: every meaning with its column, so that it guesses none again. */
function choicesOf({ columns, fields, only, dates, sheet }) {
  const mapped = Object.fromEntries(fields.map(({ id }) => [id, unused]));
  for (const { number, fields } of columns) for (const field of fields) mapped[field] = String(number);
  return { columns: mapped, ignored: columns.filter(({ isIgnored }) => isIgnored).map(({ number }) => String(number)), only, dates, sheet };
}

/** The choices after the rows have been limited to some values of a column; none for all rows. */
function withOnly(preview, column, values) {
  const rest = (preview.only ?? []).filter((other) => other.column !== String(column));
  const only = [...rest, ...values.map((value) => ({ column: String(column), value }))];
  return { ...choicesOf(preview), only: only.length ? only : undefined };
}

/** The choices after a column has got another meaning. */
function withMeaning(preview, column, meaning) {
  const choices = choicesOf(preview), number = String(column.number);
  for (const field of column.fields) choices.columns[field] = unused;
  choices.ignored = choices.ignored.filter((other) => other !== number);
  if (meaning === unused) choices.ignored.push(number);
  else choices.columns[meaning] = number;
  return choices;
}

function meaningSelect(preview, column, isAsked, choose) {
  const { fields } = preview, many = column.fields.length > 1;
  const label = (id) => translated(fields.find((field) => field.id === id)?.label) ?? id;
  const choices = [...(isAsked ? [["?", t`Decide …`]] : []), ...(many ? [["many", column.fields.map(label).join(" + ")]] : []), [unused, t`Not used`], ...fields.map(({ id, label }) => [id, translated(label)])];
  const value = isAsked ? "?" : many ? "many" : column.fields[0] ?? unused;
  const list = select(choices, value, { ariaLabel: t`Meaning of column ${column.letter}, ${column.title || t`no title`}` });
  list.dataset.column = column.number;
  list.onchange = () => choose(withMeaning(preview, column, list.value), column.number);
  return list;
}

function columnsTable(preview, choose) {
  const asked = columnsIn(preview.questions);
  const heads = preview.columns.map((column) => {
    const isAsked = asked.has(column.number) && !column.fields.length && !column.isIgnored;
    const head = make("th", "", { scope: "col" }, make("span", `${column.letter} · ${column.title || t`no title`}`, { className: "columnTitle" }), meaningSelect(preview, column, isAsked, choose));
    head.dataset.use = isAsked ? "asked" : column.fields.length ? "used" : "unused";
    return head;
  });
  const depth = Math.max(0, ...preview.columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: depth }, (_, row) => make("tr", "", {}, ...preview.columns.map(({ fields, samples }) => {
    const cell = make("td", short(samples[row]));
    cell.dataset.use = fields.length ? "used" : "unused";
    return cell;
  })));
  const grid = table(t`Columns of the list and their meaning`, heads, rows, t`No rows.`);
  grid.classList.add("columns");
  return grid;
}

/** Values of a column, of which somebody ticks those whose rows are read. */
function onlyChoice(preview, column, answers, choose) {
  const { letter, title } = preview.columns.find(({ number }) => number === column) ?? {};
  const boxes = answers.map(({ only }) => check(only, { value: only }));
  const take = button(t`Take these rows`, "", () => choose(withOnly(preview, column, boxes.map(({ box }) => box).filter((box) => box.checked).map((box) => box.value)), column));
  take.disabled = true;
  const rows = make("fieldset", "", { className: "plain", onchange: () => { take.disabled = !boxes.some(({ box }) => box.checked); } },
    make("legend", t`Only rows with these values in column ${[letter, title].filter(Boolean).join(" · ")}`), make("div", "", { className: "row checks" }, ...boxes.map(({ label }) => label), take));
  return rows;
}

/** A question or a warning with a button for each of its answers. */
function answered(preview, { text, answers }, choose) {
  const buttons = answers.filter(({ only }) => only === undefined).map(({ label, column: index, field }) => {
    const column = preview.columns.find(({ number }) => number === index);
    return button(translated(label), "", () => choose(withMeaning(preview, column, field ?? unused), index));
  });
  const limits = [...Map.groupBy(answers.filter(({ only }) => only !== undefined), ({ column }) => column)];
  return make("div", "", { className: "answered" }, make("p", translated(text)), ...(buttons.length ? [make("div", "", { className: "row" }, ...buttons)] : []),
    ...limits.map(([column, values]) => onlyChoice(preview, column, values, choose)));
}

function questionsCard(preview, choose) {
  const { questions } = preview;
  return make("div", "", { className: "ask" }, make("h3", questions.length === 1 ? t`One question first` : t`${number(questions.length)} questions first`),
    make("ul", "", { className: "stack" }, ...questions.map((question) => make("li", "", {}, answered(preview, question, choose)))));
}

/** Which rows are read, if not all, and the way back to all of them. */
function onlyNotices(preview, choose) {
  return [...Map.groupBy(preview.only ?? [], ({ column }) => column)].map(([column, values]) => {
    const { letter } = preview.columns.find(({ number }) => String(number) === column) ?? { letter: column };
    const names = listed(values.map(({ value }) => `“${value}”`), "disjunction");
    return make("div", "", { className: "notice row" }, make("p", t`Only rows with ${names} in column ${letter} are read.`), button(t`Take all rows`, "", () => choose(withOnly(preview, column, []))));
  });
}

function understoodTable({ sample }) {
  const rows = sample.map(({ line, name, reference, tier, admits, status, hasBarcode }) => make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", short(name) || t`No name`)), make("td", String(line)),
    make("td", short(reference)), make("td", short(tier)), make("td", admits === undefined ? "" : String(admits), { className: "figureCell" }), make("td", translated(status)), make("td", hasBarcode ? t`from the list` : t`made here`)));
  return table(t`The first rows, as they are understood`, [t`Name`, t`Line`, t`Order`, t`Tier`, t`People`, t`Status`, t`Code`], rows, t`No row is understood yet.`);
}

const countNames = [["new", t`new`], ["changed", t`changed`], ["removed", t`gone from the list`], ["unchanged", t`unchanged`]];
const asides = [["unpaid", t`unpaid`], ["revoked", t`cancelled`], ["repeated", t`listed twice`], ["barcodes", t`with a code of the shop`], ["issued", t`get a code here`], ["entered", t`entered already`]];

function outcome({ counts, badRows, tiers }) {
  const figures = countNames.filter(([name]) => counts[name] || name === "new").map(([name, text]) => [name, counts[name], text]);
  if (badRows) figures.push(["bad", badRows, plural(badRows, "bad row")]);
  const more = asides.filter(([name]) => counts[name]).map(([name, text]) => `${number(counts[name])} ${text}`);
  return make("div", "", { className: "stack" }, make("ul", "", { className: "outcome" }, ...figures.map(([kind, value, text]) => {
    const item = make("li", "", {}, make("b", number(value)), make("span", text));
    item.dataset.kind = kind;
    return item;
  })), ...(more.length ? [make("p", more.join(" · "), { className: "lead" })] : []), ...(tiers.length ? [make("ul", "", { className: "chips plain", ariaLabel: t`Tiers in the list` }, ...tiers.map(({ name, tickets, isNew }) =>
    make("li", "", {}, make("bdi", short(name)), make("small", number(tickets)), ...(isNew ? [make("span", t`new tier`, { className: "tag" })] : []))))] : []));
}

/** A fold with a list in it that says how many more there are than it shows. */
function fold(title, lines, total) {
  const rest = total - lines.length;
  return make("details", "", {}, make("summary", title), make("ul", "", { className: "lines" }, ...lines.map((line) => make("li", "", {}, make("bdi", short(line)))),
    ...(rest > 0 ? [make("li", t`and ${number(rest)} more`, { className: "none" })] : [])));
}

const changeFolds = ({ changes, counts }) => countNames.filter(([name]) => changes[name]?.length)
  .map(([name, text]) => fold(`${number(counts[name])} ${text}`, changes[name].map((guest) => guest.replace(/^no name(?=,|$)/, t`no name`)), counts[name]));

const problemFolds = ({ problems }) => problems.map(({ sentence, count: rows, rows: shown }) =>
  fold(`${count(rows, "row")}: ${translated(sentence)}`, shown.map((row) => translated(row.sentence)), rows));

function group(title, className, ...children) {
  return children.length ? [make("div", "", { className: `group ${className}` }, make("h3", title), ...children)] : [];
}

function importButton({ counts, badRows, questions }) {
  const text = !counts.total ? t`Nothing to import` : badRows ? t`Import the other ${number(counts.total)} and skip ${count(badRows, "bad row")}` : t`Import ${count(counts.total, "ticket")}`;
  return make("button", text, { type: "button", className: "strong", disabled: questions.length > 0 || !counts.total });
}

function readings(preview, choose) {
  const changes = [];
  if (preview.sheets?.length > 1) {
    const list = select(preview.sheets.map((name) => [name, name]), preview.sheet);
    // Another worksheet has other columns.
    list.onchange = () => choose({ columns: {}, ignored: [], sheet: list.value });
    changes.push(field(t`Worksheet`, list));
  }
  // A list whose columns have dates can turn out to be ambiguous with another choice.
  if (preview.dates || preview.columns.some(({ fields }) => fields.some((field) => times.includes(field)))) {
    const list = select([...(preview.dates ? [] : [["", t`As the list shows`]]), ...orders], preview.dates ?? "");
    list.onchange = () => choose({ ...choicesOf(preview), dates: list.value || undefined });
    changes.push(field(t`Dates are written as`, list));
  }
  return changes.length ? [make("div", "", { className: "pair" }, ...changes)] : [];
}

/** Scrolls the table of the columns sideways, so that one of them is in view. */
export function reveal(head) {
  const grid = head?.closest(".scroll");
  if (grid) grid.scrollLeft = head.offsetLeft - grid.clientWidth / 2 + head.offsetWidth / 2;
}

/**
 * Returns what an import would do, with everything that can be decided about it.
 *
 * @param {object} preview - The server's answer.
 * @param {{changed: (preview: object) => void, imported: (counts: object) => void, cancelled: () => void}} then - What follows.
 */
export function previewCard(preview, { changed, imported, cancelled }) {
  const { token, name, layout, form, warnings, questions, corrects, notice } = preview;
  const path = `/office/lists/${encodeURIComponent(token)}`;
  const card = make("section", "", { className: "preview" });
  const foot = make("div", "", { className: "bar" });

  const choose = (choices, column) => alone(card, async () => {
    const { value, problem } = await fetched(path, choices);
    if (problem) return showWrong(foot, problem);
    changed({ ...value, only: choices.only });
    // The card is new; the focus stays at the column, or goes to what has become possible.
    const next = document.querySelector(`.preview select[data-column="${column}"]`) ?? document.querySelector(".preview h2");
    next?.focus({ preventScroll: true });
    reveal(next?.closest("th"));
  });

  const accept = importButton(preview);
  accept.onclick = () => alone(card, async () => {
    const { value, problem } = await fetched(`${path}/import`, { skipBad: preview.badRows > 0 });
    if (problem?.type === "changedMeanwhile") return lookAgain(problem);
    if (problem) return showWrong(foot, problem);
    imported(value);
  });

  /** Somebody has changed the tickets since this was shown: the same choices mean something else now. */
  async function lookAgain({ text }) {
    const choices = choicesOf(preview);
    const { value, problem } = await fetched(path, choices);
    if (problem) return showWrong(foot, problem);
    changed({ ...value, only: choices.only, notice: text });
    document.querySelector(".preview h2")?.focus();
  }
  const cancel = button(t`Cancel`, "", () => alone(card, async () => {
    await fetched(`${path}/cancel`, {});
    cancelled();
  }));
  const blocked = questions.length ? [make("p", questions.length === 1 ? t`Decide the question above first.` : t`Decide the questions above first.`, { className: "lead" })] : [];

  foot.append(accept, cancel, ...blocked);
  card.append(
    make("div", "", { className: "previewHead" }, make("h2", name, { tabIndex: -1 }), make("p", [layout, form].filter(Boolean).map(translated).join(" · "), { className: "lead" })),
    ...(corrects ? [make("p", t`This file was imported before, as import ${corrects}. Importing it again corrects that import.`, { className: "notice" })] : []),
    ...(notice ? [make("p", t`${notice} This is what an import does now.`, { className: "notice", role: "status" })] : []),
    ...onlyNotices(preview, choose),
    ...(questions.length ? [questionsCard(preview, choose)] : []),
    outcome(preview),
    ...group(t`Warnings`, "warned", ...(warnings.length ? [make("ul", "", { className: "warnings" }, ...warnings.map((warning) => make("li", "", {}, icon("warn"), answered(preview, warning, choose))))] : [])),
    make("div", "", { className: "group" }, make("h3", t`Columns`), make("p", t`Each column shows how it is used. Change it if it is wrong.`, { className: "lead" }), ...readings(preview, choose), columnsTable(preview, choose)),
    make("div", "", { className: "group" }, make("h3", t`The first rows, as they are understood`), understoodTable(preview)),
    ...group(t`Rows that cannot be read`, "bad", ...problemFolds(preview)),
    ...group(t`What changes`, "changes", ...changeFolds(preview)),
    foot);
  return card;
}
