// The history of one message, a page at a time.

import { button, fill, foreign, make, subheading } from "./dom.js";
import { fieldLine } from "./changes.js";
import { actorName, quotedForeign } from "./operation.js";
import { ask } from "./server.js";
import { address } from "./routes.js";
import { problem } from "./states.js";
import { time } from "./times.js";
import { happened, way } from "./words.js";

/** @typedef {import("../Types/forms").HistoryEntry} HistoryEntry */

/** The entries of a page. */
const ENTRIES = 200;

/**
 * A page of it, the newest first, and one entry more where a page follows.
 * @param {string} id
 * @param {number} offset
 * @param {AbortSignal} [signal]
 * @returns {Promise<HistoryEntry[]>}
 */
export function historyPage(id, offset, signal) {
    return ask("history", { of: id, backward: true, limit: ENTRIES + 1, offset }, { signal });
}

/**
 * Who did what, when and why, in one sentence.
 * @param {HistoryEntry} entry
 */
export function entryWords(entry) {
    return make("span", {}, make("b", {}, foreign(actorName(entry.actor))), " ", foreign(happened(entry)), ", ",
        time(entry.time),
        entry.reason !== null ? ", " : make("span.quiet", {}, ", no reason given"),
            entry.reason !== null && quotedForeign(entry.reason));
}

/**
 * @param {string} id
 * @param {HistoryEntry[]} history
 * @param {number | null} position
 * @param {1 | 2} level
 */
export function historyPart(id, history, position, level) {
    const entries = make("ol.entries"), more = make("div");
    const show = (/** @type {HistoryEntry[]} */ part, /** @type {number} */ offset) => {
        const end = offset + ENTRIES, goesOn = part.length > ENTRIES;
        fill(entries, ...part.slice(0, ENTRIES).map((entry) => historyEntry(entry, position)));
        entries.setAttribute("start", String(offset + 1));
        const turn = (/** @type {string} */ words, /** @type {number} */ to) => button(words, async () => {
            try {
                show(await historyPage(id, to), to);
                entries.closest("section")?.querySelector("h2, h3")?.scrollIntoView();
            } catch (error) {
                fill(more, problem(error));
            }
        });
        fill(more, (offset > 0 || goesOn) && make("p.actions", {}, "Changes ", (offset + 1).toLocaleString("en"),
            " to ", (goesOn ? end : offset + part.length).toLocaleString("en"), ", counted from the newest. ",
            offset > 0 && turn("Newer changes", offset - ENTRIES), goesOn && turn("Older changes", end)));
    };
    show(history, 0);
    return make("section.history", {}, subheading(level, "History"),
        make("p.quiet", {}, "Everything that happened to this message, the newest first."), entries, more);
}

/**
 * @param {HistoryEntry} entry
 * @param {number | null} position
 */
function historyEntry(entry, position) {
    const isLater = position !== null && entry.position > position;
    return make("li", { class: isLater ? "later" : null },
        make("p", {}, entryWords(entry), isLater && make("span.mark", {}, "after the moment that you look at")),
        make("p.lines", {}, ...entry.changes.filter((change) => change.old !== null || change.field === "folder")
            .map((change) => make("span", {}, fieldLine(change)))),
        make("p.facts", {}, foreign(way(entry)), " · entry ", String(entry.position), " · ",
            make("a", { href: address("operation", [entry.operation]) }, "the whole change"), " · ",
            make("a", { href: address("mailbox", [], { at: entry.position + "^" }) }, "mailbox right before")));
}
