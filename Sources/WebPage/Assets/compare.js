// What differs between two moments, and who made it so.

import { button, fill, foreign, labelled, make, select } from "./dom.js";
import { fieldLine, thing as thingName } from "./changes.js";
import { isCount, lines, summary, things } from "./differences.js";
import { stopAt, stops } from "./moments.js";
import { actorName, quotedForeign } from "./operation.js";
import { messagesOf } from "./messages.js";
import { Pages } from "./pages.js";
import { ask } from "./server.js";
import { address, go } from "./routes.js";
import { may } from "./session.js";
import { notice, problem, waiting } from "./states.js";
import { endOfDay, fieldDate, moment, time } from "./times.js";
import { openUndoOf } from "./undo.js";
import { counted } from "./words.js";

/** @typedef {import("./differences.js").Thing} Thing */
/** @typedef {import("../Types/forms").DifferenceRow} Row */

const LIMIT = 1000, PAGE = 60;

/**
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function compare(route) {
    const [from, to] = [route.parts[0] ?? null, route.parts[1] ?? "now"], by = route.query.get("by") ?? "actor";
    const asking = new AbortController(), content = make("div"), form = make("form.line.compare-form");
    /** @type {Pages<any, number> | null} */
    let pages = null;
    const element = make("div", {}, make("h1", { tabindex: "-1" }, "Compare"),
        make("p.lead", {}, "What differs between two moments, and who made it so."), form, content);
    void fillForm(form, from, to, by);
    const show = async () => {
        pages?.close();
        if (from === null) {
            fill(content, notice("Choose two moments",
                "Choose two days above. You come here from the timeline and from the mailbox, too."));
            return;
        }
        fill(content, waiting("Comparing …"));
        try {
            const [rows, ends] = await Promise.all([ask("difference",
                { from, ...(to === "now" ? {} : { to }), limit: LIMIT }, { signal: asking.signal }), sides(from, to)]);
            const all = things(rows), groups = await grouped(all.filter((one) => !isCount(one)), by, from, to,
                asking.signal);
            pages = listOf(groups);
            fill(content, ends, rows.length === 0 ? notice("Nothing differs",
                "The mailbox was the same at both moments.")
                : make("p.summary", { "data-rows": rows.length },
                make("b", {}, summary(all.filter((one) => !isCount(one))) || counted(rows.length, "difference"))),
                rows.length === LIMIT && make("p.trouble", {},
                    "These are the first 1,000 differences. Choose a shorter time to see all."),
                pages.element, counts(all.filter(isCount)));
            await pages.start();
        } catch (error) {
            if (!asking.signal.aborted) fill(content, problem(error, show));
        }
    };
    void show();
    return { title: "Compare", element, refresh: show, concerns: (news) => to === "now" && from !== null ? news : [],
        close: () => {
        asking.abort();
        pages?.close();
    } };
}

/**
 * The two moments in words.
 * @param {string} from
 * @param {string} to
 */
async function sides(from, to) {
    const words = async (/** @type {string} */ side) => {
        if (side === "now") return "now";
        const found = /^\d+$/.test(side) ? (await stops())[stopAt(await stops(), Number(side))] : undefined;
        return found ? moment(found.time) + " (entry " + side + ")" : /^0$/.test(side) ? "the beginning"
            : side.replace(/T.*$/, "");
    };
    return make("p.sides", {}, "From ", make("a", { href: address("mailbox", [], { at: from }) }, await words(from)),
        " to ",
        make("a", { href: address("mailbox", [], { at: to === "now" ? null : to }) }, await words(to)));
}

/**
 * @param {HTMLElement} form
 * @param {string | null} from
 * @param {string} to
 * @param {string} by
 */
async function fillForm(form, from, to, by) {
    const first = make("input", { type: "date", id: "compare-from" }),
        last = make("input", { type: "date", id: "compare-to" });
    const grouping = select([["actor", "who did it"], ["folder", "folder"]], by);
    grouping.id = "compare-by";
    fill(form, labelled("From the end of", first), labelled("to the end of", last), labelled("by", grouping),
        make("button", { type: "submit", class: "main", id: "compare-go" }, "Compare"),
        from !== null && button("Swap", () => go(address("compare", [to, from], { query: { by } }))));
    const sent = () => {
        const [start, end] = [endOfDay(first.value), endOfDay(last.value)];
        if (!start) return first.focus();
        const side = (/** @type {Date | null} */ date) => date === null || date >= new Date() ? "now"
            : date.toISOString();
        // What was not touched stays as exact as it was.
        const one = first.value === first.defaultValue && from !== null ? from : side(start),
            other = last.value === last.defaultValue && from !== null ? to : side(end);
        go(address("compare", [one, other], { query: { by: grouping.value } }));
    };
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        sent();
    });
    grouping.addEventListener("change", () => {
        if (from !== null) sent();
    });
    const dateOf = async (/** @type {string | null} */ side) => {
        if (side === null || side === "now") return "";
        if (!/^\d+$/.test(side)) return Number.isNaN(Date.parse(side)) ? "" : fieldDate(side);
        const all = await stops(), found = all[stopAt(all, Number(side))];
        return found ? fieldDate(found.time) : "";
    };
    const [one, other] = await Promise.all([dateOf(from), dateOf(to)]);
    if (first.value === "") first.defaultValue = one;
    if (last.value === "") last.defaultValue = other;
}

/**
 * @param {Thing[]} all
 * @param {string} by
 * @param {string} from
 * @param {string} to
 * @param {AbortSignal} signal
 * @returns {Promise<[string, Thing[]][]>}
 */
async function grouped(all, by, from, to, signal) {
    const folders = by === "folder" ? await foldersOf(all.filter((one) => one.entity === "message").map((one) =>
        one.id), from, to, signal) : null;
    /** @type {Map<string, Thing[]>} */
    const groups = new Map();
    for (const one of all) {
        const key = folders === null ? actorName(one.cause?.actor ?? null)
            : folders.get(one.id) ?? (one.entity === "folder" ? one.name ?? "" : "Other things");
        groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups].sort((left, right) => left[0].localeCompare(right[0]));
}

/**
 * Where messages are at the second moment; of those that are gone then, where they were.
 * @param {string[]} ids
 * @param {string} from
 * @param {string} to
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, string>>}
 */
async function foldersOf(ids, from, to, signal) {
    const found = new Map(), distinct = [...new Set(ids)];
    for (const at of [to === "now" ? null : to, from]) {
        for (let start = 0; start < distinct.length; start += 50) {
            const missing = distinct.slice(start, start + 50).filter((id) => !found.has(id));
            for (const row of await messagesOf(missing, { at, signal })) {
                found.set(row.id, row.account + " / " + row.folders.join(", "));
            }
        }
    }
    return found;
}

/**
 * @param {[string, Thing[]][]} groups
 */
function listOf(groups) {
    /** @type {{ heading: string, count: number, thing: Thing }[]} */
    const rows = groups.flatMap(([heading, members]) => members.map((thing) =>
        ({ heading, count: members.length, thing })));
    return new Pages({
        load: async (/** @type {number | null} */ start) =>
            ({ rows: rows.slice(start ?? 0, (start ?? 0) + PAGE),
            next: (start ?? 0) + PAGE < rows.length ? (start ?? 0) + PAGE : null }),
        draw: (page, before) => {
            const element = make("div");
            let heading = before?.heading ?? null, list = make("ul.differences");
            page.forEach((row, index) => {
                if (row.heading !== heading || index === 0) {
                    if (row.heading !== heading) element.append(make("h2.day", {}, foreign(row.heading),
                        make("span.quiet", {}, " · " + counted(row.count, "thing"))));
                    list = make("ul.differences");
                    element.append(list);
                    heading = row.heading;
                }
                list.append(difference(row.thing));
            });
            return element;
        },
        say: (state) => "error" in state ? problem(state.error, state.retry) : make("p"),
    });
}

/** @param {Thing} thing */
function difference(thing) {
    const { cause } = thing;
    return make("li.row.difference", { tabindex: "-1", "data-key": thing.rows.map((row) => row.table + "/" + row.kind
        + "/" + row.id).join(" ") },
        make("div.thing", {}, thingName(thing, thing.name)),
        make("div.lines", {}, ...lines(thing).map((line) => typeof line === "string" ? foreign(line)
            : fieldLine(line))),
        make("div.cause", {}, cause === null ? make("span.quiet", {}, "cause unknown")
            : make("span", {}, make("b", {}, foreign(actorName(cause.actor))), ", ", time(cause.time),
            cause.reason !== null && ", ", cause.reason !== null && quotedForeign(cause.reason)),
            cause !== null && make("span.actions", {}, make("a", { href: address("operation", [cause.operation]) },
                "the whole change"),
                may("undo") && button("Undo …", () => openUndoOf(cause.operation), { class: "undo plain" }))));
}

/** @param {Thing[]} counted */
function counts(counted) {
    const folders = counted.filter((thing) => thing.entity === "folder");
    if (folders.length === 0) return null;
    const cell = (/** @type {Thing} */ thing, /** @type {string} */ name) => {
        const column = thing.rows.flatMap((row) => row.columns).find((one) => one.column === name);
        return column ? (column.old ?? 0) + " → " + (column.new ?? 0) : "same";
    };
    return make("section", {}, make("h2", {}, "Counts that follow from this"), make("div.wide", {}, make("table", {},
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Folder"),
            make("th", { scope: "col" }, "Account"), make("th", { scope: "col", class: "n" }, "Messages"),
            make("th", { scope: "col", class: "n" }, "Unread"))),
        make("tbody", {}, ...folders.map((thing) => make("tr", {}, make("th", { scope: "row" }, foreign(thing.name)),
            make("td", {}, foreign(thing.account)), make("td.n", {}, cell(thing, "total")),
            make("td.n", {}, cell(thing, "unread"))))))));
}
