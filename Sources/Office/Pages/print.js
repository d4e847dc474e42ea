// Tickets on paper: size, tier, a picture of the first page, and the download.
import { office } from "./asking.js";
import { make } from "./page.js";
import { field, link, query, remember, select } from "./parts.js";
import { number, t, translated } from "./words.js";

const names = { wristband: t`Wristbands`, phone: t`Pictures for phones`, "2x1": t`A4, two tickets to cut`, "2x2": t`A4, four tickets to cut` };
const sizeName = (size) => names[size] ?? (/^\d+x\d+$/.test(size) ? t`Labels, ${size.replace("x", " × ")} on a sheet` : size);

/** Returns the panel that prints an event's tickets. */
export function printPanel(event) {
  const size = select(office.state.sizes.map((size) => [size, sizeName(size)]));
  const tier = select([["", t`All tickets`]]);
  const picture = make("img", "", { alt: "", className: "page" }), said = make("p", "", { className: "lead", role: "status" });
  const leftOut = make("p", "", { className: "notice", hidden: true });
  const get = link(t`Download PDF`, "down", "", { className: "strong", download: "", onclick: () => remember("printed", event) });
  const address = (file) => `/office/events/${event}/${file}?${query({ size: size.value, ...(tier.value ? { tier: tier.value } : {}) })}`;

  function show() {
    const isPhone = size.value === "phone";
    get.href = address(isPhone ? "tickets.zip" : "tickets.pdf");
    get.querySelector("span").textContent = isPhone ? t`Download pictures` : t`Download PDF`;
    said.textContent = isPhone ? t`Drawing the first picture …` : t`Drawing the first page …`;
    picture.ariaBusy = "true";
    // Another address each time: a browser would show the picture from before the logo changed.
    picture.src = `${address("preview.png")}&at=${Date.now()}`;
    picture.alt = t`The first page: ${sizeName(size.value)}, ${tier.value || t`all tickets`}`;
  }
  picture.onload = () => {
    picture.ariaBusy = null;
    said.textContent = size.value === "phone" ? t`A picture looks like this.` : t`A page looks like this.`;
  };
  picture.onerror = async () => {
    picture.ariaBusy = null;
    // A picture that fails does not say why; asking for it again does.
    const answer = await fetch(picture.src).catch(() => null);
    const value = await answer?.json().catch(() => null);
    said.textContent = translated(value?.said) ?? t`The first page cannot be shown.`;
  };
  for (const choice of [size, tier]) choice.onchange = show;
  const element = make("div", "", { className: "stack" }, make("h2", t`Print tickets`, { tabIndex: -1 }),
    make("div", "", { className: "pair" }, field(t`Paper`, size), field(t`Which tickets`, tier)), leftOut, make("div", "", { className: "row" }, get), make("div", "", { className: "sheet" }, picture), said);
  return {
    element,
    shown: show,
    leaveOut: (sentence) => {
      leftOut.textContent = translated(sentence) ?? "";
      leftOut.hidden = !sentence;
    },
    tiers: (tiers) => {
      const chosen = tier.value;
      tier.replaceChildren(make("option", t`All tickets`, { value: "" }), ...tiers.map(({ name, tickets }) => make("option", tickets === undefined ? name : `${name} (${number(tickets)})`, { value: name })));
      tier.value = tiers.some(({ name }) => name === chosen) ? chosen : "";
    },
  };
}
