// Numbers over time as pictures; each leads to the changes behind it.

import { fill, make } from "./dom.js";
import { chart } from "./chart.js";
import { actorName } from "./operation.js";
import { endOfStep, series } from "./series.js";
import { address } from "./routes.js";
import { notice, problem, waiting } from "./states.js";
import { size } from "./words.js";

/** @typedef {import("./series.js").Series} Series */
/** @typedef {import("./chart.js").ChartData} ChartData */

// Actors with a bar of their own.
const ACTORS = 5;

/**
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function charts(route) {
    const asking = new AbortController(), range = { from: route.query.get("from"), to: route.query.get("to") };
    const element = make("div", {}, make("h1", { tabindex: "-1" }, "Charts"),
        make("p.lead", {}, "Each bar and each point leads to the changes behind it. Each picture has its numbers as a table and as files. Days are in UTC."));
    for (const part of [changes, unread, total, mail, sizes]) element.append(place(() => part(range, asking.signal),
        asking.signal));
    return { title: "Charts", element, close: () => asking.abort(), concerns: (news) => news };
}

/**
 * A part of the page that shows what it asked for.
 * @param {() => Promise<ChartData | null>} load
 * @param {AbortSignal} signal
 */
function place(load, signal) {
    const element = make("section", {}, waiting());
    const show = async () => {
        try {
            const data = await load();
            fill(element, data === null || data.steps.length === 0
                ? notice("Nothing to draw yet", "The ledger has recorded nothing.") : chart(data));
        } catch (error) {
            if (!signal.aborted) fill(element, problem(error, show));
        }
    };
    void show();
    return element;
}

/** @typedef {{ from: string | null, to: string | null }} Range */

/**
 * @param {Range} range
 * @param {AbortSignal} signal
 * @returns {Promise<ChartData>}
 */
async function changes(range, signal) {
    const found = await series("changes_by_actor", range, signal),
        shown = found.lines.filter((line) => !line.is_rest).slice(0, ACTORS),
        others = found.lines.filter((line) => !shown.includes(line));
    const lines = shown.map((line) => ({ name: actorName(line.actor), actor: line.actor, values: line.values }));
    if (others.length > 0) lines.push({ name: "all others", actor: null,
        values: found.starts.map((_, index) => others.reduce((sum, line) => sum + line.values[index], 0)) });
    return { name: "changes-by-actor", title: "Changes by who made them",
        about: "How many entries of the log each person or program wrote.", kind: "bars", ...steps(found),
        series: lines,
        link: (step, which) => timelineOf(found, step, lines[which].actor) };
}

/**
 * @param {Range} range
 * @param {AbortSignal} signal
 * @returns {Promise<ChartData>}
 */
async function unread(range, signal) {
    const found = await series("unread", range, signal);
    return { name: "unread", title: "Unread mail", about: "How many messages were unread at the end of each "
        + found.step + ".", kind: "lines", ...steps(found),
        series: [{ name: "unread", values: found.lines[0]?.values ?? [] }],
        link: (step) => timelineOf(found, step, null) };
}

/**
 * @param {Range} range
 * @param {AbortSignal} signal
 * @returns {Promise<ChartData>}
 */
async function total(range, signal) {
    const found = await series("total", range, signal);
    return { name: "total", title: "All mail", about: "How many messages the mailboxes held at the end of each "
        + found.step + ".", kind: "lines", ...steps(found),
        series: [{ name: "messages", values: found.lines[0]?.values ?? [] }],
        link: (step) => timelineOf(found, step, null) };
}

/**
 * @param {Range} range
 * @param {AbortSignal} signal
 * @returns {Promise<ChartData>}
 */
async function mail(range, signal) {
    const found = await series("mail_by_month", range, signal);
    return { name: "mail-by-month", title: "Mail by the month of its date",
        about: "How many of the messages of now were written in each " + found.step + ".", kind: "bars",
        ...steps(found), series: [{ name: "messages", values: found.lines[0]?.values ?? [] }],
        link: (step) => address("mailbox", ["all"], { query: { q: "date:" + found.starts[step] + ".."
            + endOfStep(found, step) } }) };
}

/**
 * @param {Range} range
 * @param {AbortSignal} signal
 * @returns {Promise<ChartData>}
 */
async function sizes(range, signal) {
    const found = await series("size", range, signal);
    return { name: "size", title: "Size of all mail", about: "How much room the messages took at the end of each "
        + found.step + ".", kind: "lines", ...steps(found),
        series: [{ name: "bytes", values: found.lines[0]?.values ?? [] }], written: (number) => size(number),
        link: (step) => timelineOf(found, step, null) };
}

/** @param {Series} found */
function steps(found) {
    const length = { day: 10, week: 10, month: 7, year: 4 }[found.step];
    return { step: found.step, steps: found.starts.map((start) => start.slice(0, length)) };
}

/**
 * @param {Series} found
 * @param {number} step
 * @param {string | null} actor
 */
function timelineOf(found, step, actor) {
    return address("timeline", [], { query: { from: found.starts[step], to: endOfStep(found, step), actor } });
}
