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
    sessionStorage.setItem("sale", JSON.stringify({ id: sale.id, isOpen: !form.hidden, hasTyped, tier: tier.value, people: people.value, name: name.value, isPaid: isPaid(), why: why.value }));
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

  /** Chooses a tier, and whether it is paid; what the door does not sell any more is not chosen, and nothing in its place. */
  function choose(name, isPaid) {
    tier.selectedIndex = [...tier.options].findIndex((option) => option.value === name);
    $("saleTierField").hidden = !offer.tiers.length && isChosen();
    $("salePaid").checked = isPaid && offer.takesPayment;
    $("saleFree").checked = !isPaid;
  }

  const isChosen = () => tier.selectedIndex >= 0 && ($("salePaid").checked || $("saleFree").checked);

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
    choose(tier.options[0]?.value, offer.takesPayment);
    hasTyped = false;
    showObjections("", "");
    proposePeople();
  }

  /** Fills in what was typed before the page was loaded again. */
  function restore() {
    const kept = JSON.parse(sessionStorage.getItem("sale") ?? "null");
    if (!kept) return;
    // Whoever reads this page now has not read what the rules objected to: the door says it again.
    sale = { id: kept.id, accepted: "" };
    hasTyped = kept.hasTyped;
    choose(kept.tier, kept.isPaid);
    [people.value, name.value, why.value] = [kept.people, kept.name, kept.why];
    showReason();
    form.hidden = !kept.isOpen;
    $("sell").hidden = kept.isOpen;
  }

  /** The button keeps the focus while it takes nothing. */
  function showBusy() {
    $("saleDo").ariaDisabled = isBusy("sale");
  }

  async function sell() {
    if (!isChosen()) {
      say(text.notSoldNow);
      return (tier.selectedIndex < 0 ? tier : $("saleFree")).focus();
    }
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
      const isFirst = !offer.isOffered, chosen = { tier: tier.value, isPaid: isPaid(), isChosen: isChosen() };
      offer = value;
      tier.replaceChildren(...(offer.people === undefined ? [] : [make("option", text.noTier, { value: "" })]), ...offer.tiers.map((one) => make("option", one.name, { value: one.name })));
      people.max = offer.mostPeople;
      $("salePaid").disabled = !offer.takesPayment;
      if (isFirst && offer.isOffered) {
        clear();
        restore();
      } else {
        choose(chosen.tier, chosen.isPaid);
        if (chosen.isChosen && !isChosen()) {
          showObjections("", "");
          if (!form.hidden) say(text.notSoldNow);
        }
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
