// All that is gone: who deleted it, when, why, and a way back.

import { button, fill, foreign, make } from "./dom.js";
import { actorName, quotedForeign } from "./operation.js";
import { mailList, person } from "./messages.js";
import { Pages } from "./pages.js";
import { ask } from "./server.js";
import { address } from "./routes.js";
import { may } from "./session.js";
import { notice, problem } from "./states.js";
import { date, time } from "./times.js";
import { rowKeys } from "./timeline.js";
import { openUndelete, openUndoOf } from "./undo.js";
import { counted, list } from "./words.js";

/** @typedef {import("../Types/forms").Message} Message */
/** @typedef {Message & { deleted: import("../Types/forms").Ending }} Deleted */

/** @returns {import("./app.js").Page} */
export function deleted() {
    const place = make("div"), erased = make("section"), count = make("p.quiet", { role: "status" });
    /** @type {Pages<Deleted, import("./messages.js").Place> | null} */
    let pages = null;
    const element = make("div", {}, make("h1", { tabindex: "-1" }, "Deleted"),
        make("p.lead", {}, "Mail that is gone from its mailbox. The ledger keeps it, and who deleted it, when and why. It can be brought back."), count, place, erased);
    const show = () => {
        pages?.close();
        pages = new Pages({
            load: mailList("is:deleted", null),
            draw: (rows) => make("ol.differences", {}, ...rows.map((row) => deletedRow(row))),
            say: (state) => "error" in state ? problem(state.error, state.retry)
                : notice("Nothing is deleted",
                "All mail that ever came in is still in its mailbox, or was erased for good."),
        });
        fill(place, pages.element);
        void pages.start();
        void showCount(count);
        void showErased(erased);
    };
    show();
    return { title: "Deleted", element, refresh: show, close: () => pages?.close(), keys: rowKeys(() => element),
        concerns: (news) => news.filter((one) => /delete|undo|undelete|erase|prune|sync|import/.test(one.command)) };
}

/** @param {HTMLElement} place */
async function showCount(place) {
    try {
        const { count } = await ask("count-messages", { filter: "is:deleted" });
        place.textContent = count === 0 ? "" : counted(count, "message");
    } catch {
        fill(place);
    }
}

/** @param {Deleted} row */
function deletedRow(row) {
    const { deleted: ending } = row;
    const back = may("write") ? button("Bring back …", () => openUndelete(row), { class: "undo" })
        : may("undo") && button("Bring back …", () => openUndoOf(ending.operation), { class: "undo" });
    return make("li.row.difference", { tabindex: "-1", "data-message": row.id },
        make("div.thing", {}, make("a.to", { href: address("message", [row.id]) },
            foreign(row.subject || "(no subject)")),
            make("p.quiet", {}, foreign(person(row.from)), " · ", date(row.date ?? row.received_at))),
        make("div.lines", {}, make("span", {}, make("span.quiet", {}, "was in "), foreign(list(row.folders)),
            make("span.quiet", {}, " of ", foreign(row.account)))),
        make("div.cause", {}, make("span", {}, make("b", {}, foreign(actorName(ending.actor))), ", ", time(ending.time),
            ", ", ending.reason === null ? make("span.quiet", {}, "no reason given") : quotedForeign(ending.reason)),
            make("span.actions", {}, back, make("a", { href: address("operation", [ending.operation]) },
                "the whole change"))));
}

/** @param {HTMLElement} place */
async function showErased(place) {
    try {
        /** @type {{ position: number, time: string, kind: string, id: string, events: number, actor: string | null, reason: string | null }[]} */
        const all = await ask("list-erasures");
        if (all.length === 0) return fill(place);
        fill(place, make("h2", {}, "Erased for good"), make("p.quiet", {},
            "Nothing is left of these but that they were there. They cannot be brought back."),
            make("ul.differences", {}, ...all.slice(-100).reverse().map((one) => make("li.difference", {},
                make("div.thing", {}, "a ", one.kind, " ", make("span.code.quiet", {}, one.id.slice(0, 8))),
                    make("div.lines", {}, counted(one.events, "entry") + " made empty"),
                make("div.cause", {}, make("b", {}, foreign(actorName(one.actor))), ", ", time(one.time),
                    one.reason !== null && ", ", one.reason !== null && quotedForeign(one.reason))))));
    } catch (error) {
        fill(place, problem(error));
    }
}
