// What tickets show: venue, address, start and logo, and a sample that follows what is typed.
import { fetched } from "./asking.js";
import { make, say } from "./page.js";
import { alone, button, clearWrong, field, instant, paused, query, select, showWrong, timeText } from "./parts.js";
import { t } from "./words.js";

/** The fields of the section about tickets; `logo` shows nothing for an event that does not exist yet. */
export function designFields(logo) {
  const venue = make("input", "", { maxLength: 200, autocomplete: "off", placeholder: "Nile Hall" });
  const address = make("input", "", { maxLength: 200, autocomplete: "off", placeholder: "12 River Road, Kampala" });
  const starts = make("input", "", { type: "datetime-local" });
  const element = make("section", "", {}, make("h2", t`Tickets`), make("p", t`What is printed on them, and shown on phones. Other boxes do not get it.`, { className: "lead" }),
    make("div", "", { className: "pair" }, field(t`Venue`, venue, { name: "venue" }), field(t`Starts`, starts, { name: "starts", hint: t`The doors open when the event opens.` })),
    field(t`Address`, address, { name: "address" }), logo);
  return {
    element,
    fill: (event) => { [venue.value, address.value, starts.value] = [event.venue ?? "", event.address ?? "", timeText(event.starts)]; },
    read: () => ({ venue: venue.value.trim() || undefined, address: address.value.trim() || undefined, starts: instant(starts.value) }),
  };
}

/** The logo of a saved event; `changed` is called with what names the new one. */
export function logoField(id, changed) {
  const input = make("input", "", { type: "file", accept: "image/png,image/jpeg", className: "unseen", tabIndex: -1, ariaHidden: "true" });
  const element = make("div", "", { className: "field" });
  element.dataset.field = "logo";
  const choose = button(t`Choose a logo`, "up", () => input.click());
  const remove = button(t`Remove the logo`, "", () => alone(remove, () => send(`/office/events/${id}/logo/removal`, {}, t`The logo is removed.`)));
  const hint = make("small", t`PNG or JPEG, at most 5 MB. It is saved at once; white around it is cut off.`);
  element.append(make("div", "", { className: "row" }, choose, remove), hint, input);

  async function send(path, body, said) {
    clearWrong(element);
    const { value, problem } = await fetched(path, body);
    if (problem) return showWrong(element.parentElement, { ...problem, field: "logo" });
    show(value.logo);
    changed(value.logo);
    say(said);
  }
  function show(logo) {
    choose.querySelector("span").textContent = logo ? t`Choose another logo` : t`Choose a logo`;
    remove.hidden = !logo;
  }
  // The form has nothing to save then: the file is.
  input.onchange = (event) => {
    event.stopPropagation();
    const file = input.files[0];
    input.value = "";
    if (file) alone(choose, () => send(`/office/events/${id}/logo`, file, t`The logo is on the tickets now.`));
  };
  return { element, show };
}

/** A ticket as it would be printed now; `read` returns what is typed. */
export function sampleTicket(read, id) {
  const picture = make("img", "", { alt: t`A sample of a ticket`, className: "page" });
  const choice = select([], "", { ariaLabel: t`Tier of the sample` });
  const element = make("div", "", { className: "stack" }, make("h2", t`A ticket`), choice, make("div", "", { className: "sheet" }, picture));
  let logo, last;

  function refresh() {
    const { event, tiers } = read(), names = tiers.map(({ name }) => name), chosen = choice.value;
    choice.replaceChildren(...names.map((name) => make("option", name, { value: name })));
    choice.value = names.includes(chosen) ? chosen : names[0] ?? "";
    choice.hidden = names.length < 2;
    const tier = tiers.find(({ name }) => name === choice.value) ?? {};
    const texts = { name: event.name, venue: event.venue, address: event.address, starts: event.starts, opens: tier.opens ?? event.opens, tier: tier.name, colour: tier.colour, ...(logo ? { event: id, logo } : {}) };
    const address = `/office/sample.png?${query(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""))}`;
    if (address === last) return;
    last = picture.src = address;
    picture.ariaBusy = "true";
  }
  picture.onload = picture.onerror = () => { picture.ariaBusy = null; };
  choice.onchange = (event) => {
    event.stopPropagation();
    refresh();
  };
  return { element, refresh: paused(refresh, 300), showLogo: (name) => { logo = name; refresh(); } };
}
