// During the event: the figures as they change, what is wrong, and messages to the gates.
import { ask, eventOf, fetched, isFor } from "./asking.js";
import { liveView } from "./live.js";
import { make } from "./page.js";
import { heading } from "./parts.js";
import { t, translated } from "./words.js";

/** How often the office is asked, in milliseconds. */
const pace = 1000;

/** The view: a page has one, which shows the event whose part is open. */
let view, shownAt, timer, version = "";

function built() {
  const live = liveView({
    ask,
    doubles: (event, before) => `/office/events/${event}/doubles?${new URLSearchParams({ before })}`,
    async send({ event, ...message }) {
      const isSent = await ask(`/office/events/${event}/messages`, message);
      if (isSent) follow();
      return isSent;
    },
    exported: (event, table) => `/office/events/${event}/tables/${table}`,
    ticket: (id, event, text) => make("a", text, { href: `#tickets/${event}/${id}` }),
    noBoxes: t`No other box has sent anything to this machine yet.`,
    messageHint: t`A door on this machine shows it at once, boxes of a hub within seconds, and others with their next file.`,
  });
  const { figures, alerts, arrivals, inside, refusals, message, machines, twice, daily } = live.parts;
  const trouble = make("p", "", { className: "notice", ariaLive: "polite", hidden: true });
  return { live, trouble, grid: make("div", "", { className: "live" }, figures, alerts, arrivals, inside, refusals, message, twice, machines, daily) };
}

/** Asks for the figures of the event that is shown, and again as long as its part is open. */
async function follow() {
  clearTimeout(timer);
  const { id, page } = shownAt;
  if (page.hidden) return;
  // What nobody looks at is not counted.
  if (document.hidden) return void (timer = setTimeout(follow, pace));
  const { value } = await fetched(`/office/events/${id}/during?${new URLSearchParams({ version })}`);
  if (shownAt.id !== id) return;
  if (value?.state) {
    ({ version } = value);
    const { state, now } = value;
    view.trouble.hidden = !state.trouble;
    view.trouble.textContent = translated(state.trouble) ?? "";
    view.live.show({ state, now, sends: isFor("desk"), exports: isFor("desk") });
  } else if (value) {
    view.live.tick(Date.now());
  }
  clearTimeout(timer);
  timer = setTimeout(follow, pace);
}

/** Builds what an event shows while it runs; see office.js. */
export function openDuring(page, id) {
  const { name } = eventOf(id);
  page.append(heading(t`During the event`, t`What happens at ${name}, as this machine knows it.`));

  function shown() {
    view ??= built();
    if (shownAt?.id !== id) version = "";
    shownAt = { id, page };
    page.append(view.trouble, view.grid);
    follow();
  }
  return { shown, back: shown };
}
