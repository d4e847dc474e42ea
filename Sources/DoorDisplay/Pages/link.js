// The page's link to the door: events as they come, and the truth when they stop coming.

/**
 * Follows a stream of server-sent events and opens it again whenever it breaks.
 *
 * @param {string} path - Of the stream.
 * @param {number} patience - Milliseconds without a sign of the door after which the link counts as lost.
 * @param {{state: Function, verdict: Function, undone: Function, lost: Function, alive: Function}} page - `state`, `verdict` and
 *     `undone` get the message; `alive` gets the box's clock minus ours, in milliseconds, with every sign of the door.
 */
export function follow(path, patience, page) {
  let source, watchdog, run;

  const open = () => {
    clearTimeout(watchdog);
    source?.close();
    source = new EventSource(path);
    source.onerror = () => {
      page.lost();
      // The browser tries again by itself, but not after an answer that is no stream.
      if (source.readyState === EventSource.CLOSED) watch(1000);
    };
    for (const name of ["state", "verdict", "undone", "pulse"]) source.addEventListener(name, receive);
    watch(patience);
  };

  const watch = (milliseconds) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { page.lost(); open(); }, milliseconds);
  };

  const receive = (event) => {
    watch(patience);
    const sender = event.lastEventId.split("-")[0];
    // Another run of the program may bring other pages.
    if (run && run !== sender) return location.reload();
    run = sender;
    const message = JSON.parse(event.data);
    page.alive(message.now - Date.now());
    page[event.type]?.(message);
  };

  open();
}
