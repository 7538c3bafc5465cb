// What a proven entry says, in words made from its own bytes and from those of the other entries of the file.

import { happened, quoted, spoken } from "./words.js";

/** @typedef {import("./proofcheck.js").Proven} Proven */
/** @typedef {import("../Types/forms").FieldChange} FieldChange */

/**
 * The names that entries give to ids: the paths of folders, the subjects of messages, the addresses of accounts.
 * @param {Proven[]} events
 * @returns {Map<string, string>}
 */
export function namesIn(events) {
    const names = new Map();
    for (const { payload } of events) {
        if (payload === null || typeof payload !== "object" || typeof payload.id !== "string") continue;
        const name = payload.headers?.subject ?? payload.path ?? payload.name ?? payload.address;
        if (typeof name === "string") names.set(payload.id, name);
    }
    return names;
}

/**
 * @param {Proven} event
 * @param {Map<string, string>} names
 */
export function provenWords(event, names) {
    const { type, payload } = event;
    if (payload === null) return "did something whose content is not in this file ("
        + spoken(type.replace(/^\w+\./, "")) + ")";
    const what = happened({ type, changes: changesIn(payload, names) });
    const id = payload.id ?? payload[type.replace(/^\w+\./, "").split("-")[0]] ?? null,
        name = typeof id === "string" ? names.get(id) : undefined;
    return what + (name === undefined ? "" : ": " + quoted(name));
}

/**
 * @param {any} payload
 * @param {Map<string, string>} names
 * @returns {FieldChange[]}
 */
function changesIn(payload, names) {
    /** @type {FieldChange[]} */
    const changes = [];
    const named = (/** @type {any} */ value) => typeof value === "string" ? names.get(value) ?? null : null;
    const collect = (/** @type {any} */ value, /** @type {string} */ field) => {
        if (Array.isArray(value)) value.forEach((one) => collect(one, field));
        else if (value !== null && typeof value === "object") {
            if (Object.keys(value).sort().join() === "new,old") changes.push({ field, old: value.old, new: value.new,
                old_text: named(value.old), new_text: named(value.new) });
            else for (const [key, inner] of Object.entries(value)) collect(inner,
                field === "" ? key : field + "." + key);
        }
    };
    collect(payload, "");
    const folder = payload.copy?.folder;
    if (changes.length === 0 && typeof folder === "string") changes.push({ field: "folder", old: null, new: folder,
        old_text: null, new_text: named(folder) });
    return changes;
}
