// Chooses a moment: a slider over all of them, a day, or now.

import { button, fill, foreign, freshID, make } from "./dom.js";
import { stopAt, stopBefore, stops } from "./moments.js";
import { visible } from "./signs.js";
import { endOfDay, fieldDate, moment, time } from "./times.js";

/** @typedef {import("./moments.js").Stop} Stop */

// How long a moment must be chosen before it is asked for.
const REST = 250, TYPED = 700;

export class Slider {
    /** @param {(position: number | null) => void} choose null is now */
    constructor(choose) {
        this.choose = choose;
        /** @type {Stop[]} */
        this.stops = [];
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.wanted = /** @type {number | null} */ (null);
        const id = freshID("moment");
        this.range = make("input", { type: "range", id: "slider", min: 0, max: 0, value: 0, step: 1,
            "aria-label": "Moment", disabled: true });
        this.date = make("input", { type: "date", id: "slider-date", "aria-label": "At the end of the day" });
        this.earlier = button("‹", () => this.step(-1), { "aria-label": "One moment earlier",
            title: "One moment earlier" });
        this.later = button("›", () => this.step(1), { "aria-label": "One moment later", title: "One moment later" });
        this.now = button("Now", () => this.rest(this.stops.length - 1, 0), { id: "slider-now" });
        this.words = make("p.slider-words", { id, "aria-live": "polite" });
        this.element = make("div.slider", { role: "group", "aria-label": "As of which moment" },
            make("span.slider-name", {}, "As of"), this.earlier, this.range, this.later, this.date, this.now,
                this.words);
        this.range.addEventListener("input", () => this.rest(Number(this.range.value) - 1, REST));
        // Each digit that is typed makes another date: the last one counts.
        this.date.addEventListener("input", () => {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => void this.chooseDay(), TYPED);
        });
        this.date.addEventListener("keydown", (event) => {
            if (event.key === "Enter") void this.chooseDay();
        });
    }

    /**
     * Shows which moment is looked at.
     * @param {number | null} position NaN for a moment that could not be shown
     */
    async show(position) {
        this.wanted = position;
        try {
            this.stops = await stops();
        } catch {
            fill(this.words, make("span.quiet", {},
                "The moments of the log could not be loaded; a day can be chosen again when the page is loaded again."));
            return;
        }
        if (!Object.is(this.wanted, position)) return;
        this.range.max = String(this.stops.length);
        this.range.disabled = this.stops.length === 0;
        const isUnknown = Number.isNaN(position);
        const index = position === null || isUnknown ? this.stops.length - 1 : stopAt(this.stops, position);
        this.range.value = String(index + 1);
        this.say(index, position === null || this.stops[index]?.position === position);
        if (!isUnknown) return;
        this.earlier.disabled = this.now.disabled = false;
        fill(this.words, "Choose a moment");
    }

    async chooseDay() {
        const end = endOfDay(this.date.value);
        if (!end || end.getFullYear() < 1000) return;
        this.stops = await stops();
        this.rest(stopBefore(this.stops, end), 0);
    }

    /** @param {number} by */
    step(by) {
        const index = Math.max(-1, Math.min(this.stops.length - 1, Number(this.range.value) - 1 + by));
        this.rest(index, 0);
    }

    /**
     * Says what is at a stop at once, and asks for its mailbox when it was chosen for a moment.
     * @param {number} index
     * @param {number} delay
     */
    rest(index, delay) {
        this.range.value = String(index + 1);
        this.say(index);
        clearTimeout(this.timer);
        const position = index === this.stops.length - 1 ? null : index < 0 ? 0 : this.stops[index].position;
        this.timer = setTimeout(() => {
            if (position !== this.wanted) this.choose(position);
        }, delay);
    }

    /**
     * @param {number} index
     * @param {boolean} [isThere] whether the moment is the stop itself, and not behind it
     */
    say(index, isThere = true) {
        const stop = this.stops[index], isNow = index === this.stops.length - 1;
        this.earlier.disabled = index < 0;
        this.later.disabled = isNow;
        this.now.disabled = isNow;
        const after = isThere ? ", right after " : ", after ";
        const text = isNow ? "now" : stop ? moment(stop.time) : "before anything was recorded";
        this.range.setAttribute("aria-valuetext", visible(text + (stop && !isNow ? after + stop.what : "")));
        if (stop && document.activeElement !== this.date) this.date.value = fieldDate(stop.time);
        fill(this.words, isNow ? make("span", {}, make("b", {}, "Now"),
            stop ? make("span.quiet", {}, " · last change ", time(stop.time)) : null)
            : stop ? make("span", {}, make("b", {}, time(stop.time)),
                make("span.quiet", {}, " ·" + after.slice(1), foreign(stop.what), stop.counts && " · " + stop.counts))
                : make("b", {}, "Before anything was recorded"));
    }

    close() {
        clearTimeout(this.timer);
    }
}
