// The addresses of the pages: fragments that can be sent to others.

/**
 * @typedef {object} Route
 * @property {string} page the first word of the address
 * @property {string | null} at the moment in question; null is the present
 * @property {string[]} parts what follows the page
 * @property {URLSearchParams} query
 */

/**
 * Reads an address: `#/at/153/mailbox/FOLDER?q=words`.
 * @param {string} fragment
 * @returns {Route}
 */
export function read(fragment) {
    const [path, query] = [fragment.replace(/^#\/?/, "").split("?")[0],
        fragment.includes("?") ? fragment.slice(fragment.indexOf("?") + 1) : ""];
    const parts = path.split("/").filter((part) => part !== "").map(decode);
    const at = parts[0] === "at" && parts.length > 1 ? parts[1] : null;
    const rest = at === null ? parts : parts.slice(2);
    return { page: rest[0] ?? "timeline", at: at === "now" ? null : at, parts: rest.slice(1),
        query: new URLSearchParams(query) };
}

/** @param {string} part */
function decode(part) {
    try { return decodeURIComponent(part); } catch { return part; }
}

/**
 * Writes an address.
 * @param {string} page
 * @param {(string | number)[]} [parts]
 * @param {{ at?: string | number | null, query?: Record<string, string | null | undefined> }} options
 */
export function address(page, parts = [], { at = null, query = {} } = {}) {
    const words = [...(at === null ? [] : ["at", at]), page, ...parts].map((part) => encodeURIComponent(part));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
    const text = search.toString();
    return "#/" + words.join("/") + (text === "" ? "" : "?" + text);
}

/**
 * Goes to an address, with a step in the history of the browser or without one.
 * @param {string} fragment
 * @param {{ replacing?: boolean }} options
 */
export function go(fragment, { replacing = false } = {}) {
    if (location.hash === fragment) return;
    if (!replacing) {
        location.hash = fragment;
        return;
    }
    history.replaceState(null, "", fragment);
    dispatchEvent(new HashChangeEvent("hashchange"));
}
