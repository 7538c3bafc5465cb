// Rows of mail.

import { foreign, make } from "./dom.js";
import { Refusal, ask } from "./server.js";
import { date } from "./times.js";
import { list } from "./words.js";

/** @typedef {import("../Types/forms").Message} Message */
/** @typedef {import("../Types/forms").Folder} Folder */

/**
 * Messages of some ids, also those that are deleted; the server refuses a query with an id that it does not know.
 * @param {string[]} ids
 * @param {import("./server.js").Asking} asking
 * @returns {Promise<(Message & { deleted: object | null })[]>}
 */
export async function messagesOf(ids, asking) {
    if (ids.length === 0) return [];
    try {
        return await ask("list-messages", { filter: "is:any (" + ids.map((id) => "id:" + id).join(" or ") + ")",
            limit: ids.length }, asking);
    } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 404) throw error;
        if (ids.length === 1) return [];
        const half = ids.length >> 1;
        return [...await messagesOf(ids.slice(0, half), asking), ...await messagesOf(ids.slice(half), asking)];
    }
}

/**
 * Messages as they are now; what is not among them is gone.
 * @param {Message[]} rows
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, Message>>}
 */
export async function presentOf(rows, signal) {
    const found = await messagesOf(rows.map((row) => row.id), { signal });
    return new Map(found.filter((row) => !row.deleted).map((row) => [row.id, row]));
}

// Rows of a page of a list, and what the server gives at once.
const PAGE = 50, MOST = 1000;

/**
 * Where a page of a list of mail is.
 * @typedef {object} Place
 * @property {number} start how many rows are before it
 * @property {{ end: number, next: Place | null } | null} known how many there are up to its end, and the place behind it, once it
 *   was loaded
 */

/**
 * Loads a list of mail, the latest first, a page at a time. Whatever others change meanwhile, a page continues behind the last row
 * that was shown, and one that is loaded again has the rows that it had, as far as they are still there.
 * @param {string} filter
 * @param {string | null} at
 * @returns {(place: Place | null, signal: AbortSignal) => Promise<{ rows: any[], next: Place | null }>}
 */
export function mailList(filter, at) {
    /** @type {Place} */
    const first = { start: 0, known: null };
    /** @type {string[]} */
    const shown = [];
    return async (cursor, signal) => {
        const place = cursor ?? first, { known } = place;
        /**
         * @param {string | null} after
         * @param {number} limit
         * @returns {Promise<Message[]>}
         */
        const rowsAfter = (after, limit) => ask("list-messages", { filter, limit, ...(after === null ? {} : { after }) },
            { at, signal });
        /**
         * Rows behind some that were shown. A row that was erased meanwhile has no place any more: the one before it has.
         * @param {number} count
         * @param {number} limit
         */
        const rowsBehind = async (count, limit) => {
            for (let left = count; left > 0; left -= 1) {
                try {
                    return await rowsAfter(shown[left - 1], limit);
                } catch (error) {
                    const isGone = error instanceof Refusal && error.status === 404 && error.details.name === shown[left - 1];
                    if (!isGone) throw error;
                }
            }
            return rowsAfter(null, limit);
        };
        if (known !== null) {
            const own = new Set(shown.slice(place.start, known.end)), last = shown[known.end - 1];
            let limit = own.size, rows = await rowsBehind(place.start, limit);
            const all = [...rows];
            if (rows.length === limit && !rows.some((row) => row.id === last)) {
                // Others came between, or the last one is gone: up to the first row behind it.
                const beyond = (await rowsBehind(known.end, 1))[0]?.id;
                while (rows.length === limit && !rows.some((row) => row.id === last || row.id === beyond)) {
                    limit = MOST;
                    rows = await rowsAfter(rows[rows.length - 1].id, limit);
                    all.push(...rows);
                }
            }
            return { rows: all.filter((row) => own.has(row.id)), next: known.next };
        }
        const before = new Set(shown);
        /** @type {Message[]} */
        const found = [];
        let rows = await rowsBehind(place.start, PAGE);
        for (;;) {
            found.push(...rows.filter((row) => !before.has(row.id)));
            if (found.length >= PAGE || rows.length < PAGE) break;
            rows = await rowsAfter(rows[rows.length - 1].id, PAGE);
        }
        const page = found.slice(0, PAGE);
        if (page.length === 0) return { rows: page, next: null };
        shown.push(...page.map((row) => row.id));
        const isEnd = rows.length < PAGE && found.length === page.length;
        place.known = { end: shown.length, next: isEnd ? null : { start: shown.length, known: null } };
        return { rows: page, next: place.known.next };
    };
}

/**
 * @param {{ name: string | null, address: string } | null} address
 */
export function person(address) {
    return address === null ? "(no sender)" : address.name || address.address || "(no sender)";
}

/**
 * A row of a list.
 * @param {Message & { present?: Map<string, Message> | null }} row
 * @param {{ at: string | null, folder: Folder | null, href: string, isChosen: boolean }} view
 */
export function messageRow(row, { at, folder, href, isChosen }) {
    const marks = [], isUnread = !row.is_read && !row.is_draft;
    if (row.is_draft) marks.push(make("span.mark", {}, "draft"));
    if (row.is_flagged) marks.push(make("span.mark", {}, "⚑ flag"));
    if (row.has_attachments) marks.push(make("span.mark", {}, "attachment"));
    for (const label of row.keywords.filter((keyword) => !keyword.startsWith("$"))) marks.push(make("span.mark.label",
        {}, foreign(label)));
    if (at !== null && row.present) marks.push(...sinceThen(row, row.present.get(row.id) ?? null));
    return make("li", { class: "row" + (isUnread ? " is-unread" : "") + (isChosen ? " chosen" : ""), tabindex: "-1",
        "data-message": row.id },
        make("a.to", { href },
            make("span.from", {}, isUnread && make("span.dot", {}, make("span.unseen", {}, "unread ")),
                foreign(person(row.from))),
            make("time", { datetime: row.date ?? row.received_at, title: row.date ?? row.received_at },
                date(row.date ?? row.received_at)),
            make("span.subject", {}, foreign(row.subject || "(no subject)")),
            make("span.snippet", {}, folder === null && make("span.places", {}, foreign(list(row.folders)), " · "),
                foreign(row.snippet))),
        marks.length > 0 && make("span.marks", {}, ...marks));
}

/**
 * What is another now than it was then.
 * @param {Message} then
 * @param {Message | null} now
 */
function sinceThen(then, now) {
    if (now === null) return [make("span.mark.since", {}, "not there now")];
    const [old, current] = [[...then.folders].sort().join("\n"), [...now.folders].sort().join("\n")];
    return old === current ? [] : [make("span.mark.since", {}, "now in ", foreign(list(now.folders)))];
}
