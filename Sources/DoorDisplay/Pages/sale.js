// A sale at the door: guests without a ticket pay, and enter at once.
import { $, ignoreRepeats, make, say } from "./page.js";

/** Returns a name for a sale that no other has; `randomUUID` is there on encrypted pages only. */
const newName = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Shows the form with which tickets are sold at the door, if the door may sell any.
 *
 * @param {{text: object, fetched: Function, run: Function, isBusy: Function, gate: () => string, show: (ticket: string) => void}} desk - `run` does
 *     one action at a time, `gate` returns the gate as it is shown, and `show` opens a ticket.
 */
export function doorSale({ text, fetched, run, isBusy, gate, show }) {
  const tier = $("saleTier"), people = $("salePeople"), name = $("saleName"), why = $("saleWhy"), form = $("saleForm");
  let offer = { isOffered: false, tiers: [] }, isEntry = true, hasTyped = false;
  /** The sale that is typed. One that is sent again, because its answer was lost, keeps its name and is done once. */
  let sale = { id: newName(), accepted: "" };

  const isPaid = () => $("salePaid").checked;

  /** Keeps what is typed, for the time after the page is loaded again or its session has ended. */
  function keep() {
    sessionStorage.setItem("sale", JSON.stringify({ ...sale, isOpen: !form.hidden, hasTyped, tier: tier.value, people: people.value, name: name.value, isPaid: isPaid(), why: why.value }));
  }

  /** Shows the field for a reason where one is needed. */
  function showReason() {
    $("saleReason").hidden = isPaid() && !sale.accepted;
  }

  function showObjections(words, accepted) {
    $("saleObjections").textContent = words;
    sale.accepted = accepted;
    showReason();
  }

  /** Proposes as many people as a ticket of the tier admits, unless a number was typed. */
  function proposePeople() {
    const admits = offer.tiers.find((one) => one.name === tier.value)?.people ?? offer.people ?? 1;
    if (!hasTyped) people.value = admits;
  }

  function open(isOpen) {
    form.hidden = !isOpen;
    $("sell").hidden = isOpen;
    keep();
    if (isOpen) (tier.options.length > 1 ? tier : people).focus({ preventScroll: true });
  }

  function clear() {
    sale = { id: newName(), accepted: "" };
    form.reset();
    $("salePaid").checked = offer.takesPayment;
    $("saleFree").checked = !offer.takesPayment;
    hasTyped = false;
    showObjections("", "");
    proposePeople();
  }

  /** Fills in what was typed before the page was loaded again. */
  function restore() {
    const kept = JSON.parse(sessionStorage.getItem("sale") ?? "null");
    if (!kept) return;
    sale = { id: kept.id, accepted: kept.accepted };
    hasTyped = kept.hasTyped;
    if ([...tier.options].some((option) => option.value === kept.tier)) tier.value = kept.tier;
    [people.value, name.value, why.value] = [kept.people, kept.name, kept.why];
    $("salePaid").checked = kept.isPaid && offer.takesPayment;
    $("saleFree").checked = !$("salePaid").checked;
    showReason();
    form.hidden = !kept.isOpen;
    $("sell").hidden = kept.isOpen;
  }

  /** The button keeps the focus while it takes nothing. */
  function showBusy() {
    $("saleDo").ariaDisabled = isBusy("sale");
  }

  async function sell() {
    if (!why.value.trim() && !$("saleReason").hidden) {
      say(text.enterReason);
      return why.focus();
    }
    const asked = { sale: sale.id, gate: gate(), tier: tier.value, people: Number(people.value), name: name.value.trim(), isPaid: isPaid(), why: $("saleReason").hidden ? "" : why.value.trim(), accepted: sale.accepted };
    const { value, problem } = await fetched("/staff/sell", asked);
    if (problem?.type === "no-answer") return say(text.actionUnanswered);
    if (problem?.objections) {
      showObjections(problem.text, problem.objections);
      keep();
      return why.focus();
    }
    if (problem) {
      say(problem.text);
      return problem.type === "reason-needed" && why.focus();
    }
    if (!value) return;
    clear();
    open(false);
    $("sell").focus({ preventScroll: true });
    say(value.said);
    if (value.ticket) show(value.ticket);
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    run("sale", sell);
  };
  ignoreRepeats(form);
  form.oninput = (event) => {
    if (event.target === people) hasTyped = people.value !== "";
    if (event.target === tier) proposePeople();
    // What the rules objected to may not hold for another sale.
    if ([tier, people].includes(event.target)) showObjections("", "");
    showReason();
    keep();
  };
  $("sell").onclick = () => open(true);
  $("saleClose").onclick = () => { open(false); $("sell").focus(); };

  return {
    showBusy,
    /** Shows what the door may sell now. */
    async refresh() {
      const { value } = await fetched("/staff/sales");
      if (!value) return;
      const isFirst = !offer.isOffered, chosen = tier.value;
      offer = value;
      tier.replaceChildren(...(offer.people === undefined ? [] : [make("option", text.noTier, { value: "" })]), ...offer.tiers.map((one) => make("option", one.name, { value: one.name })));
      if ([...tier.options].some((option) => option.value === chosen)) tier.value = chosen;
      $("saleTierField").hidden = !offer.tiers.length;
      people.max = offer.mostPeople;
      $("salePaid").disabled = !offer.takesPayment;
      if (isFirst && offer.isOffered) {
        clear();
        restore();
      }
      $("sale").hidden = !offer.isOffered || !isEntry;
    },
    /** Shows the form only at a gate at which guests enter. */
    showAt(direction) {
      isEntry = direction === "entry";
      $("sale").hidden = !offer.isOffered || !isEntry;
    },
    /** Closes the form if it is open, and the cursor in it or no ticket open; returns whether it was. What was typed stays. */
    dismiss(isTicketOpen) {
      if (form.hidden || isTicketOpen && !form.contains(document.activeElement)) return false;
      open(false);
      $("sell").focus();
      return true;
    },
    forget: () => sessionStorage.removeItem("sale"),
  };
}
