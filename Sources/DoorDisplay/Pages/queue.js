// The guests who wait for staff: the list that every staff page of this door shows.
import { $, age, make } from "./page.js";

/** After someone has left the list, taps on it are ignored for so long, in milliseconds: a finger may be on its way. */
const settling = 500;

/**
 * Keeps and shows the guests who wait, the one who has waited longest first.
 *
 * @param {string} page - This page's name, by which it knows whom it handles itself.
 * @param {{fill: Function, line: Function, text: object, now: Function, open: Function}} desk - `fill` puts values into a text, `line`
 *     joins facts, `now` returns the door's time in milliseconds, and `open` opens a guest's ticket.
 */
export function guestQueue(page, { fill, line, text, now, open }) {
  let guests = [], unlisted = 0, movedAt = -settling;
  const rows = new Map();

  const isElsewhere = (guest) => Boolean(guest.handler) && guest.page !== page;

  /** Whether another guest has the same name, so that a name alone is no answer. */
  const hasNamesake = ({ verdict }) => guests.filter((other) => other.verdict.holder === verdict.holder).length > 1;

  function makeRow() {
    const row = make("li"), button = make("button", "", { type: "button" });
    const name = make("b", "", { dir: "auto" }), why = make("small"), who = make("small", "", { className: "with" });
    const mark = make("span", "", { className: "mark" }), time = make("time", "", { dir: "ltr" }), key = make("kbd", "Enter", { hidden: true });
    mark.dataset.style = "ask";
    button.append(mark, make("span", "", { className: "words" }, name, why, who), key, time);
    row.append(button);
    return { row, button, name, why, who, time, key };
  }

  /** Fills in a row, and touches only what has changed: what a finger is over stays where it is. */
  function fillRow(parts, guest) {
    const { verdict } = guest, put = (element, words) => { if (element.textContent !== words) element.textContent = words; };
    const short = verdict.ticket.slice(0, 8);
    put(parts.name, verdict.holder || verdict.tier || short);
    put(parts.why, line(verdict.sentence, verdict.holder && verdict.tier, hasNamesake(guest) && short));
    put(parts.who, isElsewhere(guest) ? fill(text.handledBy, { name: guest.handler }) : "");
    put(parts.time, age(now() - guest.since, "minute"));
    parts.row.toggleAttribute("data-elsewhere", isElsewhere(guest));
    if (guest.page === page) parts.button.setAttribute("aria-current", "true");
    else parts.button.removeAttribute("aria-current");
    parts.button.onclick = () => { if (performance.now() - movedAt > settling) open(guest); };
  }

  function show() {
    for (const [number, parts] of rows) {
      if (guests.some((guest) => guest.number === number)) continue;
      parts.row.remove();
      rows.delete(number);
    }
    for (const guest of guests) {
      const isNew = !rows.has(guest.number), parts = isNew ? makeRow() : rows.get(guest.number);
      rows.set(guest.number, parts);
      fillRow(parts, guest);
      if (isNew) $("guests").append(parts.row);
    }
    $("waitingCount").textContent = guests.length || "";
    $("nobody").hidden = guests.length > 0;
    $("unlisted").textContent = unlisted ? fill(guests.length >= 100 ? text.queueFull : text.unlisted, { count: unlisted }) : "";
  }

  const later = (one, other) => one.since - other.since || one.number - other.number;

  return {
    /** Replaces all: the page has just connected. */
    reset(all, count) {
      if (guests.some((guest) => !all.some((other) => other.number === guest.number))) movedAt = performance.now();
      [guests, unlisted] = [all, count];
      show();
    },
    /** Applies one change. */
    change({ waits, left, unlisted: count }) {
      if (left !== undefined && rows.has(left)) movedAt = performance.now();
      guests = guests.filter((guest) => guest.number !== left && guest.number !== waits?.number);
      if (waits) guests = [...guests, waits].sort(later);
      unlisted = count;
      show();
    },
    /** The first guest whom no one else handles. */
    next: () => guests.find((guest) => !isElsewhere(guest)),
    /** The guest who waits with a ticket. */
    withTicket: (ticket) => guests.find((guest) => guest.verdict.ticket === ticket),
    /** Shows at whom Enter points. */
    point(guest) {
      for (const [number, parts] of rows) parts.key.hidden = number !== guest?.number;
    },
    show,
  };
}
