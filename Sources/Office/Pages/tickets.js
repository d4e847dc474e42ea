// The tickets: find one, open it, add one, print them.
import { ask, eventOf, fetched, isFor, whenChanged } from "./asking.js";
import { mailPanel } from "./mail.js";
import { make } from "./page.js";
import { field, heading, icon, link, mark, paused, select } from "./parts.js";
import { printPanel } from "./print.js";
import { sellPanel } from "./sell.js";
import { ticketPanel } from "./ticket.js";
import { count, number, statuses, t } from "./words.js";

/** The marks of statuses; guests who have entered are marked as admitted, those who are to come by a dot. */
const marks = { unpaid: "ask", blocked: "used", revoked: "refuse" };

function ticketLink(event, ticket, isOpen) {
  const { id, name, number: short, reference, tier, status, admits, entries } = ticket;
  const inside = entries ? t`${number(entries)} of ${number(admits)} in` : admits > 1 ? count(admits, "person", "people") : "";
  const entry = make("a", "", { href: `#tickets/${event}/${id}`, className: "ticketLink" }, mark(marks[status] ?? (entries ? "admit" : "coming")),
    make("span", "", { className: "who" }, make("b", "", {}, make("bdi", name || reference || short)), make("small", [tier, name && reference, short].filter(Boolean).join(" · "))),
    make("span", "", { className: "side" }, ...(status === "valid" ? [] : [make("span", statuses[status] ?? status, { className: "tag" })]), make("small", inside)));
  if (isOpen) entry.ariaCurrent = "true";
  return make("li", "", {}, entry);
}

/** The search with its filters; `open` returns the identifier of the ticket that is open. */
function finder(id, open) {
  const query = make("input", "", { type: "search", maxLength: 500, autocomplete: "off", spellcheck: false, placeholder: t`Name, order, or number` });
  const tier = select([["", t`All tiers`]], "", { ariaLabel: t`Tier` });
  const status = select([["", t`Any status`], ...Object.entries(statuses)], "", { ariaLabel: t`Status` });
  const entered = select([["", t`All guests`], ["yes", t`Entered`], ["no", t`Not entered`]], "", { ariaLabel: t`Entered` });
  const list = make("ul", "", { className: "ticketList" }), said = make("p", "", { className: "lead", role: "status" });
  const more = make("button", t`Show more`, { type: "button", hidden: true, onclick: () => search(true) });
  let found = [], next, latest = 0;

  function filters() {
    const chosen = { text: query.value.trim(), tier: tier.value || undefined, status: status.value || undefined, entered: { yes: true, no: false }[entered.value] };
    return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  }

  function show(isLooking) {
    list.replaceChildren(...found.map((ticket) => ticketLink(id, ticket, ticket.id === open())));
    more.hidden = !next || isLooking;
    const words = isLooking ? t`${count(found.length, "ticket")} so far …` : found.length ? next ? t`${count(found.length, "ticket")}, and more` : count(found.length, "ticket") : t`No ticket matches.`;
    said.textContent = words;
  }

  /** Searches for what is typed and chosen; only the last of several answers counts. */
  async function search(isMore) {
    const ticking = latest += 1;
    const shown = isMore ? found.length : 0, goal = shown + 50;
    // A filter that selects few of many tickets takes the server several answers.
    for (let after = isMore ? next : undefined, some = isMore ? found : []; some.length < goal;) {
      const { value } = await fetched(`/office/events/${id}/tickets`, { ...filters(), limit: goal - some.length, after });
      if (!value || ticking !== latest) return;
      found = some = [...some, ...value.tickets];
      next = after = value.next;
      show(Boolean(next) && some.length < goal);
      if (!next) break;
    }
    if (isMore) list.children[shown]?.querySelector("a").focus();
  }

  async function showTiers() {
    const value = await ask(`/office/events/${id}`);
    if (!value) return { tiers: [] };
    const chosen = tier.value, names = value.tiers.map(({ name }) => name);
    tier.replaceChildren(make("option", t`All tiers`, { value: "" }), ...names.map((name) => make("option", name, { value: name })));
    tier.value = names.includes(chosen) ? chosen : "";
    return value;
  }

  query.oninput = paused(() => search(), 200);
  query.onkeydown = (event) => {
    if (event.key === "Enter" && found.length) list.querySelector("a").click();
  };
  for (const filter of [tier, status, entered]) filter.onchange = () => search();
  const element = make("section", "", { className: "finder" }, field(t`Find a ticket`, query), make("div", "", { className: "filters" }, tier, status, entered), said, list, more);
  return { element, search, showTiers, showOpen: show, query };
}

/** Builds the tickets of an event; see office.js. */
export function openTickets(page, id) {
  let open, isLoaded = false;
  const side = make("section", "", { className: "detail", ariaLabel: t`Ticket` }), find = finder(id, () => open);
  const back = link(t`All tickets`, "back", `#tickets/${id}`, { className: "quiet backLink" });
  const panels = {};
  let rules = { tiers: [] };

  const nothing = () => make("div", "", { className: "nothing" }, icon("tickets"), make("p", isFor("organiser") ? t`Choose a ticket to see its story, or to block, revoke, or reissue it.` : t`Choose a ticket to see its story, or to block it.`));
  const changed = () => find.search();

  /** The panel for what the address names; forms stay as they were left. */
  function panel() {
    if (["print", "mail"].includes(open) && !isFor("organiser")) return { element: nothing() };
    if (open === "print") return panels.print ??= printPanel(id);
    if (open === "mail") return panels.mail ??= mailPanel(id);
    if (open === "new") return panels.new ??= sellPanel(id, { sold: changed, close: () => { delete panels.new; } });
    return open ? ticketPanel(id, open, changed) : { element: nothing() };
  }

  /** Tells a panel what the event has. */
  function tell(panel) {
    panel.tiers?.(rules.tiers);
    panel.leaveOut?.(rules.leftOut);
  }

  function showSide(isFocused) {
    const shown = panel();
    tell(shown);
    side.replaceChildren(...(open ? [back] : []), shown.element);
    shown.shown?.();
    page.querySelector(".finderSplit").toggleAttribute("data-open", Boolean(open));
    if (isFocused && open) (side.querySelector("h2, form input") ?? side).focus({ preventScroll: true });
    if (isFocused && open && innerWidth < 1000) scrollTo(0, 0);
  }

  page.append(heading(t`Tickets`, "", link(t`Add a ticket`, "plus", `#tickets/${id}/new`, { className: isFor("organiser") ? "" : "strong" }),
    ...(isFor("organiser") ? [link(t`Send`, "mail", `#tickets/${id}/mail`), link(t`Print`, "print", `#tickets/${id}/print`, { className: "strong printLink" })] : [])),
    make("div", "", { className: "finderSplit" }, find.element, side));
  function showCount() {
    const event = eventOf(id);
    if (event) page.querySelector(".lead").textContent = event.tickets === undefined ? t`Counting …` : event.tickets ? t`${count(event.tickets, "ticket")}, ${number(event.entered)} entered` : isFor("organiser") ? t`No tickets yet: import a guest list, or add one.` : t`No tickets yet.`;
  }
  whenChanged(() => { if (!page.hidden) showCount(); });

  async function load() {
    find.search();
    rules = await find.showTiers();
    for (const panel of Object.values(panels)) tell(panel);
  }

  return {
    shown: ([what], { isSame }) => {
      const isOther = what !== open;
      open = what;
      showCount();
      if (!isSame || !isLoaded) load();
      else find.showOpen();
      if (isOther || !isLoaded) showSide(isLoaded);
      page.querySelector(".printLink")?.classList.toggle("strong", !open);
      isLoaded = true;
    },
    back: load,
    isUnsaved: () => Boolean(panels.new?.isUnsaved() || panels.mail?.isUnsaved()),
  };
}
