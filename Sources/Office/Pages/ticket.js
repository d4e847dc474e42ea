// One ticket: its facts, its history, and the actions that are possible now.
import { fetched } from "./asking.js";
import { make, say } from "./page.js";
import { alone, clearWrong, field, link, moment, showWrong, twice } from "./parts.js";
import { count, number, statuses, t, translated } from "./words.js";

const actions = {
  pay: { text: t`Mark as paid`, done: t`The ticket is paid.` },
  block: { text: t`Block`, done: t`The ticket is blocked until you restore it.` },
  restore: { text: t`Restore`, done: t`The ticket is valid again.` },
  reissue: { text: t`Reissue`, done: t`This is the new ticket; the old code no longer opens a door.`, isFinal: true },
  revoke: { text: t`Revoke`, done: t`The ticket is revoked.`, isFinal: true },
};

/** The undo of the last entry or exit as an action. */
function undoing({ isExit }) {
  const texts = isExit ? { text: t`Undo last exit`, done: t`The exit is undone.` } : { text: t`Undo last entry`, done: t`The entry is undone.` };
  return { ...texts, isFinal: true, to: "/undo" };
}

/** Says why there is no undo, if its time is over. */
function lateUndo(undo) {
  if (!undo?.isTooLate) return [];
  const time = undo.minutes && count(undo.minutes, "minute");
  if (undo.isExit) return [make("small", time ? t`The last exit can no longer be undone: the event allows it for ${time}.` : t`The last exit cannot be undone: the event does not allow it.`)];
  return [make("small", time ? t`The last entry can no longer be undone: the event allows it for ${time}.` : t`The last entry cannot be undone: the event does not allow it.`)];
}

function facts({ tier, reference, number: short, admits, entries, opens, closes, note, hasBarcode }) {
  const list = [[t`Tier`, tier], [t`Order`, reference], [t`Number`, short], [t`People`, t`${number(entries)} of ${number(admits)} in`],
    [t`Enters from`, opens === undefined ? "" : moment(opens)], [t`Enters until`, closes === undefined ? "" : moment(closes)], [t`Staff check`, note], [t`Code`, hasBarcode ? t`from the ticket shop` : t`made here`]];
  return make("dl", "", { className: "facts" }, ...list.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", name), make("dd", value)]));
}

const history = (things) => make("ol", "", { className: "history" }, ...things.map(({ at, text }) => make("li", "", {}, make("time", moment(at)), make("span", translated(text)))));

function codePicture({ id, hasBarcode, status, canPrint }) {
  if (hasBarcode || status === "replaced" || !canPrint) return [];
  const picture = make("img", "", { src: `/office/tickets/${encodeURIComponent(id)}/code.png`, alt: t`The ticket’s code`, className: "code", width: 132, height: 132 });
  picture.onerror = () => picture.remove();
  return [picture];
}

/**
 * Returns the panel of a ticket, which fills itself.
 *
 * @param {string} event - The event.
 * @param {string} id - The ticket.
 * @param {() => void} changed - Called when the ticket has changed.
 */
export function ticketPanel(event, id, changed) {
  const element = make("div", "", { className: "stack" }, make("h2", t`Loading …`, { tabIndex: -1 }));
  const path = `/office/tickets/${encodeURIComponent(id)}`;

  /** Shows the ticket as it is now, because nothing is done to one that has changed. */
  async function showChanged(reason) {
    const { value, problem } = await fetched(path);
    if (problem) return say(problem.text);
    show(value, reason);
    say(t`This ticket changed meanwhile, so nothing was done. This is how it is now.`);
    changed();
    element.querySelector("h2").focus();
  }

  function actionButton({ text, done, isFinal, to = "", name }, ticket, why, form) {
    async function act() {
      clearWrong(form);
      if (!why.value.trim()) return showWrong(form, { field: "why", text: t`Enter a reason; it is kept.` });
      const { value, problem } = await fetched(path + to, { action: name, why: why.value.trim(), version: ticket.version });
      if (problem?.type === "changedMeanwhile") return showChanged(why.value);
      if (problem) return showWrong(form, problem);
      say(done);
      changed();
      if (value.id !== id) return location.replace(`#tickets/${event}/${value.id}`);
      show(value);
      element.querySelector("h2").focus();
    }
    if (isFinal) return twice(text, "", act);
    const pressed = make("button", text, { type: "button", onclick: () => alone(pressed, act) });
    return pressed;
  }

  function actionForm(ticket, reason) {
    const { undo } = ticket, known = ticket.actions.filter((name) => actions[name]).map((name) => ({ ...actions[name], name }));
    if (undo && !undo.isTooLate) known.push(undoing(undo));
    if (!known.length) return lateUndo(undo);
    const why = make("input", "", { maxLength: 200, autocomplete: "off", value: reason });
    const form = make("form", "", { className: "acts stack", onsubmit: (submitted) => submitted.preventDefault() });
    form.append(field(t`Reason`, why, { name: "why", hint: t`Kept for good. Leave out guests’ names.` }),
      make("div", "", { className: "row" }, ...known.map((action) => actionButton(action, ticket, why, form))), ...lateUndo(undo));
    return [form];
  }

  function show(ticket, reason = "") {
    const tag = make("span", statuses[ticket.status] ?? ticket.status, { className: "tag" });
    tag.toggleAttribute("data-bad", ticket.status !== "valid");
    const print = ticket.hasBarcode || ticket.status === "revoked" || !ticket.canPrint ? [] : [link(t`PDF to print`, "down", `/office/events/${event}/tickets.pdf?${new URLSearchParams({ size: "A4", ticket: ticket.id })}`, { download: "" }),
      link(t`Picture for a phone`, "down", `/office/events/${event}/tickets.zip?${new URLSearchParams({ size: "phone", ticket: ticket.id })}`, { download: "" })];
    element.replaceChildren(make("div", "", { className: "ticketHead" }, make("div", "", { className: "stack tight" }, make("h2", "", { tabIndex: -1 }, make("bdi", ticket.name || ticket.reference || t`No name`)), make("p", "", {}, tag)), ...codePicture(ticket)),
      facts(ticket), ...(print.length ? [make("div", "", { className: "row" }, ...print)] : []), ...actionForm(ticket, reason), make("h3", t`History (${count(ticket.history.length, "entry", "entries")})`), history(ticket.history));
  }

  async function load() {
    const { value, problem } = await fetched(path);
    if (value) show(value);
    else element.replaceChildren(make("p", problem.text, { className: "trouble" }));
    if (value && document.activeElement === document.body) element.querySelector("h2").focus({ preventScroll: true });
  }
  load();
  return { element };
}
