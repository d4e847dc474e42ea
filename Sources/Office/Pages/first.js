// An office without an account: the code that the machine's screen shows, then the first account.
import { logIn, tellFirst } from "./asking.js";
import { make } from "./page.js";
import { field, sendingForm } from "./parts.js";
import { t } from "./words.js";

/** The shortest password, as the server checks it. */
const shortest = 10;

/** Posts what makes the first account; returns `value`, with `gone` if there is an account already, or `problem`. */
async function tell(path, body) {
  const { problem } = await tellFirst(path, body);
  // Somebody else was faster: there is an account to log in with.
  if (problem?.status === 409) return { value: { gone: problem.text } };
  // Nothing else on this page says that the office does not respond.
  if (problem?.type === "no-answer") return { problem: { text: problem.text } };
  return { value: {}, problem };
}

/**
 * Asks for the code, and then for the first account.
 *
 * @param {HTMLElement} place - What the forms are put into.
 * @param {(wrong?: string) => void} done - Called when the account's session is open, or with what the log-in is to say.
 */
export function openFirst(place, done) {
  const code = make("input", "", { autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 40 });
  code.setAttribute("enterkeyhint", "next");
  const name = make("input", "", { autocomplete: "username", autocapitalize: "words", spellcheck: false, maxLength: 40 });
  const password = make("input", "", { type: "password", autocomplete: "new-password", maxLength: 200 });

  function showAccount({ gone }) {
    if (gone) return done(gone);
    const form = sendingForm(() => tell("/office/first", { code: code.value, name: name.value, password: password.value }), async ({ gone }) => {
      // Whoever has made the account and has not heard of it sends it again, and can log in.
      const wrong = await logIn(name.value, password.value);
      code.value = password.value = "";
      done(wrong && (gone ?? wrong));
    }, make("h1", t`Make your account`), make("p", t`The code was right. You are this office’s first organiser: from now on, you log in with this name and password, and the code works no more.`),
    field(t`Your name`, name, { name: "name", hint: t`Recorded with what you do.` }),
    field(t`Your password`, password, { name: "password", hint: t`At least ${shortest} characters. Only you need to know it.` }),
    make("button", t`Open the office`, { className: "strong" }));
    place.replaceChildren(form);
    name.focus();
  }

  place.replaceChildren(sendingForm(() => tell("/office/first/code", { code: code.value }), showAccount, make("h1", t`DoorCheck office`),
    make("p", t`This machine is new. Its own screen shows a code: type it here to become its organiser.`),
    field(t`Code on the screen`, code, { name: "code", hint: t`Eight letters and digits. It changes when the machine starts again.` }),
    make("button", t`Continue`, { className: "strong" })));
  code.focus();
}
