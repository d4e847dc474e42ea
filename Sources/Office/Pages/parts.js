// What the office's parts are built from: figures and times, icons, fields, sentences at a field, second taps, files.
import { local, make, onSecondTap } from "./page.js";
import { locale, t } from "./words.js";

/** Returns a day and a time as the page's language writes them. */
export const moment = (milliseconds) =>
  new Date(milliseconds).toLocaleString(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Returns what a field for a time shows; nothing for no time. */
export const timeText = (milliseconds) => milliseconds === undefined ? "" : local(milliseconds);

/** Returns the milliseconds of a field for a time; nothing if the field is empty. */
export const instant = (text) => text ? new Date(text).getTime() : undefined;

/** Returns values as the query of an address; the server takes a `+` for itself and not for a space. */
export const query = (values) => new URLSearchParams(values).toString().replaceAll("+", "%20");

const drawing = "http://www.w3.org/2000/svg";

/** Returns an element of a drawing with its attributes. */
export function shape(name, attributes) {
  const element = document.createElementNS(drawing, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Returns one of the page's icons, which is only decoration. */
export function icon(name) {
  const picture = shape("svg", { class: "icon", "aria-hidden": "true" });
  picture.append(shape("use", { href: `#i-${name}` }));
  return picture;
}

/** Returns a button with an icon. */
export const button = (text, name, onclick, className = "") =>
  make("button", "", { type: "button", onclick, className }, ...(name ? [icon(name)] : []), make("span", text));

/** Returns a link that looks like a button. */
export const link = (text, name, href, properties = {}) =>
  make("a", "", { href, ...properties, className: `button ${properties.className ?? ""}` }, icon(name), make("span", text));

/** Returns the mark of a verdict's style; see style.css. */
export function mark(style) {
  const shape = make("i", "", { className: "mark", ariaHidden: "true" });
  shape.dataset.style = style;
  return shape;
}

/** Returns the heading of a part, with a sentence below it and buttons beside it. */
export const heading = (title, lead, ...actions) => make("div", "", { className: "heading" },
  make("div", "", {}, make("h1", title, { tabIndex: -1 }), make("p", lead, { className: "lead" })),
  make("div", "", { className: "row" }, ...actions));

let made = 0;

/** Returns an identifier that no other element of the page has. */
export const fresh = () => `n${made += 1}`;

/**
 * Returns a control with its label, a hint, and room for what is wrong with it.
 *
 * @param {string} text - The label.
 * @param {HTMLElement} control - The input or select.
 * @param {{name?: string, hint?: string, className?: string}} [more] - `name` is the field's name in the server's answers.
 */
export function field(text, control, { name, hint, className = "" } = {}) {
  control.id ||= fresh();
  if (name) control.dataset.field = name;
  const parts = [make("label", text, { htmlFor: control.id }), control];
  if (hint) {
    const note = make("small", hint, { id: fresh() });
    control.setAttribute("aria-describedby", note.id);
    parts.push(note);
  }
  return make("div", "", { className: `field ${className}` }, ...parts);
}

/** Returns a select with choices, each a value and its text. */
export function select(choices, value, properties = {}) {
  const list = make("select", "", properties, ...choices.map(([value, text]) => make("option", text, { value })));
  if (value !== undefined) list.value = value;
  return list;
}

/** Returns a checkbox with its text. */
export function check(text, properties = {}) {
  const box = make("input", "", { type: "checkbox", ...properties });
  return { box, label: make("label", "", { className: "check" }, box, make("span", text)) };
}

/** The control for a field of an answer: `tiers.2.name` falls back to `tiers.2`, then to `tiers`. */
function controlFor(form, name) {
  for (let path = name; path; path = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "") {
    const found = form.querySelector(`[data-field="${CSS.escape(path)}"]`);
    if (found) return found;
  }
}

/** Removes the sentences that say what is wrong with a form. */
export function clearWrong(form) {
  for (const sentence of form.querySelectorAll(".wrong")) sentence.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) right(control);
}

function right(control) {
  control.removeAttribute("aria-invalid");
  const rest = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => document.getElementById(id));
  if (rest.length) control.setAttribute("aria-describedby", rest.join(" "));
  else control.removeAttribute("aria-describedby");
}

/** Says what is wrong at the field that it is about, and moves the focus there; without a field, below the form. */
export function showWrong(form, problem) {
  clearWrong(form);
  if (problem.type === "no-answer") return;
  const control = problem.field && controlFor(form, problem.field);
  const sentence = make("p", problem.text, { className: "wrong", id: fresh() });
  if (!control) {
    sentence.ariaLive = "assertive";
    return form.append(sentence);
  }
  for (let fold = control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  (control.closest(".field") ?? control).append(sentence);
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby") ?? ""} ${sentence.id}`.trim());
  control.addEventListener("input", () => { sentence.remove(); right(control); }, { once: true });
  const target = control.matches("input, select, textarea, button") ? control : control.querySelector("input, select, button");
  target?.focus();
}

const acting = new WeakSet();

/** Runs an action of an element unless that element's last action still runs. */
export async function alone(element, action) {
  if (acting.has(element)) return;
  acting.add(element);
  element.ariaBusy = "true";
  try {
    await action();
  } finally {
    acting.delete(element);
    element.ariaBusy = null;
  }
}

/**
 * Returns a form that sends what was typed and shows what is wrong with it.
 *
 * @param {() => Promise<{value?: object, problem?: object}>} send - Sends it, and returns the server's answer.
 * @param {(value: object) => void} done - Called with the answer if nothing is wrong.
 * @param {...Node} parts - What the form has.
 */
export function sendingForm(send, done, ...parts) {
  const form = make("form", "", { className: "stack", noValidate: true }, ...parts);
  form.onsubmit = (event) => {
    event.preventDefault();
    alone(form, async () => {
      clearWrong(form);
      const { value, problem } = await send();
      if (problem) return showWrong(form, problem);
      await done(value);
    });
  };
  return form;
}

/**
 * Returns a button that acts on its second tap.
 *
 * @param {string} text - What it does.
 * @param {string} name - Its icon; empty for none.
 * @param {() => Promise<void>} action - Called on the second tap.
 */
export function twice(text, name, action) {
  const pressed = button(text, name, null, "twice");
  onSecondTap(pressed, { question: t`${text} — really?`, hint: t`Press again: ${text}.` }, () => alone(pressed, action));
  return pressed;
}

/** Calls a function once its calls have paused. */
export function paused(action, milliseconds = 250) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/** Collects calls: runs an action soon, and at most once in a while. */
export function sparing(action, milliseconds = 200) {
  let timer;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      action();
    }, milliseconds);
  };
}

/** Gives each cell of a row its column's title, which narrow pages show beside it. */
export function labelled(row, heads) {
  for (const [index, cell] of [...row.cells].entries()) {
    if (cell.colSpan === 1) cell.dataset.head = heads[index];
  }
  return row;
}

/** Returns what a table shows, in a box that scrolls sideways and can be reached by keyboard. */
export function table(name, heads, rows, none = t`Nothing yet.`) {
  const body = rows.length ? rows : [make("tr", "", {}, make("td", none, { colSpan: heads.length, className: "none" }))];
  const grid = make("table", "", {}, make("caption", name, { className: "unseen" }),
    make("thead", "", {}, make("tr", "", {}, ...heads.map((head) => head instanceof Node ? head : make("th", head, { scope: "col" })))),
    make("tbody", "", {}, ...body));
  if (heads.every((head) => typeof head === "string")) for (const row of rows) labelled(row, heads);
  return make("div", "", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: name }, grid);
}

/** All files of what was dropped, also those in folders, in the order of their paths. */
async function dropped(items) {
  const files = [];
  async function walk(entry) {
    if (entry.isFile) return files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    const reader = entry.createReader();
    // A reader gives at most a hundred entries at a time.
    for (let some = [true]; some.length;) {
      some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      for (const child of some) await walk(child);
    }
  }
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) await walk(entry);
  return files;
}

/**
 * Returns an area that takes files by drop and by choice.
 *
 * @param {{title: string, text: string, accept?: string, several?: boolean, folder?: boolean}} what - Its words and what it takes.
 * @param {(files: File[]) => void} taken - Called with what was dropped or chosen.
 */
export function dropArea({ title, text, accept = "", several = false, folder = false }, taken) {
  const input = make("input", "", { type: "file", accept, multiple: several, className: "unseen", tabIndex: -1, ariaHidden: "true" });
  const tree = make("input", "", { type: "file", webkitdirectory: true, className: "unseen", tabIndex: -1, ariaHidden: "true" });
  for (const chooser of [input, tree]) {
    chooser.onchange = () => {
      if (chooser.files.length) taken([...chooser.files]);
      chooser.value = "";
    };
  }
  const choices = [button(several ? t`Choose files` : t`Choose a file`, "up", () => input.click(), "strong"),
    ...(folder ? [button(t`Choose a folder`, "", () => tree.click())] : [])];
  const area = make("div", "", { className: "drop" }, make("p", title, { className: "dropTitle" }), make("p", text),
    make("div", "", { className: "row" }, ...choices), input, tree);
  area.ondragover = (event) => {
    event.preventDefault();
    area.toggleAttribute("data-over", true);
  };
  area.ondragleave = (event) => { if (!area.contains(event.relatedTarget)) area.toggleAttribute("data-over", false); };
  area.ondrop = async (event) => {
    event.preventDefault();
    area.toggleAttribute("data-over", false);
    // Only during the event does the browser give what was dropped.
    const flat = [...event.dataTransfer.files];
    const files = await dropped(event.dataTransfer.items).catch(() => flat);
    if (files.length) taken(files);
  };
  return area;
}

/** Gives the browser a text that the page has made, as a download. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", "", { href: address, download: name }).click();
  // The browser has taken the text by the time that the next task runs, but Firefox has not always.
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const memory = (step, event) => `office.${step}.${event}`;

/** Remembers in this browser that a step of an event is done. */
export const remember = (step, event) => localStorage.setItem(memory(step, event), "done");

/** Returns whether this browser remembers that a step of an event is done. */
export const isRemembered = (step, event) => localStorage.getItem(memory(step, event)) === "done";
