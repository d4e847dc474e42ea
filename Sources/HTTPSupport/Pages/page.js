// What all pages share: elements, times, messages, requests, a search box, and one action at a time.

export const $ = (id) => document.getElementById(id);

/** Makes an element with a text, properties and children. */
export function make(name, text = "", properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), { textContent: text }, properties);
  element.append(...children);
  return element;
}

/** Returns the time of day in hours and minutes. */
export const clock = (milliseconds, language = "en") =>
  new Date(milliseconds).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Returns a time as a field for the time shows it, in the reader's time zone. */
export const local = (milliseconds) => new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60000).toISOString().slice(0, 16);

const units = [["day", 86400000], ["hour", 3600000], ["minute", 60000], ["second", 1000]];

/**
 * Returns a length of time in the page's language, in the largest unit of which it has at least one, and in none
 * smaller than `least`: "6 min".
 */
export function age(milliseconds, least = "second") {
  const [unit, length] = units.find(([unit, length]) => milliseconds >= length || unit === least);
  const { lang, dataset } = document.documentElement;
  // English if the browser does not know the language, and not its own.
  const locales = [dataset.locale, lang, "en"].filter(Boolean);
  return Math.max(0, Math.floor(milliseconds / length)).toLocaleString(locales, { style: "unit", unit, unitDisplay: "short" });
}

let quiet;

/** Shows a message for six seconds; on the log-in form it stays. */
export function say(text) {
  $("said").textContent = $("loginSaid").textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { $("said").textContent = ""; }, 6000);
}

/**
 * Returns the functions with which a page asks its server.
 *
 * @param {string} name - What the server is called in messages, such as "The door".
 * @param {string} login - The path of the log-in, the only one at which 401 does not mean that the session has ended.
 * @param {{noAnswer?: string, notDone?: string, translated?: (text: string) => string}} [words] - The messages in
 *     another language than English, and what translates those of the server.
 */
export function server(name, login, words = {}) {
  const noAnswer = { problem: { text: words.noAnswer ?? `${name} does not respond.`, type: "no-answer" } };

  /** Returns the answer as `value`, or the reason that there is none as `problem`, with a text and a type for it. */
  async function fetched(path, body) {
    const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(path, options).catch(() => null);
    if (!answer) return noAnswer;
    if (answer.status === 401 && path !== login) {
      location.reload();
      return {};
    }
    if (answer.status === 204) return { value: {} };
    const value = await answer.json().catch(() => null);
    if (answer.ok && value) return { value };
    // A truncated answer is treated like a missing one: the action may have been done.
    if (answer.ok) return noAnswer;
    const text = value?.said ?? value?.detail ?? value?.error?.message ?? words.notDone ?? `${name} could not do this.`;
    return { problem: { text: words.translated?.(text) ?? text, type: value?.type?.split(":").at(-1), objections: value?.objections } };
  }

  /** Sends a request, shows what is wrong, and returns the answer; a lost session leads back to the log-in. */
  async function ask(path, body) {
    const { value, problem } = await fetched(path, body);
    if (problem) say(problem.text);
    return value;
  }

  return { fetched, ask };
}

/** How long a ticket is locked after an action, in milliseconds: the length of a double tap. */
const doubleTap = 700;

/**
 * Lets one action run at a time; afterwards its ticket is locked for a double tap's length.
 *
 * @param {() => void} changed - Called whenever what `isBusy` returns may have changed.
 */
export function oneAtATime(changed) {
  let isActing = false, resting, rest;
  const isBusy = (id) => isActing || resting === id;

  async function run(id, action) {
    if (isBusy(id)) return;
    isActing = true;
    changed();
    try {
      await action();
    } finally {
      isActing = false;
      resting = id;
      clearTimeout(rest);
      rest = setTimeout(() => { resting = undefined; changed(); }, doubleTap);
      changed();
    }
  }

  return { isBusy, run };
}

/** How long a button waits for its second tap, in milliseconds. */
const doubt = 6000;

/**
 * Lets a button act on its second tap, because what it does is hard to undo. The question goes away after six seconds,
 * or when the focus moves on; the second half of a double tap is no answer.
 *
 * @param {HTMLButtonElement} button - The button.
 * @param {{question: string, hint: string}} words - What the button says until the second tap, and what is said then.
 * @param {() => void} action - Called on the second tap.
 */
export function onSecondTap(button, { question, hint }, action) {
  // An icon beside the words stays.
  const words = button.querySelector("span") ?? button, text = words.textContent;
  let asked = 0, timer;
  const calm = () => {
    clearTimeout(timer);
    asked = 0;
    words.textContent = text;
    button.toggleAttribute("data-sure", false);
  };
  button.onclick = () => {
    if (asked && performance.now() - asked < doubleTap) return;
    if (asked) {
      calm();
      return action();
    }
    asked = performance.now();
    words.textContent = question;
    button.toggleAttribute("data-sure", true);
    say(hint);
    timer = setTimeout(calm, doubt);
  };
  button.onblur = calm;
}

/** A key that is held down counts once: keeps its repetitions from pressing the buttons within an element. */
export function ignoreRepeats(element) {
  element.onkeydown = (event) => { if (event.key === "Enter" && event.repeat) event.preventDefault(); };
}

/**
 * Searches while someone types into `query`; `Enter` opens the first result, once its list has arrived.
 *
 * @param {(text: string) => Promise<object[]|undefined>} find - Returns the tickets for a text; nothing after an error.
 * @param {(ticket: object, tickets: object[]) => HTMLButtonElement} button - Returns the button that opens a ticket.
 * @param {string} [nothing] - What is shown if there are none.
 * @returns {() => void} Searches again for the same text.
 */
export function searchBox(find, button, nothing = "No matching tickets.") {
  const query = $("query"), found = $("found");
  /** The search text of the current list, and the text whose first ticket opens once its list arrives. */
  let searching, listed = "", awaited;
  const words = () => query.value.trim();

  async function search() {
    const text = words();
    const tickets = text ? await find(text) : [];
    if (!tickets || text !== words()) return;
    const rows = tickets.map((ticket) => make("li", "", {}, button(ticket, tickets)));
    const none = text ? [make("li", nothing, { className: "none" })] : [];
    found.replaceChildren(...(rows.length ? rows : none));
    listed = text;
    if (awaited === text && rows.length) found.querySelector("button").click();
    awaited = undefined;
  }

  const again = () => {
    clearTimeout(searching);
    searching = setTimeout(search, 200);
  };
  query.oninput = again;
  query.onkeydown = (event) => {
    if (event.key !== "Enter" || event.repeat) return;
    if (words() === listed) found.querySelector("button")?.click();
    else awaited = words();
  };
  return again;
}
