// A strip of changes a day: which days had many, and a drag selects some of them.

import { draw, make } from "./dom.js";
import { date, fieldDate, startOfDay } from "./times.js";
import { counted } from "./words.js";

/** @typedef {{ day: string, count: number }} Day a day as a date field has it */

const WIDTH = 1000, HEIGHT = 56;

/**
 * @param {Day[]} days those with changes, the oldest first
 * @param {{ from: string | null, to: string | null, choose: (from: string, to: string) => void }} selection
 */
export function strip(days, { from, to, choose }) {
    if (!days.some((day) => day.count > 0)) return make("div");
    const bars = gathered(days), most = Math.max(...bars.map((bar) => bar.count)), width = WIDTH / bars.length,
        thick = Math.min(width * 0.76, 36);
    const loudest = bars.find((bar) => bar.count === most) ?? bars[0];
    const picture = draw("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, preserveAspectRatio: "none", class: "strip",
        role: "img",
        "aria-label": "Changes a day from " + written(bars[0].first) + " to " + written(bars[bars.length - 1].last)
            + "; most of them, " + loudest.count + ", on "
            + written(loudest.first) + ". The fields “From” and “To” select days by keyboard." });
    const chosen = draw("rect", { class: "chosen", y: 0, height: HEIGHT, x: 0, width: 0 });
    picture.append(chosen);
    bars.forEach((bar, index) => {
        // The root keeps quiet days visible beside an import.
        const height = bar.count === 0 ? 0 : Math.max(4, Math.sqrt(bar.count / most) * (HEIGHT - 4));
        const isChosen = (from === null || bar.last >= from) && (to === null || bar.first <= to);
        picture.append(draw("rect", { class: isChosen ? "bar" : "bar faint", x: (index + 0.5) * width - thick / 2,
            width: thick, y: HEIGHT - height, height }),
            draw("rect", { class: "hit", x: index * width, width, y: 0, height: HEIGHT },
                draw("title", {}, label(bar))));
    });
    const select = (/** @type {number} */ one, /** @type {number} */ other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        chosen.setAttribute("x", String(first * width));
        chosen.setAttribute("width", String((last - first + 1) * width));
        return [bars[first].first, bars[last].last];
    };
    const indexAt = (/** @type {PointerEvent} */ event) => {
        const box = picture.getBoundingClientRect();
        return Math.max(0, Math.min(bars.length - 1, Math.floor((event.clientX - box.left) / box.width * bars.length)));
    };
    let start = -1;
    picture.addEventListener("pointerdown", (event) => {
        start = indexAt(event);
        picture.setPointerCapture(event.pointerId);
        select(start, start);
    });
    picture.addEventListener("pointermove", (event) => {
        if (start >= 0) select(start, indexAt(event));
    });
    picture.addEventListener("pointerup", (event) => {
        if (start < 0) return;
        const [first, last] = select(start, indexAt(event));
        start = -1;
        choose(first, last);
    });
    return make("figure.strip-figure", {}, /** @type {any} */ (picture),
        make("figcaption", {}, make("span", {}, written(bars[0].first)),
            make("span.quiet", {}, "changes a day · drag to select"),
            make("span", {}, written(bars[bars.length - 1].last))));
}

/** @typedef {{ first: string, last: string, count: number }} Bar */

/** @param {Bar} bar */
function label(bar) {
    return (bar.first === bar.last ? written(bar.first) : written(bar.first) + " to " + written(bar.last)) + ": "
        + counted(bar.count, "change");
}

/** @param {string} day */
const written = (day) => date((startOfDay(day) ?? new Date()).toISOString());

/**
 * All days from the first to the last; of many, several a bar.
 * @param {Day[]} days
 * @returns {Bar[]}
 */
function gathered(days) {
    const counts = new Map(days.map((day) => [day.day, day.count]));
    const start = startOfDay(days[0].day) ?? new Date(), end = startOfDay(days[days.length - 1].day) ?? new Date();
    const span = Math.round((end.getTime() - start.getTime()) / 86400000) + 1, perBar = Math.ceil(span / 120);
    /** @type {Bar[]} */
    const bars = [];
    for (let index = 0; index < span; index++) {
        const day = fieldDate(new Date(start.getFullYear(), start.getMonth(), start.getDate() + index).toISOString());
        if (index % perBar === 0) bars.push({ first: day, last: day, count: 0 });
        const bar = bars[bars.length - 1];
        bar.last = day;
        bar.count += counts.get(day) ?? 0;
    }
    return bars;
}
