// The page's connection to the door: delivers events, and reports when they stop arriving.

/**
 * Follows a stream of server-sent events and reconnects whenever it breaks.
 *
 * @param {string} path - The stream's path.
 * @param {number} timeout - Milliseconds without an event or pulse after which the connection counts as lost.
 * @param {{state: Function, verdict: Function, undone: Function, queue: Function, lost: Function, alive: Function}} page - `state`, `verdict`, `undone`
 *     and `queue` get the message; `alive` gets the box's clock minus ours, in milliseconds, with every event or pulse.
 */
export function follow(path, timeout, page) {
  let source, watchdog, run;

  const open = () => {
    clearTimeout(watchdog);
    source?.close();
    source = new EventSource(path);
    source.onerror = () => {
      page.lost();
      // The browser reconnects by itself, but not after a response that is not a stream.
      if (source.readyState === EventSource.CLOSED) watch(1000);
    };
    for (const name of ["state", "verdict", "undone", "queue", "pulse"]) source.addEventListener(name, receive);
    watch(timeout);
  };

  const watch = (milliseconds) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { page.lost(); open(); }, milliseconds);
  };

  const receive = (event) => {
    watch(timeout);
    const sender = event.lastEventId.split("-")[0];
    // Another run of the program may serve other pages.
    if (run && run !== sender) return location.reload();
    run = sender;
    const message = JSON.parse(event.data);
    page.alive(message.now - Date.now());
    page[event.type]?.(message);
  };

  open();
}
