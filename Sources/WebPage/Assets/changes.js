// Changes of single things: what each was and what it is.

import { foreign, make } from "./dom.js";
import { address } from "./routes.js";
import { spoken, value } from "./words.js";

/** @typedef {import("../Types/forms").FieldChange} FieldChange */
/** @typedef {import("../Types/forms").NamedChange} NamedChange */

/**
 * A field from what to what, by words for those who hear it and by an arrow for those who see it.
 * @param {FieldChange} change
 */
export function fieldLine(change) {
    const side = (/** @type {"old" | "new"} */ which) => shortened(value(change[which],
        change[which === "old" ? "old_text" : "new_text"], change.field));
    return make("span.change", {}, make("span.field-name", {}, spoken(change.field) + (change.is_part ? " (in part)" : "")),
        " ",
        make("del", {}, foreign(side("old"))), make("span.arrow", {}, " → "), make("ins", {}, foreign(side("new"))));
}

/** @param {string} text */
function shortened(text) {
    return text.length > 300 ? text.slice(0, 300) + "…" : text;
}

/**
 * The name of a thing; a message leads to its page.
 * @param {{ entity: string, id: string | null }} thing
 * @param {string | null} name
 */
export function thing({ entity, id }, name) {
    const text = name ?? (entity === "message" ? "(no subject)" : spoken(entity));
    if (entity !== "message" || id === null) return make("span", {}, make("span.quiet", {}, spoken(entity), " "),
        foreign(text));
    return make("a", { href: address("message", [id]) }, foreign(text));
}

// What a new message brings with it and nobody changed.
const SILENT = new Set(["source", "flags", "message_id", "size", "received_at", "keywords", "date", "subject",
    "folder"]);

/**
 * What happened to one thing within an operation.
 * @param {NamedChange} change
 */
export function changeRow({ name, folders, event }) {
    const isNew = event.type === "mail.message-added" || event.type === "mail.message-copied";
    const lines = event.changes.filter((change) => !isNew || (change.field === "folder" || !SILENT.has(change.field)));
    return make("li", {}, make("span.thing", {}, thing(event, name)),
        event.entity === "message" && folders.length > 0 && !event.changes.some((change) =>
            change.field.endsWith("folder"))
            ? make("span.quiet", {}, "in ", foreign(folders.join(", "))) : null,
        make("span.lines", {}, ...lines.map(fieldLine)));
}
