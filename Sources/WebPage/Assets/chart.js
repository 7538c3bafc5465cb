// A chart: a picture, the same numbers as a table, and both as files.

import { button, draw, foreign, freshID, make } from "./dom.js";
import { saveTable } from "./csv.js";
import { saveFile } from "./files.js";
import { ticks } from "./ticks.js";
import { visible } from "./signs.js";

/**
 * @typedef {object} ChartData
 * @property {string} name of the files
 * @property {string} title
 * @property {string} about
 * @property {"bars" | "lines"} kind bars of several series stand on each other
 * @property {string} step what a step is: "month", "day"
 * @property {string[]} steps
 * @property {{ name: string, values: number[] }[]} series
 * @property {(number: number) => string} [written]
 * @property {(step: number, series: number) => string | null} [link]
 */

const HEIGHT = 260, LEFT = 58, RIGHT = 12, TOP = 12, BOTTOM = 30, TABLE_ROWS = 120;
// On a telephone a picture has fewer dates, so that it need not be scrolled.
const narrow = matchMedia("(max-width: 44rem)"), LABEL = 85;
const HATCHES = ["", "M0 6L6 0", "M3 0V6", "M0 0L6 6", "M0 3H6", "M0 0L6 6M0 6L6 0"],
    DASHES = ["", "7 4", "2 3", "9 3 2 3", "4 4", "1 4"];

/** @param {ChartData} data */
export function chart(data) {
    const picture = pictureOf(data);
    return make("figure.chart", {}, make("h2", {}, data.title), make("p.quiet", {}, data.about),
        data.series.length > 1 && legend(data), make("div.wide", {}, /** @type {any} */ (picture)), table(data),
        make("p.actions", {}, button("Save as CSV", () => saveTable(data.name, rows(data)),
            { "aria-label": "Save as CSV: " + data.title }),
            button("Save as SVG", () => saveFile(data.name + ".svg", standalone(picture), "image/svg+xml"),
                { "aria-label": "Save as SVG: " + data.title })));
}

/** @param {ChartData} data */
const rows = (data) => [[data.step, ...data.series.map((series) => series.name)],
    ...data.steps.map((step, index) => [step, ...data.series.map((series) => String(series.values[index]))])];

/** @param {ChartData} data */
function pictureOf(data) {
    const { steps, series } = data, written = data.written ?? ((/** @type {number} */ number) =>
        number.toLocaleString("en"));
    const sums = steps.map((_, index) => series.reduce((sum, one) => sum + one.values[index], 0));
    const most = data.kind === "bars" ? Math.max(1, ...sums) : Math.max(1, ...series.flatMap((one) => one.values)),
        marks = ticks(most), top = marks[marks.length - 1];
    const width = narrow.matches ? 340 : 760, room = width - LEFT - RIGHT;
    const x = (/** @type {number} */ index) => LEFT + (index + 0.5) * room / steps.length,
        y = (/** @type {number} */ value) => HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    const highest = sums.indexOf(Math.max(...sums)), id = freshID("hatch");
    const picture = draw("svg", { viewBox: "0 0 " + width + " " + HEIGHT, class: "plot", role: "img",
        "aria-label": data.title + ": " + steps.length + " steps from " + steps[0] + " to " + steps[steps.length - 1]
            + "; most at " + steps[highest] + ", " + written(sums[highest]) + ". The table below has all numbers." });
    picture.append(draw("defs", {}, ...series.map((_, index) => hatch(id + "-" + index, index))));
    for (const mark of marks) picture.append(draw("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(mark),
        y2: y(mark) }), draw("text", { class: "label", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" },
        written(mark)));
    const every = Math.ceil(steps.length / Math.floor(room / LABEL));
    steps.forEach((step, index) => {
        if (index % every === 0) picture.append(draw("text",
            { class: "label", x: x(index), y: HEIGHT - 10, "text-anchor": "middle" }, step));
    });
    if (data.kind === "bars") bars(picture, data, x, y, id, written);
    else lines(picture, data, x, y, written);
    return picture;
}

/**
 * @param {string} id
 * @param {number} index
 */
function hatch(id, index) {
    return draw("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        draw("rect", { class: "s" + index % 6, width: 6, height: 6 }),
        HATCHES[index % 6] !== "" && draw("path", { class: "hatch", d: HATCHES[index % 6] }));
}

/**
 * @param {SVGElement} picture
 * @param {ChartData} data
 * @param {(index: number) => number} x
 * @param {(value: number) => number} y
 * @param {string} id
 * @param {(number: number) => string} written
 */
function bars(picture, data, x, y, id, written) {
    const width = Math.min(34, (x(1) - x(0)) * 0.75);
    data.steps.forEach((step, index) => {
        let sum = 0;
        data.series.forEach((series, which) => {
            const value = series.values[index];
            if (value === 0) return;
            const bar = draw("rect", { class: "bar", fill: "url(#" + id + "-" + which + ")", x: x(index) - width / 2,
                width, y: y(sum + value), height: y(sum) - y(sum + value) },
                draw("title", {}, visible(step + ": " + (data.series.length > 1 ? series.name + ", " : "")
                    + written(value))));
            picture.append(linked(data, index, which, bar));
            sum += value;
        });
    });
}

/**
 * @param {SVGElement} picture
 * @param {ChartData} data
 * @param {(index: number) => number} x
 * @param {(value: number) => number} y
 * @param {(number: number) => string} written
 */
function lines(picture, data, x, y, written) {
    data.series.forEach((series, which) => {
        picture.append(draw("path", { class: "line l" + which % 6, "stroke-dasharray": DASHES[which % 6] || null,
            d: series.values.map((value, index) => (index === 0 ? "M" : "L") + x(index).toFixed(1) + " "
            + y(value).toFixed(1)).join("") }));
        if (data.steps.length > 200) return;
        series.values.forEach((value, index) => picture.append(linked(data, index, which,
            draw("circle", { class: "dot-" + which % 6, cx: x(index), cy: y(value), r: 3 },
            draw("title", {}, visible(data.steps[index] + ": " + series.name + " " + written(value)))))));
    });
}

/**
 * A mark of the picture, leading where it leads; by keyboard the table leads there.
 * @param {ChartData} data
 * @param {number} step
 * @param {number} series
 * @param {SVGElement} mark
 */
function linked(data, step, series, mark) {
    const href = data.link?.(step, series);
    return href ? draw("a", { href, tabindex: "-1" }, mark) : mark;
}

/** @param {ChartData} data */
function legend(data) {
    return make("ul.legend", {}, ...data.series.map((series, index) => {
        const id = freshID("legend"), sample = data.kind === "bars"
            ? draw("rect", { width: 18, height: 12, fill: "url(#" + id + ")" })
            : draw("path", { class: "line l" + index % 6, "stroke-dasharray": DASHES[index % 6] || null,
            d: "M0 6H26" });
        return make("li", {}, /** @type {any} */ (draw("svg",
            { viewBox: "0 0 " + (data.kind === "bars" ? 18 : 26) + " 12", "aria-hidden": "true" },
            draw("defs", {}, hatch(id, index)), sample)), foreign(series.name));
    }));
}

/** @param {ChartData} data */
function table(data) {
    const body = make("tbody"), written = data.written ?? ((/** @type {number} */ number) =>
        number.toLocaleString("en")), first = Math.max(0, data.steps.length - TABLE_ROWS);
    data.steps.slice(first).forEach((step, index) => body.append(make("tr", {}, make("th", { scope: "row" }, step),
        ...data.series.map((series, which) => {
        const href = data.link?.(first + index, which), text = written(series.values[first + index]);
        return make("td.n", {}, href && series.values[first + index] > 0 ? make("a", { href }, text) : text);
    }))));
    return make("details", {}, make("summary", {}, "Table: " + data.title),
        make("div.wide", {}, make("table", {}, make("caption", {}, data.title,
        first > 0 && ": the latest " + TABLE_ROWS + " of " + data.steps.length + "; the CSV has all"),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, data.step),
            ...data.series.map((series) => make("th", { scope: "col", class: "n" }, foreign(series.name))))), body)));
}

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "font-family", "font-size"];

/**
 * The picture as a file of its own, with the colours that it has now.
 * @param {SVGElement} picture
 */
function standalone(picture) {
    const copy = /** @type {SVGElement} */ (picture.cloneNode(true)), from = picture.querySelectorAll("*"),
        to = copy.querySelectorAll("*");
    from.forEach((element, index) => {
        const style = getComputedStyle(element);
        for (const name of STYLES) if (!(name === "fill" && element.getAttribute("fill"))) to[index].setAttribute(name,
            style.getPropertyValue(name));
        to[index].removeAttribute("class");
    });
    for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    const width = /** @type {SVGSVGElement} */ (picture).viewBox.baseVal.width;
    const paper = draw("rect", { width, height: HEIGHT, fill: getComputedStyle(document.body).backgroundColor });
    copy.prepend(paper);
    for (const [name, value] of [["width", width], ["height", HEIGHT]]) copy.setAttribute(String(name), String(value));
    copy.removeAttribute("class");
    return new XMLSerializer().serializeToString(copy);
}
