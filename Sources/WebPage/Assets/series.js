// Numbers over time, by days in UTC.

import { ask } from "./server.js";

/**
 * @typedef {object} Series
 * @property {"day" | "week" | "month" | "year"} step
 * @property {string | null} from
 * @property {string | null} to the last day of the last step
 * @property {string[]} starts the first day of each step
 * @property {{ actor: string | null, is_rest: boolean, values: number[] }[]} lines
 */

/**
 * @param {"mail_by_month" | "unread" | "total" | "changes_by_actor" | "size"} name
 * @param {{ from?: string | null, to?: string | null, step?: string, actor?: string | null }} range
 * @param {AbortSignal} [signal]
 * @returns {Promise<Series>}
 */
export function series(name, range = {}, signal) {
    const given = Object.fromEntries(Object.entries(range).filter(([, value]) => value));
    return ask("series", { name, ...given }, { signal });
}

/**
 * How many changes each day had that had some.
 * @param {string | null} actor
 * @returns {Promise<import("./strip.js").Day[]>}
 */
export async function dayCounts(actor) {
    const { starts, lines } = await series("changes_by_actor", { actor });
    return starts.map((day, index) => ({ day, count: lines.reduce((sum, line) => sum + line.values[index], 0) }));
}

/**
 * The last day of a step.
 * @param {Series} series
 * @param {number} index
 */
export function endOfStep({ starts, to }, index) {
    if (index + 1 >= starts.length) return to ?? starts[index];
    return new Date(Date.parse(starts[index + 1]) - 86400000).toISOString().slice(0, 10);
}
