// Rows of mail.

import { foreign, make } from "./dom.js";
import { ask } from "./server.js";
import { date } from "./times.js";
import { list } from "./words.js";

/** @typedef {import("../Types/forms").Message} Message */
/** @typedef {import("../Types/forms").Folder} Folder */

/**
 * Messages as they are now, by their ids; what is not among them is gone.
 * @param {Message[]} rows
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, Message>>}
 */
export async function presentOf(rows, signal) {
    if (rows.length === 0) return new Map();
    /** @type {Message[]} */
    const present = await ask("list-messages", { filter: rows.map((row) => "id:" + row.id).join(" or "),
        limit: rows.length }, { signal });
    return new Map(present.map((row) => [row.id, row]));
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
