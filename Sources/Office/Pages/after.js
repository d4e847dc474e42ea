// Afterwards: the figures, double admissions, downloads, and the removal of guests' data.
import { closeEvent, eventOf, fetched, isFor, update } from "./asking.js";
import { make, say } from "./page.js";
import { alone, clearWrong, count, field, heading, link, moment, number, showWrong, table, twice } from "./parts.js";

const figure = (text, value, isWarning) => {
  const box = make("div", "", { className: "figure" }, make("p", text, { className: "label" }), make("p", "", {}, make("b", number(value))));
  box.toggleAttribute("data-warn", Boolean(isWarning));
  return box;
};

function figuresRow({ expected, arrived, inside, refused, doubles, noShows }) {
  const share = expected ? Math.min(1, arrived / expected) : 0;
  const wide = make("div", "", { className: "figure wide" }, make("p", "Arrived", { className: "label" }), make("p", "", {}, make("b", number(arrived)), make("span", ` of ${number(expected)} · ${Math.round(share * 100)}\u00a0%`)), make("progress", "", { max: 1, value: share, ariaLabel: "Arrived of expected" }));
  return make("div", "", { className: "figures after" }, wide, figure("Did not come", noShows), figure("Still inside", inside), figure("Refused", refused), figure("Double admissions", doubles.length, doubles.length));
}

const place = ({ at, gate, box }) => [moment(at), `gate ${gate}`, box].filter(Boolean).join(" · ");
const doubleRow = ({ name, first, again }) => make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", name || (isFor("desk") ? "No name" : "A guest"))), make("td", place(first)), make("td", place(again)));

/** What is removed, for one and for several. */
const personal = { names: ["name or e-mail address", "names and e-mail addresses"], references: ["order number", "order numbers"], notes: ["note", "notes"], reasons: ["reason", "reasons"], barcodes: ["code of the ticket shop", "codes of the ticket shop"], messages: ["message", "messages"] };
/** A longer name of an event is not typed as a confirmation; its short name is. */
const longestTyped = 40;

/** The removal of guests' data: what goes, and the event's name as the confirmation. */
function removal(id) {
  const card = make("section", "", { className: "removal" }, make("h2", "Remove guests’ data"));
  const typed = make("input", "", { autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 64 });
  const { name, slug } = eventOf(id), wanted = name.length > longestTyped ? slug : name;
  const folded = (text) => text.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");
  const isConfirmed = () => [wanted, slug].some((text) => folded(text) === folded(typed.value));

  function show(value) {
    const kinds = Object.entries(personal).filter(([name]) => value[name]);
    card.replaceChildren(make("h2", "Remove guests’ data"));
    if (value.purged !== undefined) card.append(make("p", `Removed on ${moment(value.purged)}. The figures stay.`, { className: "notice" }));
    if (!kinds.length) return value.purged === undefined && card.append(make("p", "This event has no guests’ data.", { className: "lead" }));
    if (value.why) return card.append(make("p", value.why, { className: "notice" }), ...closing());
    card.append(make("p", "When nobody needs them any more, remove what says who the guests were. The figures and the scans stay. This cannot be undone."),
      make("ul", "", { className: "goes" }, ...kinds.map(([name, [one, many]]) => make("li", "", {}, make("b", number(value[name])), make("span", value[name] === 1 ? one : many)))), form());
  }

  /** The event is still open: closing it is the way to the removal. */
  function closing() {
    const event = eventOf(id);
    if (event.closed !== undefined) return [];
    const close = twice("Close the event", "", async () => {
      const { problem, said } = await closeEvent(id);
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      say(said);
      await update();
      await load();
    });
    return [make("div", "", { className: "row" }, close)];
  }

  function form() {
    const remove = make("button", "Remove guests’ data", { className: "danger", disabled: true });
    typed.value = "";
    typed.oninput = () => { remove.disabled = !isConfirmed(); };
    const form = make("form", "", { className: "stack", noValidate: true }, field(`Type “${wanted}” to confirm`, typed, { name: "slug" }), make("div", "", { className: "row" }, remove));
    form.onsubmit = (event) => {
      event.preventDefault();
      if (remove.disabled) return;
      alone(remove, async () => {
        clearWrong(form);
        const { value, problem } = await fetched(`/office/events/${id}/purge`, { slug });
        if (problem) return showWrong(form, problem);
        show(value);
        say("The guests’ data is removed.");
        update();
      });
    };
    return form;
  }

  async function load() {
    if (typed.value) return;
    const { value } = await fetched(`/office/events/${id}/personal`);
    if (value) show(value);
  }
  return { card, load };
}

/** Builds what comes after an event; see office.js. */
export function openAfter(page, id) {
  const figures = make("div"), doubles = make("section"), remove = isFor("organiser") ? removal(id) : undefined;
  const file = (name) => `/office/events/${id}/${name}`;
  const downloads = make("section", "", {}, make("h2", "Downloads"), make("p", `${isFor("organiser") ? "The report is one page to read or print. " : ""}The table opens in Excel and other spreadsheets.`), make("div", "", { className: "row" },
    ...(isFor("organiser") ? [link("Report as PDF", "down", file("report.pdf"), { className: "strong", download: "" }), link("Report as web page", "down", file("report.html"), { download: "" })] : []), link("Arrivals as CSV", "down", file("arrivals.csv"), { download: "" })));

  async function load() {
    // With many scans this takes seconds; everything else is there meanwhile.
    if (!figures.children.length) figures.replaceChildren(make("p", "Counting …", { className: "lead" }));
    const { value } = await fetched(file("figures"));
    if (!value) return;
    figures.replaceChildren(figuresRow(value));
    doubles.replaceChildren(make("h2", value.doubles.length ? `${count(value.doubles.length, "double admission")}` : "Double admissions"),
      table("Double admissions", ["Guest", "First", "Again"], value.doubles.map(doubleRow), "No ticket let in more people than it may."));
  }
  const show = () => {
    load();
    remove?.load();
  };
  page.append(heading("Afterwards", `How ${eventOf(id).name} went.`), figures, downloads, doubles, ...(remove ? [remove.card] : []));
  return { shown: show, back: show };
}
