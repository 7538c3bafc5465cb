// The rows that differ between two moments, gathered by thing, and what they say.

import { counted, quoted } from "./words.js";

/** @typedef {import("../Types/forms").DifferenceRow} Row */

/**
 * What differs of one thing, with the events that made it so.
 * @typedef {object} Thing
 * @property {string} entity
 * @property {string} id
 * @property {string | null} name
 * @property {string | null} account
 * @property {Row[]} rows
 * @property {Row["events"][0] | null} cause the last of the events
 */

/** @typedef {{ field: string, old: any, new: any, old_text: string | null, new_text: string | null }} Line */

// What follows from other columns, or says nothing to a reader.
const SILENT = new Set(["is_unread", "message", "id", "folder_id", "number", "raw", "source", "flags", "has_body",
    "thread"]);

/**
 * Things in the order of their rows; those whose rows have different causes come once for each.
 * @param {Row[]} rows
 * @returns {Thing[]}
 */
export function things(rows) {
    /** @type {Map<string, Thing>} */
    const found = new Map();
    for (const row of rows) {
        const cause = row.events[row.events.length - 1] ?? null, key = row.entity + row.id + (cause?.operation ?? "");
        const known = found.get(key);
        if (known) known.rows.push(row);
        else found.set(key, { entity: row.entity, id: row.id, name: row.name, account: row.account, rows: [row],
            cause });
    }
    return [...found.values()];
}

/**
 * Whether a thing has only numbers that follow from other things.
 * @param {Thing} thing
 */
export const isCount = (thing) => thing.rows.every((row) => row.table === "unread" || row.table === "threads"
    && row.kind !== "destroyed");

/**
 * What differs, a line each.
 * @param {Thing} thing
 * @returns {(Line | string)[]}
 */
export function lines(thing) {
    const came = thing.rows.find((row) => row.table === thing.entity + "s" && row.kind !== "updated");
    if (came && thing.entity === "message") {
        const folders = thing.rows.filter((row) => row.table === "copies").flatMap((row) =>
            row.columns.filter((column) => column.column === "folder").map((column) =>
            column.old_text ?? column.new_text ?? ""));
        const place = [...new Set(folders)].join(", ");
        return [(came.kind === "created" ? "came in" : "is gone")
            + (place === "" ? "" : came.kind === "created" ? ", into " + place : ", from " + place)];
    }
    if (came) return [came.kind === "created" ? "is new" : "is gone"];
    return thing.rows.flatMap(rowLines);
}

/** @param {Row} row */
function keywordOf(row) {
    return String(row.key.name ?? row.columns.find((column) => column.column === "name")?.[row.kind === "created"
        ? "new" : "old"] ?? "");
}

/**
 * @param {Row} row
 * @returns {(Line | string)[]}
 */
function rowLines(row) {
    if (row.table === "keywords") {
        const name = keywordOf(row);
        // A mark such as $seen has a column of its own, too.
        if (name.startsWith("$")) return [];
        return [row.kind === "created" ? "labelled " + quoted(name) : "lost the label " + quoted(name)];
    }
    if (row.table === "copies" && row.kind !== "updated") {
        const folder = row.columns.find((column) => column.column === "folder");
        return [row.kind === "created" ? "is also in " + (folder?.new_text ?? "a folder") : "is no longer in "
            + (folder?.old_text ?? "a folder")];
    }
    const told = row.columns.filter((column) => !SILENT.has(column.column)
        && !(row.kind === "created" && (column.column === "folder" || column.column === "name"
        || column.column === "parent")));
    if (told.length === 0) return row.kind === "created" ? ["is new"] : row.kind === "destroyed" ? ["is gone"] : [];
    return told.map((column) => ({ field: column.column, old: column.old, new: column.new, old_text: column.old_text,
        new_text: column.new_text }));
}

/**
 * What happened to how many things, in words: "3 moved · 29 marked read · 2 other changes".
 * @param {Thing[]} all
 */
export function summary(all) {
    /** @type {[string, (row: Row) => boolean][]} */
    const kinds = [
        ["came in", (row) => row.table === "messages" && row.kind === "created"],
        ["gone", (row) => row.table === "messages" && row.kind === "destroyed"],
        ["moved", (row) => row.table === "copies" && row.kind === "updated"
            && row.columns.some((column) => column.column === "folder")],
        ["marked read", (row) => row.columns.some((column) => column.column === "is_seen" && column.old === 0)],
        ["marked unread", (row) => row.columns.some((column) => column.column === "is_seen" && column.old === 1
            && column.new === 0)],
        ["labelled", (row) => row.table === "keywords" && row.kind === "created" && !keywordOf(row).startsWith("$")],
    ];
    const number = (/** @type {(thing: Thing) => boolean} */ fits) =>
        new Set(all.filter(fits).map((thing) => thing.id)).size;
    const others = number((thing) => !kinds.some(([, fits]) => thing.rows.some(fits)));
    const said = kinds.map(([word, fits]) => [number((thing) => thing.rows.some(fits)), word])
        .filter(([count]) => Number(count) > 0).map(([count, word]) => count + " " + word);
    return [...said, ...others > 0 && said.length > 0 ? [counted(others, "other change")] : []].join(" · ");
}
