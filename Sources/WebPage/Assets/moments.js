// The moments of the log: where a slider can stop, and what was done there.

import { hear } from "./live.js";
import { actorName } from "./operation.js";
import { series } from "./series.js";
import { ask } from "./server.js";
import { counted } from "./words.js";

/** @typedef {import("./series.js").Series} Series */

/**
 * A stop of the slider: the mailbox right after something was done.
 * @typedef {object} Stop
 * @property {number} position
 * @property {string} time
 * @property {string} what
 * @property {string} counts how much mail there was about then
 */

/** @typedef {{ actor: string | null, command: string | null, reason: string | null }} Loudest */

/** @type {Promise<Stop[]> | null} */
let known = null;

/**
 * The stops, the oldest first.
 * @returns {Promise<Stop[]>}
 */
export function stops() {
    known ??= load().catch((error) => {
        known = null;
        throw error;
    });
    return known;
}

// The log has grown.
hear(() => { known = null; });

/** @returns {Promise<Stop[]>} */
async function load() {
    const numbers = (/** @type {"total" | "unread"} */ name) => series(name).catch(() => null);
    const [found, total, unread] = await Promise.all([ask("moments", { steps: 1000 }), numbers("total"),
        numbers("unread")]);
    /** @type {{ position: number, time: string, events: number, loudest: Loudest | null }[]} */
    const stops = found.stops;
    return stops.map(({ position, time, events, loudest }) =>
        ({ position, time, what: whatOf(events, loudest), counts: countsAt(time, total, unread) }));
}

/**
 * What was done last before a stop, in words.
 * @param {number} events
 * @param {Loudest | null} loudest
 */
function whatOf(events, loudest) {
    if (loudest === null) return counted(events, "change");
    const why = loudest.reason === null ? "" : ", because “" + loudest.reason + "”";
    return actorName(loudest.actor) + "’s “" + (loudest.command ?? "erased") + "”" + why;
}

/**
 * @param {string} time
 * @param {Series | null} total
 * @param {Series | null} unread
 */
function countsAt(time, total, unread) {
    if (!total || !unread) return "";
    const later = total.starts.findIndex((start) => start > time.slice(0, 10));
    const index = later < 0 ? total.starts.length - 1 : later - 1;
    const all = total.lines[0]?.values[index], few = unread.lines[0]?.values[index];
    return all === undefined ? "" : counted(all, "message") + ", " + few + " unread at the end of that " + total.step;
}

/**
 * Which moment a mailbox is of: behind "as it was".
 * @param {string} at as it was asked for
 * @param {number} position the last entry that counts then
 */
export function momentWords(at, position) {
    const [, asked, before] = /^0*(\d+)(\^?)$/.exec(at) ?? [];
    const words = position === 0 ? "before the first entry of the log" : "after entry " + position + " of the log";
    if (before) return words + ", right before the transaction of entry " + asked;
    return asked === undefined || Number(asked) === position ? words
        : words + ". Entry " + asked + " lies within a transaction, and this is its end";
}

/**
 * The last stop at or before a position; -1 for none.
 * @param {Stop[]} stops
 * @param {number} position
 */
export function stopAt(stops, position) {
    let index = -1;
    stops.forEach((stop, at) => {
        if (stop.position <= position) index = at;
    });
    return index;
}

/**
 * The last stop at or before a time; -1 for none.
 * @param {Stop[]} stops
 * @param {Date} time
 */
export function stopBefore(stops, time) {
    let index = -1;
    stops.forEach((stop, at) => {
        if (new Date(stop.time) <= time) index = at;
    });
    return index;
}
