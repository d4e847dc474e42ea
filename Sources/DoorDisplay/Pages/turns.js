// The order in which verdicts are shown: simultaneous ones appear one after the other.

/**
 * The minimum time that a verdict is shown, in milliseconds: two guests in front of one camera must both see theirs,
 * and so must staff. Codes that are not ours, and repetitions, are replaced at once.
 */
const least = { admit: 1500, exit: 1500, checked: 1500, used: 1500, refuse: 1500, ask: 1500, again: 0, quiet: 0 };
/** The dark pause between two similar verdicts, in milliseconds, which shows that the second one is new. */
const gap = 250;
const isGood = (verdict) => !["used", "refuse", "ask"].includes(verdict.style);
/** The maximum number of waiting verdicts; beyond it the oldest are only listed, so the page does not lag behind. */
const mostWaiting = 3;

/**
 * Keeps the current verdict and a queue of the next ones.
 *
 * @param {(style: string) => number} hold - Milliseconds that a style is shown if nothing replaces it.
 * @param {(verdict?: object) => void} show - Shows a verdict, or none.
 * @returns {{add: Function, fill: Function, end: Function, clear: Function, remove: Function}} `add` adds a new
 *     verdict, `fill` the door's last ones with the newest first; `end` ends the current verdict, `clear` ends all,
 *     and `remove` ends those that match a predicate, such as an entry that was undone.
 */
export function takeTurns(hold, show) {
  let current, waiting = [], timer;

  const age = () => performance.now() - current.since;

  /** Schedules the next change. */
  const plan = () => {
    if (current?.isDark) return;
    clearTimeout(timer);
    if (!current) return;
    const end = waiting.length ? Math.min(least[current.verdict.style], current.hold) : current.hold;
    timer = setTimeout(turn, Math.max(0, end - age()));
  };

  const turn = () => {
    clearTimeout(timer);
    const last = current?.verdict.style;
    const next = waiting.shift();
    current = undefined;
    if (!next) return show();
    if (next.style === last) {
      show();
      current = { verdict: next, since: performance.now() + gap, hold: hold(next.style), isDark: true };
      timer = setTimeout(() => begin(next), gap);
      return;
    }
    begin(next);
  };

  const begin = (verdict, shownFor = 0) => {
    current = { verdict, since: performance.now() - shownFor, hold: hold(verdict.style) };
    show(verdict);
    plan();
  };

  const add = (verdict) => {
    if (!current) return begin(verdict);
    const isProtected = age() < least[current.verdict.style];
    // A menu next to a ticket, or a poster on the wall behind the guest.
    if (verdict.style === "quiet" && (isProtected || waiting.length)) return;
    waiting.push(verdict);
    // Good verdicts are dropped before refusals.
    while (waiting.length > mostWaiting) waiting.splice(Math.max(waiting.findIndex(isGood), 0), 1);
    if (!isProtected && waiting.length === 1) return turn();
    plan();
  };

  /** Behaves as if each verdict had arrived at its own time; `now` is the door's clock. */
  const fill = (verdicts, now) => {
    let last, start = 0;
    const later = [];
    for (const verdict of [...verdicts].reverse()) {
      const isProtected = last && verdict.at < start + least[last.style];
      if (verdict.style === "quiet" && isProtected) continue;
      const begins = isProtected ? start + least[last.style] : verdict.at;
      if (begins > now) {
        later.push(verdict);
        continue;
      }
      [last, start] = [verdict, begins];
    }
    if (!last || now - start >= hold(last.style)) return;
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
