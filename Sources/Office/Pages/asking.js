// How the office's pages ask its server: requests, sessions that end, and a server that does not respond.
import { $, say } from "./page.js";
import { t, translated } from "./words.js";

/** What all parts know: `state` is the server's last answer to `/office/state`, `isGone` whether the page is being left. */
export const office = { state: undefined, isGone: false };

const ranks = { viewer: 0, desk: 1, organiser: 2 };

/** Returns whether the person who is logged in may do what is for a role. */
export const isFor = (role) => ranks[office.state.who.role] >= ranks[role];

const changes = new EventTarget();

/** Calls a function after every change of the office's state. */
export const whenChanged = (listener) => changes.addEventListener("change", listener);

/** Calls a function when the server responds again after a silence. */
export const whenBack = (listener) => changes.addEventListener("back", listener);

/** Takes a state that the server has answered with, and shows it everywhere. */
export function take(state) {
  office.state = state;
  changes.dispatchEvent(new Event("change"));
}

let recount;

/** Asks for the state again; returns whether the server has answered. */
export async function update() {
  const { value } = await fetched("/office/state");
  if (value) take(value);
  // A large list is counted while everything else is shown.
  clearTimeout(recount);
  if (value?.events.some(({ isCounting }) => isCounting)) recount = setTimeout(update, 1000);
  return Boolean(value);
}

/** Returns the event with an identifier, as the state lists it. */
export const eventOf = (id) => office.state.events.find((event) => String(event.id) === String(id));

const patience = 3000;
let retry;

/** Shows that the server does not respond, and tries again until it does. */
function lose() {
  $("lostCommand").textContent = `doorcheck office --listen ${location.host}`;
  $("lost").hidden = false;
  clearTimeout(retry);
  retry = setTimeout(tryAgain, patience);
}

async function tryAgain() {
  if (!await update() || $("lost").hidden) return;
  $("lost").hidden = true;
  say(t`The office responds again.`);
  changes.dispatchEvent(new Event("back"));
}
$("lostAgain").onclick = tryAgain;

/** Posts a name and a password; returns the reason that they do not open the office. */
export async function logIn(name, password) {
  const { problem } = await once("/office/session", { name, password });
  return problem?.text;
}

/** Posts the code of a link, or a code; returns the reason that it does not open the office. */
export async function enter(text) {
  const host = text.match(/^\s*https?:\/\/([^/#]+)/)?.[1];
  if (host && host !== location.host) return t`This link is for the office at ${host}. To go on here, start doorcheck office --listen ${location.host}.`;
  const code = text.trim().split("#").at(-1);
  const { problem } = await once("/office/session", { code });
  return problem && (problem.status === 401 ? t`This link is not valid, or it has been used.` : problem.text);
}

let waiting;

/** Asks for a new session on top of the page; returns whether the request can be sent again. What was typed is one person's: nobody else goes on with it. */
function renew(problem) {
  waiting ??= new Promise((resolve) => {
    const { name, hasAccount } = office.state.who;
    const whose = hasAccount ? t`What was typed stays on this page. It is ${name}’s: only ${name} can go on with it.` : t`What you typed stays on this page.`;
    $("endedTitle").textContent = problem.type === "otherPerson" ? t`Somebody else has logged in` : t`The session has ended`;
    $("endedWho").textContent = problem.type === "otherPerson" ? `${problem.text} ${whose}` : whose;
    $("endedLink").hidden = hasAccount;
    $("endedAccount").hidden = !hasAccount;
    $("ended").returnValue = "";
    $("endedCode").value = $("endedPassword").value = $("endedSaid").textContent = "";
    $("endedName").value = name;
    $("ended").onclose = () => {
      waiting = undefined;
      resolve($("ended").returnValue === "again");
    };
    $("ended").showModal();
    if (hasAccount) $("endedPassword").focus();
  });
  return waiting;
}
$("endedLater").onclick = () => $("ended").close("later");
$("endedAway").onclick = () => {
  office.isGone = true;
  location.replace(location.pathname);
};

/** Opens a session with what the dialog has, or finds that another tab has opened one; returns what is wrong. */
async function again() {
  if ($("endedCode").value.trim()) return enter($("endedCode").value);
  if ($("endedPassword").value) return logIn($("endedName").value, $("endedPassword").value);
  return (await once("/office/state")).problem && t`There is no new session yet.`;
}
$("endedForm").onsubmit = async (event) => {
  event.preventDefault();
  const wrong = await again();
  $("endedSaid").textContent = wrong || "";
  if (wrong) return $(office.state.who.hasAccount ? "endedPassword" : "endedCode").focus();
  $("ended").close("again");
};

/** The header that says whose page this is: another tab may have logged somebody else in. */
const owner = () => (office.state ? { "Office-Person": office.state.who.id } : {});

function options(body, signal) {
  if (body === undefined) return { headers: owner(), signal };
  const isFile = body instanceof Blob;
  const type = isFile ? "application/octet-stream" : "application/json";
  return { method: "POST", headers: { ...owner(), "Content-Type": type }, body: isFile ? body : JSON.stringify(body), signal };
}

/** Sends a request once; returns `value`, or `problem` with its text, status, type, field, and current state. */
async function once(path, body, signal) {
  const answer = await fetch(path, options(body, signal)).catch(() => null);
  if (signal?.aborted) return { problem: { text: t`Cancelled.`, type: "cancelled" } };
  const silence = { problem: { text: t`The office does not respond.`, type: "no-answer" } };
  if (!answer) return silence;
  if (answer.status === 204) return { value: {} };
  const value = await answer.json().catch(() => null);
  // A truncated answer is treated like a missing one: the action may have been done.
  if (answer.ok) return value ? { value } : silence;
  return { problem: { ...value, text: translated(value?.said) ?? t`The office could not do this.`, status: answer.status } };
}

/**
 * Asks the server; an ended session is renewed on top of the page, and then the request is repeated.
 *
 * @param {string} path - Where.
 * @param {object|Blob} [body] - What to post; nothing for a question.
 * @param {AbortSignal} [signal] - Cancels the request.
 * @returns {Promise<{value?: object, problem?: {text: string, type?: string, field?: string, current?: object}}>}
 */
export async function fetched(path, body, signal) {
  for (;;) {
    const answer = await once(path, body, signal);
    if (answer.problem?.status === 401 && await renew(answer.problem)) continue;
    if (answer.problem?.type === "no-answer") lose();
    return answer;
  }
}

/** Asks the server and shows what is wrong; returns the answer, or nothing. */
export async function ask(path, body) {
  const { value, problem } = await fetched(path, body);
  if (problem && problem.type !== "no-answer") say(problem.text);
  return value;
}

/** Closes an event; returns what to say, or `problem`. A door that is open for it stays open, for guests who leave. */
export async function closeEvent(id) {
  const { value, problem } = await fetched(`/office/events/${id}/closing`, { closed: true });
  if (problem) return { problem };
  const door = (await fetched("/office/door")).value, isOpen = ["opening", "open"].includes(door?.state) && door.event === String(id);
  const said = t`The event is closed: nobody enters.`;
  return { value, said: isOpen ? t`${said} The door on this machine stays open for guests who leave; close it on the page “Door”.` : said };
}

/** Returns what the log-in asks for: `accounts`, whether there are any, `link`, whether a link can be opened here, and `first`, whether the first account can be made. */
export const entrance = async () => (await once("/office/entrance")).value ?? { accounts: false, link: true };

/** Posts what makes the first account, without a session; returns `problem` unless it was done. */
export const tellFirst = (path, body) => once(path, body);

/** Returns the first state, without asking for a session. */
export const firstState = () => once("/office/state");
