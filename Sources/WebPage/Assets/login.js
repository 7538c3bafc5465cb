// Asks for a token where no link from the program signed the reader in.

import { fill, freshID, make } from "./dom.js";
import { Refusal } from "./server.js";
import { signIn } from "./session.js";

/**
 * @param {() => void} enter
 * @param {string} [trouble] why the reader is asked
 */
export function loginPage(enter, trouble) {
    const id = freshID("token");
    const field = make("input", { id, type: "password", autocomplete: "off", required: true,
        "aria-describedby": id + "-help" });
    const said = make("p", { role: "alert", class: "trouble" }, trouble ?? "");
    const send = make("button", { type: "submit", class: "main" }, "Sign in");
    const form = make("form.login", {}, make("h1", {}, "MailLedger"),
        make("p.lead", {}, "What happened to the mail: who changed it, when and why."), said,
        make("label", { for: id }, "Token"), field,
        make("p.quiet", { id: id + "-help" },
            "A token begins with “mlt_”. You get one from the owner of the ledger. On the owner’s own machine, "
            + "“mailledger serve --open” signs in without one."), send);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        send.disabled = true;
        fill(said);
        try {
            await signIn({ token: field.value.trim() });
            enter();
        } catch (error) {
            fill(said, refused(error));
            field.select();
        } finally {
            send.disabled = false;
        }
    });
    return make("main.login-page", {}, form);
}

/** @param {unknown} error */
function refused(error) {
    if (!(error instanceof Refusal)) return "The page has a fault; load it again.";
    if (error.status === 401) return "The server does not know this token, or it was revoked. Was it copied in full?";
    if (error.status === 429) return "Too many wrong tokens came from this machine. Wait a minute, then try again.";
    if (error.status === 0) return "The server does not answer. Was it stopped?";
    return error.message;
}
