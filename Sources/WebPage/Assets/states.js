// What is said where nothing can be shown: nothing there, no rights, no server, a past that is being built.

import { button, foreign, make } from "./dom.js";
import { Refusal } from "./server.js";

/**
 * @param {string} title
 * @param {import("./dom.js").Child | import("./dom.js").Child[]} text
 * @param {...import("./dom.js").Child} next what to do
 */
export function notice(title, text, ...next) {
    return make("div.notice", {}, make("p.notice-title", {}, title), make("p", {}, ...[text].flat()),
        next.length > 0 && make("p.actions", {}, ...next));
}

/**
 * What went wrong, and what the reader can do.
 * @param {unknown} error
 * @param {() => void} [retry]
 */
export function problem(error, retry) {
    const again = retry && button("Try again", retry);
    const element = explained(error, again);
    element.setAttribute("role", "alert");
    return element;
}

/**
 * @param {unknown} error
 * @param {import("./dom.js").Child} again
 */
function explained(error, again) {
    if (!(error instanceof Refusal)) {
        console.error(error);
        return notice("The page has a fault", "This part could not be shown. The ledger is not affected.", again);
    }
    if (error.status === 401) return notice("You are no longer signed in",
        "A session ends after twelve hours, and when the server is started again.");
    switch (error.code) {
        case "UNREACHABLE":
            return notice("The server does not answer",
                "It was stopped, or the connection was lost. Nothing is lost: the ledger is on its disk.", again);
        case "INSUFFICIENT_PERMISSIONS":
        case "FORBIDDEN":
            return notice("You may not see this", ["Your sign-in does not include the right that this needs",
                error.details.scope ? " (" + error.details.scope + ")" : "",
                    ". Ask the owner of the ledger for one that does."]);
        case "NOT_FOUND":
            return notice("There is no such thing", ["The ledger has none of this name at this moment: ",
                foreign(error.message)], again);
        case "RATE_LIMITED":
        case "SERVICE_UNAVAILABLE":
        case "TIMEOUT":
            return notice("The server is busy", "It could not answer in time. It will in a moment.", again);
        default:
            return notice("The server refused", [foreign(error.message)], again);
    }
}

/** What is shown of a past moment while it is built. */
export function building() {
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Building the mailbox of that moment" });
    const text = make("p", { role: "status" }, "Building the mailbox as it was …");
    const element = make("div.notice.building", {}, text, bar);
    return {
        element,
        /** @param {{ position: number, of: number }} progress */
        show({ position, of }) {
            bar.value = of > 0 ? position / of : 0;
            text.textContent = "Building the mailbox as it was: " + position.toLocaleString("en") + " of "
                + of.toLocaleString("en") + " changes …";
        },
    };
}

/** @param {string} [text] */
export const waiting = (text = "Loading …") => make("p.waiting", { role: "status" }, text);
