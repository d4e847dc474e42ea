// A ticket for somebody who is not on the list.
import { fetched, update } from "./asking.js";
import { make, say } from "./page.js";
import { alone, check, clearWrong, field, select, showWrong } from "./parts.js";
import { t } from "./words.js";

/**
 * Returns the form that adds a ticket.
 *
 * @param {string} event - The event.
 * @param {{sold: () => void, close: () => void}} then - What follows a sale.
 */
export function sellPanel(event, { sold, close }) {
  const name = make("input", "", { maxLength: 200, autocomplete: "off" }), reference = make("input", "", { maxLength: 200, autocomplete: "off" });
  const tier = select([["", t`No tier`]]), admits = make("input", "", { type: "number", min: 1, max: 1000, placeholder: t`as the tier` });
  const note = make("input", "", { maxLength: 500, autocomplete: "off" }), { box: paid, label: paidLabel } = check(t`Paid`, { checked: true });
  const form = make("form", "", { className: "stack", noValidate: true }, make("h2", t`Add a ticket`, { tabIndex: -1 }),
    field(t`Name`, name, { name: "name", hint: t`May stay empty.` }),
    make("div", "", { className: "pair" }, field(t`Tier`, tier, { name: "tier" }), field(t`People`, admits, { name: "admits" })),
    field(t`Order or invoice`, reference, { name: "reference" }), field(t`What staff check`, note, { name: "note" }), paidLabel,
    make("div", "", { className: "row" }, make("button", t`Add the ticket`, { className: "strong" })));

  // One that is sent again, because its answer was lost, makes no second ticket.
  let sale = crypto.randomUUID();

  form.onsubmit = (submitted) => {
    submitted.preventDefault();
    alone(form, async () => {
      clearWrong(form);
      const { value, problem } = await fetched(`/office/events/${event}/sell`, { sale, name: name.value.trim(), reference: reference.value.trim() || undefined,
        tier: tier.value || undefined, admits: admits.value ? Number(admits.value) : undefined, note: note.value.trim() || undefined, paid: paid.checked });
      if (problem) return showWrong(form, problem);
      sale = crypto.randomUUID();
      close();
      say(t`The ticket is added.`);
      await update();
      sold();
      location.replace(`#tickets/${event}/${value.id}`);
    });
  };
  return {
    element: form,
    tiers: (tiers) => {
      const chosen = tier.value;
      tier.replaceChildren(make("option", t`No tier`, { value: "" }), ...tiers.map(({ name }) => make("option", name, { value: name })));
      tier.value = tiers.some(({ name }) => name === chosen) ? chosen : "";
    },
    isUnsaved: () => [name, reference, admits, note].some((input) => input.value),
  };
}
