// Times as the reader's clock shows them; the same in UTC where the pointer rests.

import { make } from "./dom.js";

const format = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat("en-GB", options);
const DAY = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const DATE = format({ day: "numeric", month: "short", year: "numeric" });
const CLOCK = format({ hour: "2-digit", minute: "2-digit" });
const MOMENT = format({ weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit",
    minute: "2-digit" });

/** @param {string} iso */
export const day = (iso) => DAY.format(new Date(iso));
/** @param {string} iso */
export const date = (iso) => DATE.format(new Date(iso));
/** @param {string} iso */
export const clock = (iso) => CLOCK.format(new Date(iso));
/** @param {string} iso */
export const moment = (iso) => MOMENT.format(new Date(iso));
/** @param {string} iso */
export const universal = (iso) => iso.slice(0, 19).replace("T", " ") + " UTC";

/**
 * A time in words of some length.
 * @param {string} iso
 * @param {(iso: string) => string} words
 * @param {string} [name]
 */
export function time(iso, words = moment, name) {
    return make("time", { datetime: iso, title: universal(iso), class: name }, words(iso));
}

/**
 * The date of an instant as a date field has it.
 * @param {string} iso
 */
export function fieldDate(iso) {
    const at = new Date(iso), two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return at.getFullYear() + "-" + two(at.getMonth() + 1) + "-" + two(at.getDate());
}

/**
 * The first instant of a day of a date field; null for none.
 * @param {string} text
 */
export function startOfDay(text) {
    const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : null;
}

/**
 * The last millisecond of a day of a date field; null for none.
 * @param {string} text
 */
export function endOfDay(text) {
    const start = startOfDay(text);
    return start ? new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1, 0, 0, 0, -1) : null;
}
