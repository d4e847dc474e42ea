// Tickets by mail: the mail server, how far the sending is, and what has not certainly arrived.
import { fetched } from "./asking.js";
import { make, say } from "./page.js";
import { alone, button, clearWrong, field, showWrong, twice } from "./parts.js";
import { count, number, t } from "./words.js";

const interval = 1000, memory = "office.mail";
const text = (properties = {}) => make("input", "", { autocomplete: "off", autocapitalize: "off", spellcheck: false, ...properties });

/** What is remembered in this browser: never the password. */
const remembered = () => { try { return JSON.parse(localStorage.getItem(memory)) ?? {}; } catch { return {}; } };

const states = { running: t`Sending …`, paused: t`Paused.`, finished: t`All mails are sent.` };

function progressOf({ total, sent, failed, state, said }) {
  const words = failed ? t`${number(sent)} of ${count(total, "mail")} sent, ${number(failed)} not.` : t`${number(sent)} of ${count(total, "mail")} sent.`;
  return make("div", "", { className: "stack tight" }, make("progress", "", { max: Math.max(total, 1), value: sent + failed, ariaLabel: t`Mails` }),
    make("p", said ?? `${states[state]} ${words}`, { className: state === "stopped" ? "trouble" : "lead" }));
}

/** Returns the panel that sends an event's tickets by mail. */
export function mailPanel(event) {
  const known = remembered();
  const server = text({ maxLength: 200, placeholder: "mail.example.org", value: known.server ?? "" }), user = text({ maxLength: 200, value: known.user ?? "" });
  const password = text({ type: "password", maxLength: 500, autocomplete: "off" });
  const from = text({ maxLength: 300, placeholder: "Summer Night <tickets@example.org>", value: known.from ?? "" });
  const words = make("textarea", "", { rows: 4, maxLength: 10000, placeholder: t`Your ticket is attached. Show it at the door, on paper or on your phone.` });
  const said = make("p", "", { className: "lead", role: "status" }), progress = make("div", "", { role: "status" }), undelivered = make("div", "", { className: "stack" });
  const begin = make("button", t`Send`, { className: "strong" });
  const files = button(t`Download as files`, "down", () => alone(files, downloadFiles));
  const form = make("form", "", { className: "stack", noValidate: true },
    field(t`Mail server`, server, { name: "server", hint: t`As your mail provider names it for outgoing mail (SMTP).` }), field(t`From`, from, { name: "from" }),
    make("div", "", { className: "pair" }, field(t`User`, user, { name: "user", hint: t`Empty if the server asks for none.` }), field(t`Password`, password, { name: "password", hint: t`Kept until the office ends, and nowhere else.` })),
    field(t`Text`, words, { name: "text" }), make("div", "", { className: "row" }, begin, files),
    make("p", t`As files, the mails are in one ZIP file, for your own mail program to send. The office then sends nothing, and counts nothing as sent.`, { className: "lead" }));
  const pause = button(t`Pause`, "", () => alone(pause, () => act("pause", {}))), goOn = button(t`Go on`, "", () => alone(goOn, () => act("", {})), "strong");
  const row = make("div", "", { className: "row" }, pause, goOn);
  const element = make("div", "", { className: "stack" }, make("h2", t`Send tickets by mail`, { tabIndex: -1 }), said, progress, row, undelivered, form);
  let timer, turn = 0;

  const address = (what) => `/office/events/${event}/mail${what && `/${what}`}`;

  async function act(what, body) {
    const { value, problem } = await fetched(address(what), body);
    if (problem) return problem.type !== "no-answer" && say(problem.text);
    show(value);
  }

  /** Tickets of which something is to be decided: a list, and a button that lets them be sent again. */
  function undeliveredPart(kind, title, advice, { count: all, tickets }) {
    if (!all) return [];
    const again = twice(t`Send these again`, "", () => act("again", { kind }));
    const line = ({ id, name, address, reply }) => make("li", "", {}, make("a", "", { href: `#tickets/${event}/${id}` }, make("bdi", name || address || t`No name`)), make("small", [name && address, reply && t`reply ${reply}`].filter(Boolean).join(" · ")));
    const more = all > tickets.length ? [make("li", t`and ${number(all - tickets.length)} more`)] : [];
    return [make("details", "", { className: "card", open: all < 6 }, make("summary", `${count(all, "ticket")} ${title}`), make("div", "", { className: "stack" }, make("p", advice), make("ul", "", { className: "plainList" }, ...tickets.map(line), ...more), make("div", "", { className: "row" }, again)))];
  }

  function show(value) {
    turn += 1;
    const { mails, tickets, sent, unaddressed, refused, unknown, sending, canGoOn } = value;
    const isRunning = sending?.state === "running";
    said.textContent = [mails ? isRunning ? "" : t`${count(mails, "mail")} with ${count(tickets, "ticket")} to send.` : isRunning ? "" : t`Nothing is to be sent.`, sent && t`${count(sent, "ticket")} sent.`,
      unaddressed && t`${count(unaddressed, "ticket")} without an e-mail address.`].filter(Boolean).join(" ");
    progress.replaceChildren(...(sending ? [progressOf(sending)] : []));
    pause.hidden = !isRunning;
    goOn.hidden = isRunning || !canGoOn || !mails;
    row.hidden = pause.hidden && goOn.hidden;
    form.hidden = isRunning;
    begin.textContent = mails ? t`Send ${count(mails, "mail")}` : t`Send`;
    begin.disabled = files.disabled = !mails;
    if (!isRunning) undelivered.replaceChildren(...undeliveredPart("refused", t`refused by the mail server`, t`The address may be wrong, or the mailbox is full. Correct the address in your list and import it again, or try once more.`, refused),
      ...undeliveredPart("unknown", t`may have arrived`, t`The connection failed while the server took these. Ask the guests, or send them again: they may get the same ticket twice, and it admits once.`, unknown));
    clearTimeout(timer);
    if (isRunning && element.checkVisibility()) timer = setTimeout(load, interval);
  }

  async function load() {
    if (!said.textContent) said.textContent = t`Counting …`;
    const mine = turn += 1, { value, problem } = await fetched(address(""));
    // Another answer came meanwhile, or is still to come: it knows of mails whose sending has begun since.
    if (mine !== turn) return;
    if (value) show(value);
    else if (problem.type !== "no-answer") said.textContent = problem.text;
  }

  /** The sender and the text alone matter; the server is not asked. */
  async function downloadFiles() {
    clearWrong(form);
    const { value, problem } = await fetched(address("files"), { from: from.value, text: words.value });
    if (problem) return showWrong(form, problem);
    make("a", "", { href: `/office/mail-files/${value.file}`, download: "" }).click();
    say(t`${count(value.mails, "mail")} in a ZIP file.`);
  }

  form.onsubmit = (submitted) => {
    submitted.preventDefault();
    alone(form, async () => {
      clearWrong(form);
      const by = { server: server.value, user: user.value, password: password.value, from: from.value, text: words.value };
      const { value, problem } = await fetched(address(""), { by });
      if (problem) return showWrong(form, problem);
      localStorage.setItem(memory, JSON.stringify({ server: server.value, user: user.value, from: from.value }));
      show(value);
      element.querySelector("h2").focus();
    });
  };
  return {
    element,
    shown: load,
    isUnsaved: () => Boolean(words.value),
  };
}
