// The boxes at the door: which there are, and taking the event to them and back on a stick.
import { fetched, office } from "./asking.js";
import { age, make } from "./page.js";
import { alone, count, dropArea, heading, icon, link, number, remember, table } from "./parts.js";

const roles = { gate: "Door", desk: "Desk", organiser: "Organiser" };
const states = { member: "Known", revoked: "Revoked", unknown: "Not known yet" };

function boxRow({ name, id, role, state, heard, records }) {
  const tag = make("span", states[state] ?? state, { className: "tag" });
  tag.toggleAttribute("data-bad", state !== "member");
  return make("tr", "", {}, make("th", "", { scope: "row" }, make("bdi", name || id)), make("td", roles[role] ?? "—"), make("td", "", {}, tag),
    make("td", heard === undefined ? "never" : `${age(Math.max(0, office.state.now - heard), "min")} ago`), make("td", number(records), { className: "figureCell" }));
}

/** Builds the boxes; see office.js. */
export function openBoxes(page) {
  const others = make("section", "", { className: "others" }, make("h2", "Other boxes")), own = make("p", "", { className: "own" });
  const said = make("div", "", { className: "stack", role: "status" });

  async function bringBack([file]) {
    await alone(back, async () => {
      said.replaceChildren(make("p", `Reading ${file.name} …`), make("progress", "", { ariaLabel: "Reading" }));
      const { value, problem } = await fetched(`/office/sync/import?${new URLSearchParams({ name: file.name })}`, file);
      if (problem) return said.replaceChildren(make("p", problem.type === "no-answer" ? "The file has not arrived. Choose it again." : problem.text, { className: "trouble" }));
      said.replaceChildren(make("p", value.said, { className: "notice" }), make("ul", "", { className: "lines" }, ...value.lines.map((line) => make("li", line))));
      load();
    });
  }

  const back = make("section", "", {}, make("h2", "Bring back from a box"), make("p", "A box writes its scans to a stick. Drop that file here to add them."),
    dropArea({ title: "Drop the file of a box here", text: "Its name ends in .dcsync.", accept: ".dcsync" }, bringBack), said);
  back.querySelector(".strong").classList.remove("strong");
  const there = make("section", "", {}, make("h2", "Take to the boxes"), make("p", "This file has the events, the guests and the scans. Copy it to a stick and plug the stick into each box."),
    make("div", "", { className: "row" }, link("Download the file", "down", "/office/sync/export", { className: "strong", download: "", onclick: () => remember("taken", "") })));

  async function load() {
    const { value } = await fetched("/office/boxes");
    if (!value) return;
    own.replaceChildren(icon("boxes"), make("span", `This machine is ${value.own.name} (${value.own.id}).`));
    others.replaceChildren(make("h2", value.boxes.length ? count(value.boxes.length, "other box", "other boxes") : "Other boxes"),
      table("Other boxes", ["Box", "Use", "State", "Last heard", "Records"], value.boxes.map(boxRow), "No other box yet. A box appears here after its first file."));
  }

  page.append(heading("Boxes", "A box is a machine with a camera that scans tickets at the door."), own, make("div", "", { className: "twoCards" }, there, back), others);
  return { shown: load, back: load };
}
