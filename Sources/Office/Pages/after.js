// Afterwards: the figures, double admissions, downloads, and the removal of guests' data.
import { closeEvent, eventOf, fetched, isFor, update } from "./asking.js";
import { make, say } from "./page.js";
import { alone, clearWrong, field, heading, link, moment, showWrong, table, twice } from "./parts.js";
import { count, locale, number, plural, t, translated } from "./words.js";

const figure = (text, value, isWarning) => {
  const box = make("div", "", { className: "figure" }, make("p", text, { className: "label" }), make("p", "", {}, make("b", number(value))));
  box.toggleAttribute("data-warn", Boolean(isWarning));
  return box;
};

function figuresRow({ expected, arrived, inside, refused, doubles, noShows }) {
  const share = expected ? Math.min(1, arrived / expected) : 0;
  const wide = make("div", "", { className: "figure wide" }, make("p", t`Arrived`, { className: "label" }), make("p", "", {}, make("b", number(arrived)), make("span", ` ${t`of ${number(expected)}`} · ${share.toLocaleString(locale, { style: "percent" })}`)), make("progress", "", { max: 1, value: share, ariaLabel: t`Arrived of expected` }));
  return make("div", "", { className: "figures after" }, wide, figure(t`Did not come`, noShows), figure(t`Still inside`, inside), figure(t`Refused`, refused), figure(t`Double admissions`, doubles.length, doubles.length));
}

const place = ({ at, gate, box }) => [moment(at), t`gate ${gate}`, box].filter(Boolean).join(" · ");
const doubleRow = ({ name, first, again }) => make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", name || (isFor("desk") ? t`No name` : t`A guest`))), make("td", place(first)), make("td", place(again)));

/** What is removed, in words that follow its number. */
const personal = {
  names: (value) => plural(value, "name or e-mail address", "names and e-mail addresses"),
  references: (value) => plural(value, "order number"),
  notes: (value) => plural(value, "note"),
  reasons: (value) => plural(value, "reason"),
  barcodes: (value) => plural(value, "code of the ticket shop", "codes of the ticket shop"),
  messages: (value) => plural(value, "message"),
};
/** A longer name of an event is not typed as a confirmation; its short name is. */
const longestTyped = 40;

/** The removal of guests' data: what goes, and the event's name as the confirmation. */
function removal(id) {
  const card = make("section", "", { className: "removal" }, make("h2", t`Remove guests’ data`));
  const typed = make("input", "", { autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 64 });
  const { name, slug } = eventOf(id), wanted = name.length > longestTyped ? slug : name;
  const folded = (text) => text.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");
  const isConfirmed = () => [wanted, slug].some((text) => folded(text) === folded(typed.value));

  function show(value) {
    const kinds = Object.entries(personal).filter(([name]) => value[name]);
    card.replaceChildren(make("h2", t`Remove guests’ data`));
    if (value.purged !== undefined) card.append(make("p", t`Removed on ${moment(value.purged)}. The figures stay.`, { className: "notice" }));
    if (!kinds.length) return value.purged === undefined && card.append(make("p", t`This event has no guests’ data.`, { className: "lead" }));
    if (value.why) return card.append(make("p", translated(value.why), { className: "notice" }), ...closing());
    card.append(make("p", t`When nobody needs them any more, remove what says who the guests were. The figures and the scans stay. This cannot be undone.`),
      make("ul", "", { className: "goes" }, ...kinds.map(([name, words]) => make("li", "", {}, make("b", number(value[name])), make("span", words(value[name]))))), form());
  }

  /** The event is still open: closing it is the way to the removal. */
  function closing() {
    const event = eventOf(id);
    if (event.closed !== undefined) return [];
    const close = twice(t`Close the event`, "", async () => {
      const { problem, said } = await closeEvent(id);
      if (problem) return problem.type !== "no-answer" && say(problem.text);
      say(said);
      await update();
      await load();
    });
    return [make("div", "", { className: "row" }, close)];
  }

  function form() {
    const remove = make("button", t`Remove guests’ data`, { className: "danger", disabled: true });
    typed.value = "";
    typed.oninput = () => { remove.disabled = !isConfirmed(); };
    const form = make("form", "", { className: "stack", noValidate: true }, field(t`Type “${wanted}” to confirm`, typed, { name: "slug" }), make("div", "", { className: "row" }, remove));
    form.onsubmit = (event) => {
      event.preventDefault();
      if (remove.disabled) return;
      alone(remove, async () => {
        clearWrong(form);
        const { value, problem } = await fetched(`/office/events/${id}/purge`, { slug });
        if (problem) return showWrong(form, problem);
        show(value);
        say(t`The guests’ data is removed.`);
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
  const downloads = make("section", "", {}, make("h2", t`Downloads`), make("p", [...(isFor("organiser") ? [t`The report is one page to read or print.`] : []), t`The table opens in Excel and other spreadsheets.`].join(" ")), make("div", "", { className: "row" },
    ...(isFor("organiser") ? [link(t`Report as PDF`, "down", file("report.pdf"), { className: "strong", download: "" }), link(t`Report as web page`, "down", file("report.html"), { download: "" })] : []), link(t`Arrivals as CSV`, "down", file("arrivals.csv"), { download: "" })));

  async function load() {
    // With many scans this takes seconds; everything else is there meanwhile.
    if (!figures.children.length) figures.replaceChildren(make("p", t`Counting …`, { className: "lead" }));
    const { value } = await fetched(file("figures"));
    if (!value) return;
    figures.replaceChildren(figuresRow(value));
    doubles.replaceChildren(make("h2", value.doubles.length ? count(value.doubles.length, "double admission") : t`Double admissions`),
      table(t`Double admissions`, [t`Guest`, t`First`, t`Again`], value.doubles.map(doubleRow), t`No ticket let in more people than it may.`));
  }
  const show = () => {
    load();
    remove?.load();
  };
  page.append(heading(t`Afterwards`, t`How ${eventOf(id).name} went.`), figures, downloads, doubles, ...(remove ? [remove.card] : []));
  return { shown: show, back: show };
}
