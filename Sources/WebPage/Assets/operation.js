// An operation: a row of the timeline that opens, and a page of its own.

import { button, fill, foreign, freshID, make } from "./dom.js";
import { changeRow } from "./changes.js";
import { Refusal, ask } from "./server.js";
import { address } from "./routes.js";
import { may } from "./session.js";
import { problem, waiting } from "./states.js";
import { clock, date, moment, time } from "./times.js";
import { openUndo } from "./undo.js";
import { Undos } from "./undos.js";
import { counted, deeds, undoneBy, way } from "./words.js";

/** @typedef {import("../Types/forms").Operation} Operation */
/** @typedef {import("../Types/forms").NamedChange} NamedChange */

/** Changes that an opened row shows; the page of the operation shows more. */
const OPENED = 40;

/** @param {string | null} actor */
export const actorName = (actor) => actor ?? "somebody whose name was erased";

/**
 * Why it was done, in quotation marks; or that nobody said.
 * @param {{ reason: string | null }} operation
 */
export function why({ reason }) {
    return reason === null ? make("p.why.none", {}, "no reason given") : make("p.why", {}, quotedForeign(reason));
}

/** @param {string} text */
export function quotedForeign(text) {
    return make("span", {}, "“", foreign(text), "”");
}

/**
 * Whether it was taken back, in words.
 * @param {Operation} operation
 * @param {Undos} undos
 */
export function undoneMark(operation, undos) {
    const found = undos.of(operation.operation), undoes = undoneBy(operation);
    return [
        found && make("a.mark.undone", { href: address("operation", [found.undo.operation]) },
            found.isUndone ? "undone, and done again" : "undone " + date(found.undo.time) + " by ",
                !found.isUndone && foreign(actorName(found.undo.actor))),
        undoes !== null && make("a.mark", { href: address("operation", [undoes]) }, "takes an earlier change back"),
    ];
}

/**
 * What can be done with an operation.
 * @param {Operation} operation
 * @param {Undos} undos
 */
export function operationActions(operation, undos) {
    const found = undos.of(operation.operation), isUndone = found !== null && !found.isUndone;
    return make("p.actions", {},
        may("undo") && !isUndone && button("Undo …", () => openUndo(operation), { class: "undo" }),
        make("a.button", { href: address("compare", [operation.first_position - 1, operation.last_position]) },
            "What differed before and after"),
        make("a", { class: "button", href: address("mailbox", [], { at: operation.first_position + "^" }) },
            "Mailbox right before"),
        make("a.button", { href: "/v1/proofs?event=" + operation.first_position,
            download: "operation-" + operation.operation.slice(0, 8) + ".proof" }, "Proof"));
}

/**
 * A row of the timeline.
 * @param {Operation} operation
 * @param {Undos} undos
 * @param {(row: OpenRow) => void} opened
 */
export function operationRow(operation, undos, opened) {
    const id = freshID("opened");
    const inside = make("div.inside", { id, hidden: true });
    const open = make("button", { type: "button", class: "opener", "aria-expanded": "false", "aria-controls": id },
        counted(operation.events, "change"));
    const row = make("li.act", { tabindex: "-1", "data-operation": operation.operation,
        "data-position": operation.last_position },
        time(operation.time, clock, "clock"),
        make("div.told", {},
            make("p.what", {}, make("b", {}, foreign(actorName(operation.actor))), " ", foreign(deeds(operation))),
            why(operation), make("p.marks", {}, ...undoneMark(operation, undos))),
        open, inside);
    const opening = new OpenRow(row, open, inside, () => insideOf(operation, undos));
    open.addEventListener("click", () => {
        opening.toggle();
        if (opening.isOpen) opened(opening);
    });
    return row;
}

/** A row that shows more where it is opened. */
class OpenRow {
    /**
     * @param {HTMLElement} row
     * @param {HTMLButtonElement} control
     * @param {HTMLElement} inside
     * @param {() => Promise<Node>} load
     */
    constructor(row, control, inside, load) {
        this.row = row;
        this.control = control;
        this.inside = inside;
        this.load = load;
        this.isOpen = false;
    }

    toggle(isOpen = !this.isOpen) {
        this.isOpen = isOpen;
        this.control.setAttribute("aria-expanded", String(isOpen));
        this.inside.hidden = !isOpen;
        fill(this.inside);
        if (isOpen) void this.show();
    }

    async show() {
        fill(this.inside, waiting());
        try {
            const content = await this.load();
            if (this.isOpen) fill(this.inside, content);
        } catch (error) {
            if (this.isOpen) fill(this.inside, problem(error, () => this.show()));
        }
    }
}

/**
 * @param {Operation} operation
 * @param {Undos} undos
 */
async function insideOf(operation, undos) {
    const { changes } = await ask("show-operation", { operation: operation.operation, limit: OPENED });
    return make("div", {}, changesList(changes, operation), facts(operation), operationActions(operation, undos));
}

/**
 * @param {NamedChange[]} changes
 * @param {Operation} operation
 */
function changesList(changes, operation) {
    return make("div", {}, make("ul.changes", {}, ...changes.map(changeRow)),
        operation.events > changes.length && make("p", {}, "The first " + changes.length + " of "
            + counted(operation.events, "change") + ". ",
            make("a", { href: address("operation", [operation.operation]) }, "More of them")));
}

/** @param {Operation} operation */
function facts(operation) {
    const user = operation.os_user === null ? "" : operation.os_user + (operation.host ? "@" + operation.host : "");
    const numbers = operation.first_position === operation.last_position ? "entry " + operation.first_position
        : "entries " + operation.first_position + " to " + operation.last_position;
    return make("p.quiet.facts", {}, "By “", foreign(way(operation)), "”", user !== "" && " as ",
        user !== "" && foreign(user),
        " · " + numbers + " of the log · operation " + operation.operation.slice(0, 8));
}

/**
 * The page of one operation.
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function operationPage(route) {
    const content = make("div", {}, waiting()), heading = make("h1", { tabindex: "-1" }, "A change");
    const id = route.parts[0] ?? "";
    const show = async () => {
        try {
            /** @type {{ operation: Operation, changes: NamedChange[] }} */
            const { operation, changes } = await ask("show-operation", { operation: id, limit: 200 });
            const undos = new Undos();
            await undos.cover(operation.time);
            fill(heading, foreign(actorName(operation.actor)), " ", foreign(deeds(operation)));
            fill(content, make("p.lead", {}, time(operation.time, moment)), why(operation),
                make("p.marks", {}, ...undoneMark(operation, undos)), operationActions(operation, undos),
                make("h2", {}, counted(operation.events, "change")), make("ul.changes", {}, ...changes.map(changeRow)),
                operation.events > changes.length && make("p.quiet", {},
                    "These are the first " + changes.length
                    + ". The comparison of before and after lists what became of all."),
                facts(operation));
        } catch (error) {
            fill(content, problem(error, error instanceof Refusal && error.status === 404 ? undefined : show));
        }
    };
    void show();
    return { title: "A change", element: make("div", {}, heading, content), refresh: show,
        concerns: (news) => news.filter((one) => one.command === "undo") };
}

