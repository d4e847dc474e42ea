// Whose turn it is to be shown: verdicts that come at once are seen one after the other.

/**
 * How long a verdict keeps the page to itself, in milliseconds: two guests before one camera must both see theirs, and
 * staff too. What is no ticket of ours, and what was said before, give way at once.
 */
const least = { admit: 1500, exit: 1500, checked: 1500, used: 1500, refuse: 1500, ask: 1500, again: 0, quiet: 0 };
/** The dark moment between two verdicts that look alike, so that the second one is seen to be another. */
const gap = 250;
const isGood = (verdict) => !["used", "refuse", "ask"].includes(verdict.look);
/** Verdicts that wait; beyond it those that wait the longest are only listed. A page is never far behind the door. */
const mostWaiting = 3;

/**
 * Keeps the verdict that is shown and those that wait for their turn.
 *
 * @param {(look: string) => number} hold - Milliseconds that a look is shown if nothing takes its place.
 * @param {(verdict?: object) => void} show - Shows a verdict, or that there is none.
 * @returns {{add: Function, fill: Function, end: Function, clear: Function, remove: Function}} `add` takes a verdict that
 *     came just now, `fill` the door's last ones with the newest first; `end` ends the one that is shown, `clear` all,
 *     and `remove` those that a test picks, such as an entry that was undone.
 */
export function takeTurns(hold, show) {
  let current, waiting = [], timer;

  const age = () => performance.now() - current.since;

  /** Looks again when something is due. */
  const plan = () => {
    if (current?.isDark) return;
    clearTimeout(timer);
    if (!current) return;
    const end = waiting.length ? Math.min(least[current.verdict.look], current.hold) : current.hold;
    timer = setTimeout(turn, Math.max(0, end - age()));
  };

  const turn = () => {
    clearTimeout(timer);
    const last = current?.verdict.look;
    const next = waiting.shift();
    current = undefined;
    if (!next) return show();
    if (next.look === last) {
      show();
      current = { verdict: next, since: performance.now() + gap, hold: hold(next.look), isDark: true };
      timer = setTimeout(() => begin(next), gap);
      return;
    }
    begin(next);
  };

  const begin = (verdict, shownFor = 0) => {
    current = { verdict, since: performance.now() - shownFor, hold: hold(verdict.look) };
    show(verdict);
    plan();
  };

  const add = (verdict) => {
    if (!current) return begin(verdict);
    const isProtected = age() < least[current.verdict.look];
    // A menu beside a ticket, or a poster on the wall behind the guest.
    if (verdict.look === "quiet" && (isProtected || waiting.length)) return;
    waiting.push(verdict);
    // What was refused is seen before what was not.
    while (waiting.length > mostWaiting) waiting.splice(Math.max(waiting.findIndex(isGood), 0), 1);
    if (!isProtected && waiting.length === 1) return turn();
    plan();
  };

  /** The same as if each had come at its time; `now` by the door's clock. */
  const fill = (verdicts, now) => {
    let last, start = 0;
    const later = [];
    for (const verdict of [...verdicts].reverse()) {
      const isProtected = last && verdict.at < start + least[last.look];
      if (verdict.look === "quiet" && isProtected) continue;
      const begins = isProtected ? start + least[last.look] : verdict.at;
      if (begins > now) {
        later.push(verdict);
        continue;
      }
      [last, start] = [verdict, begins];
    }
    if (!last || now - start >= hold(last.look)) return;
    clear();
    waiting = later.slice(-mostWaiting);
    begin(last, now - start);
  };

  const end = () => { if (current) turn(); };

  const clear = () => {
    clearTimeout(timer);
    [current, waiting] = [undefined, []];
    show();
  };

  const remove = (isGone) => {
    waiting = waiting.filter((verdict) => !isGone(verdict));
    if (current && isGone(current.verdict)) turn();
    else plan();
  };

  return { add, fill, end, clear, remove };
}
