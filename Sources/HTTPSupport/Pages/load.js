// Loads the page again if one of its files did not arrive: the program may end while a page loads, or the network fail.
// It stands within each page, since a file of its own could be the one that is missing.
{
  /** Loads the page again once a file of it is there; one that never is changes nothing. */
  const loadOnceThere = (file) => setTimeout(async () => {
    const answer = await fetch(file, { cache: "no-store", signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) location.reload(); else loadOnceThere(file);
  }, 1000);
  addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement) loadOnceThere(target.src);
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") loadOnceThere(target.href);
  }, true);
  // Some requests get no answer and no error when the network fails.
  setTimeout(() => { if (document.readyState !== "complete") loadOnceThere(location.href); }, 60_000);
}
