// Adding a box: its settings, and what it needs from this machine.
import { fetched } from "./asking.js";
import { make, say } from "./page.js";
import { button, download, field, fresh, link, select, sendingForm, shape } from "./parts.js";
import { t } from "./words.js";

/** What a box may do, in words. */
export const roles = { gate: t`Gate`, desk: t`Desk: sells tickets`, organiser: t`Organiser: plans events` };

/** Returns the choice of what a box may do. */
export const roleChoice = () => select(Object.entries(roles));

const text = (properties = {}) => make("input", "", { autocomplete: "off", autocapitalize: "off", spellcheck: false, ...properties });

const quietZone = 4;

/** Returns the QR code of the settings, for the box's camera; `rows` has `1` for dark modules. */
function codePicture(rows, name) {
  const side = rows.length + 2 * quietZone, picture = shape("svg", { class: "setupCode", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": t`The settings of ${name}, for its camera` });
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => module === "1" ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : ""));
  picture.append(shape("path", { d: dark.join(""), "shape-rendering": "crispEdges" }));
  return picture;
}

/** The form with a box's settings: what it gives is a file for the stick, and a code for the camera. */
function settingsForm() {
  const zones = make("datalist", "", { id: fresh() }, ...Intl.supportedValuesOf("timeZone").map((value) => make("option", "", { value })));
  const name = text({ maxLength: 60, placeholder: t`North gate` }), gate = select([["main", "main"]]), zone = text({ maxLength: 64 });
  zone.setAttribute("list", zones.id);
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const pin = text({ maxLength: 64 });
  const network = text({ maxLength: 32 }), password = text({ maxLength: 63 });
  const role = roleChoice(), join = field(t`What it does`, role, { name: "role", hint: t`It joins the hub of this machine.` });
  const made = make("div", "", { className: "stack", role: "status" });
  const write = make("button", t`Write the settings`, { className: "strong" });
  const settings = () => ({ name: name.value, gate: gate.value, timezone: zone.value, pin: pin.value, network: network.value, password: password.value, role: join.hidden ? undefined : role.value });
  const form = sendingForm(() => fetched("/office/boxes/setup", settings()), (value) => {
    made.replaceChildren(make("p", t`Put the file into the top folder of a stick, and start the box with it; or hold the code before its camera. Both contain secrets: delete the file afterwards.`),
      make("div", "", { className: "row" }, button(t`Save box.toml`, "down", () => download("box.toml", value.text, "application/toml"), "strong")),
      ...(value.code ? [codePicture(value.code, name.value)] : [make("p", t`These settings are too long for a code; use the file.`)]));
    say(t`The settings are ready.`);
  }, zones,
    make("div", "", { className: "pair" }, field(t`Name of the box`, name, { name: "name" }), field(t`Gate`, gate, { name: "gate" })),
    make("div", "", { className: "pair" }, field(t`Time zone`, zone, { name: "timezone" }), field(t`PIN for staff`, pin, { name: "pin", hint: t`6 to 64 characters; empty for none.` })),
    make("div", "", { className: "pair" }, field(t`Wi-Fi network`, network, { name: "network", hint: t`Empty for a cable or no network.` }), field(t`Wi-Fi password`, password, { name: "password" })),
    join, make("div", "", { className: "row" }, write), made);
  // Other settings need another file.
  form.oninput = () => made.replaceChildren();
  return {
    form,
    show: ({ gates: names, hub }) => {
      const chosen = gate.value;
      // Before the first event, a box has the gate that every new event has.
      gate.replaceChildren(...(names.length ? names : ["main"]).map((value) => make("option", value, { value })));
      if (names.includes(chosen)) gate.value = chosen;
      join.hidden = !hub;
    },
    isUnsaved: () => [name, pin, network, password].some((input) => input.value) && !made.children.length,
  };
}

/** Returns the steps that add a box; see boxes.js. */
export function addingPanel() {
  const settings = settingsForm(), take = make("div", "", { className: "row" });
  const step = (number, title, ...content) => make("li", "", { className: "step" }, make("span", number, { className: "sign", ariaHidden: "true" }), make("div", "", { className: "stepBody" }, make("h3", title), ...content));
  const joins = step("2", t`Wait until it has joined`, make("p", t`In the network it joins the hub of this machine by itself, gets the events and the list, and opens its door. Then it is in the list below.`));
  let hadHub;
  const summary = make("summary", t`Without a network: with a stick`), travels = make("details", "", { open: true }, summary, make("ol", "", { className: "steps" },
    step("2", t`Let it introduce itself`, make("p", "", {}, `${t`Plug a stick into the box, and run`} `, make("code", "doorcheck sync stick"), ` ${t`there with the stick’s folder. The box writes its file and shows eight digits. Bring the stick here, drop the file below, and type the digits.`}`)),
    step("3", t`Give it your list`, make("p", "", {}, `${t`Save these on the stick, with the file that the box has in the list below. Plug it into the box, and run`} `, make("code", "doorcheck sync stick"), ` ${t`again.`}`), take)));
  const element = make("section", "", { className: "panel adding" }, make("h2", t`Add a box`, { tabIndex: -1 }), make("ol", "", { className: "steps" },
    step("1", t`Give it its settings`, make("p", t`A new box takes them from a stick, or with its camera. A box that is set up already needs none.`), settings.form), joins), travels);
  return {
    element,
    show: (value) => {
      settings.show(value);
      // What somebody has opened or closed stays so.
      if (hadHub !== Boolean(value.hub)) travels.open = !value.hub;
      hadHub = Boolean(value.hub);
      joins.hidden = summary.hidden = !hadHub;
      take.replaceChildren(link(t`This machine’s identity`, "down", "/office/boxes/identity", { download: "" }),
        ...value.keys.map(({ event, name }) => link(t`Key of ${name} (secret)`, "key", `/office/events/${event}/box.key`, { download: "" })));
    },
    isUnsaved: settings.isUnsaved,
  };
}
