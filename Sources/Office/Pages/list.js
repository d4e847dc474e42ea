// The guest list: a file, what it would change, and the imports so far.
import { eventOf, fetched, office, update } from "./asking.js";
import { make, say } from "./page.js";
import { alone, button, dropArea, heading, link, moment, showWrong, table, twice } from "./parts.js";
import { previewCard, reveal } from "./preview.js";
import { count, number, t, translated } from "./words.js";

const kinds = { imported: "", issued: t`Made here` };

function importRow({ number: index, name, at, by, kind, tickets, canUndo, why }, undone) {
  const undo = twice(t`Undo`, "", async () => undone(await fetched(`/office/imports/${index}/undo`, {})));
  return make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", name), ...(kinds[kind] ? [make("small", kinds[kind])] : [])), make("td", [moment(at), by].filter(Boolean).join(" · ")),
    make("td", tickets === undefined ? "…" : number(tickets), { className: "figureCell" }),
    make("td", "", {}, ...(canUndo ? [undo] : tickets === undefined ? [] : [make("small", translated(why) ?? t`Cannot be undone.`)])));
}

/** Builds the guest list of an event; see office.js. */
export function openList(page, id) {
  const work = make("div", "", { className: "stack" }), earlier = make("section", "", { className: "earlier" });
  const said = make("p", "", { className: "lead", role: "status" });
  let open;

  const area = () => dropArea({ title: t`Drop your guest list here`, text: t`A CSV or Excel file, as your ticket shop exports it. Nothing is saved before you press Import.`, accept: ".csv,.tsv,.txt,.xlsx" },
    ([file]) => read(file));

  function showArea(trouble) {
    open = undefined;
    work.replaceChildren(...(trouble ? [make("p", trouble, { className: "trouble", ariaLive: "assertive" })] : []), area(), said);
  }

  async function read(file) {
    if (work.ariaBusy) return;
    await alone(work, async () => {
      work.replaceChildren(make("section", "", { className: "reading", role: "status" }, make("p", t`Reading ${file.name} …`), make("progress", "", { ariaLabel: t`Reading` })));
      const { value, problem } = await fetched(`/office/events/${id}/lists?${new URLSearchParams({ name: file.name })}`, file);
      if (problem?.field === "dates" && problem.token) return askDates(file, problem);
      if (problem) return showArea(problem.type === "no-answer" ? t`The file has not arrived. Choose it again.` : problem.text);
      show(value);
      work.querySelector("h2").focus();
    });
  }

  const cancelled = () => {
    showArea();
    page.querySelector(".drop button").focus();
  };

  /** The list has dates that can be read in two ways, so nothing can be shown before somebody says how. */
  function askDates({ name }, { token, text }) {
    open = { token };
    const path = `/office/lists/${encodeURIComponent(token)}`;
    const card = make("section", "", { className: "ask", role: "group" }), choices = make("div", "", { className: "row" });
    const answer = (words, dates) => button(words, "", () => alone(card, async () => {
      const { value, problem } = await fetched(path, { dates });
      if (problem) return showWrong(card, problem);
      show(value);
      work.querySelector("h2").focus();
    }));
    choices.append(answer(t`Day first: 4/7 is 4 July`, "dmy"), answer(t`Month first: 7/4 is 4 July`, "mdy"), button(t`Cancel`, "", () => alone(card, async () => {
      await fetched(`${path}/cancel`, {});
      cancelled();
    }), "quiet"));
    card.append(make("h2", t`How are dates written?`, { tabIndex: -1 }), make("p", "", {}, make("bdi", `${name}: `), text), choices);
    work.replaceChildren(card);
    card.querySelector("h2").focus();
  }

  function show(preview) {
    open = preview;
    work.replaceChildren(previewCard(preview, { changed: show, imported, cancelled }));
    reveal(work.querySelector("[data-use=asked]"));
  }

  async function imported({ imported, new: fresh, changed, removed }) {
    showArea();
    await update();
    load();
    say(removed ? t`${count(imported, "ticket")} imported: ${number(fresh)} new, ${number(changed)} changed, ${number(removed)} gone.` : t`${count(imported, "ticket")} imported: ${number(fresh)} new, ${number(changed)} changed.`);
    location.hash = `#tickets/${id}/print`;
  }

  async function undone({ value, problem }) {
    if (problem) return say(problem.text);
    say(translated(value.said));
    await update();
    load();
  }

  /** Shows the imports, before their tickets are counted unless there is something to show meanwhile. */
  async function load() {
    if (!earlier.children.length) await loadImports("imports");
    await loadImports("imports?counted=true");
  }

  async function loadImports(question) {
    const { value } = await fetched(`/office/events/${id}/${question}`);
    if (!value) return;
    const rows = value.imports.map((entry) => importRow(entry, undone));
    earlier.replaceChildren(make("h2", t`Imports so far`), table(t`Imports so far`, [t`List`, t`When`, t`Tickets`, t`Undo`], rows, t`No list has been imported yet.`));
    const { tickets } = eventOf(id);
    page.querySelector(".row").replaceChildren(...(tickets ? [link(t`See ${count(tickets, "ticket")}`, "tickets", `#tickets/${id}`)] : []));
  }

  page.append(heading(t`Guest list`, t`Who may enter ${eventOf(id)?.name ?? ""}`), work, earlier);
  showArea();
  return { shown: () => { if (office.state) load(); }, back: load, isUnsaved: () => Boolean(open) };
}
