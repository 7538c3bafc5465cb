// The timeline: what was done to the mail, the newest first, by day.

import { fill, foreign, labelled, make, select } from "./dom.js";
import { operationRow } from "./operation.js";
import { Pages } from "./pages.js";
import { dayCounts } from "./series.js";
import { ask } from "./server.js";
import { address, go } from "./routes.js";
import { notice, problem } from "./states.js";
import { strip } from "./strip.js";
import { day, endOfDay, startOfDay } from "./times.js";
import { Undos } from "./undos.js";

/** @typedef {import("../Types/forms").Operation} Operation */

const PAGE = 40, OPEN_AT_ONCE = 3;

/** @type {[string, string][]} */
const EFFECTS = [["", "anything"], ["moved", "moved"], ["deleted", "deleted"], ["restored", "brought back"],
    ["marked", "marked or labelled"],
    ["added", "added or made"], ["changed", "changed"], ["removed", "taken out of a folder"], ["erased", "erased"],
        ["skipped", "skipped files"]];

/**
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function timeline(route) {
    const filters = read(route.query), undos = new Undos();
    /** @type {{ isOpen: boolean, toggle: (isOpen?: boolean) => void }[]} */
    const open = [];
    let pages = makePages();
    const place = make("div", {}, pages.element), days = make("div");
    const element = make("div.timeline", {}, make("h1", { tabindex: "-1" }, "Timeline"),
        make("p.lead", {}, "Every change of the mail, the newest first: who made it, when and why."),
        filterForm(filters), days, place);
    void pages.start();
    void showDays();

    function makePages() {
        return new Pages({
            load: async (/** @type {number | null} */ before, signal) => {
                const rows = await operations(filters, before, signal);
                if (rows.length > 0) await undos.cover(rows[rows.length - 1].time, signal);
                return { rows, next: rows.length < PAGE ? null : rows[rows.length - 1].last_position };
            },
            draw: (rows, before) => drawPage(rows, before, undos, opened),
            say: (state) => "error" in state ? problem(state.error, state.retry) : nothing(filters),
        });
    }

    /** @param {{ isOpen: boolean, toggle: (isOpen?: boolean) => void }} row */
    function opened(row) {
        const others = open.filter((one) => one.isOpen && one !== row);
        while (others.length >= OPEN_AT_ONCE) others.shift()?.toggle(false);
        open.splice(0, open.length, ...others, row);
    }

    function refresh() {
        pages.close();
        undos.forget();
        pages = makePages();
        fill(place, pages.element);
        scrollTo(0, 0);
        void pages.start({ isAtTop: true });
        void showDays();
    }

    async function showDays() {
        try {
            fill(days, strip(await dayCounts(filters.actor), { from: filters.from, to: filters.to,
                choose: (from, to) => go(address("timeline", [], { query: { ...words(filters), from, to } })) }));
        } catch {
            fill(days);
        }
    }

    return { title: "Timeline", element, refresh, close: () => pages.close(), keys: rowKeys(() => element) };
}

/**
 * The keys that go from row to row.
 * @param {() => HTMLElement} element
 */
export function rowKeys(element) {
    const rows = () => /** @type {HTMLElement[]} */ ([...element().querySelectorAll(".act, .row")]);
    const current = () => document.activeElement?.closest(".act, .row") ?? null;
    const step = (/** @type {number} */ by) => {
        const all = rows(), index = all.findIndex((row) => row === current());
        const next = all[index < 0 ? 0 : Math.max(0, Math.min(all.length - 1, index + by))];
        next?.focus();
        next?.scrollIntoView({ block: "nearest" });
    };
    const press = (/** @type {string} */ selector) => {
        const found = current()?.querySelector(selector);
        if (found instanceof HTMLElement) found.click();
    };
    const open = () => press(".opener, a.to");
    return { j: () => step(1), k: () => step(-1), o: open, u: () => press("button.undo"),
        Enter: () => document.activeElement instanceof HTMLButtonElement
            || document.activeElement instanceof HTMLAnchorElement ? document.activeElement.click() : open() };
}

/**
 * @typedef {{ actor: string | null, effect: string | null, reason: string | null, folder: string | null, from: string | null, to: string | null, q: string | null }} Filters
 */

/** @type {(keyof Filters)[]} */
const NAMES = ["actor", "effect", "reason", "folder", "from", "to", "q"];

/**
 * @param {URLSearchParams} query
 * @returns {Filters}
 */
function read(query) {
    return /** @type {Filters} */ (Object.fromEntries(NAMES.map((name) => [name, query.get(name) || null])));
}

/** @param {Filters} filters */
const words = (filters) => /** @type {Record<string, string | null>} */ ({ ...filters });

/** @param {Filters} filters */
function matching({ actor, effect, reason, folder, from, to, q }) {
    const texts = { actor, effect, reason, folder, filter: q, since: from && startOfDay(from)?.toISOString(),
        until: to && endOfDay(to)?.toISOString() };
    return Object.fromEntries(Object.entries(texts).filter(([, value]) => value));
}

/**
 * A page of operations that ends before a position.
 * @param {Filters} filters
 * @param {number | null} before
 * @param {AbortSignal} signal
 * @returns {Promise<Operation[]>}
 */
function operations(filters, before, signal) {
    return ask("list-operations", { matching: matching(filters), limit: PAGE, ...(before === null ? {} : { before }) },
        { signal });
}

/**
 * @param {Operation[]} rows
 * @param {Operation | null} before
 * @param {Undos} undos
 * @param {(row: any) => void} opened
 */
function drawPage(rows, before, undos, opened) {
    const element = make("div");
    let last = before && day(before.time);
    /** @type {HTMLElement | null} */
    let list = null;
    for (const row of rows) {
        const today = day(row.time);
        if (today !== last || list === null) {
            if (today !== last) element.append(make("h2.day", {}, today));
            list = make("ol.acts");
            element.append(list);
            last = today;
        }
        list.append(operationRow(row, undos, opened));
    }
    return element;
}

/** @param {Filters} filters */
function nothing(filters) {
    if (NAMES.some((name) => filters[name] !== null)) {
        return notice("No change matches", "No change in the log has all that the fields above ask for.",
            make("a.button", { href: address("timeline") }, "Show all changes"));
    }
    return notice("Nothing has happened yet",
        "The log of this ledger is empty. Its owner brings mail in with “mailledger import”; each change shows here at once.");
}

/** @param {Filters} filters */
function filterForm(filters) {
    const fields = {
        actor: make("input", { id: "filter-actor", value: filters.actor ?? "", autocomplete: "off",
            spellcheck: "false" }),
        effect: select(EFFECTS, filters.effect ?? ""),
        reason: make("input", { id: "filter-reason", value: filters.reason ?? "", autocomplete: "off" }),
        folder: make("input", { id: "filter-folder", value: filters.folder ?? "", autocomplete: "off" }),
        from: make("input", { id: "filter-from", type: "date", value: filters.from ?? "" }),
        to: make("input", { id: "filter-to", type: "date", value: filters.to ?? "" }),
    };
    fields.effect.id = "filter-effect";
    const form = make("form.filters", { "aria-label": "Which changes are shown" },
        labelled("Who", fields.actor), labelled("What", fields.effect), labelled("Why has", fields.reason),
        labelled("Folder", fields.folder), labelled("From", fields.from), labelled("To", fields.to),
            make("button", { type: "submit", id: "filter-apply" }, "Filter"));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        apply();
    });
    fields.effect.addEventListener("change", apply);
    function apply() {
        const query = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
        go(address("timeline", [], { query: { ...query, q: filters.q } }));
    }
    const isFiltered = NAMES.some((name) => filters[name] !== null);
    // On a narrow screen the fields are there when they are wanted.
    const folded = make("details.fold", { open: isFiltered || !matchMedia("(max-width: 44rem)").matches },
        make("summary", {}, "Filter the changes"), form);
    if (!isFiltered) return folded;
    return make("div", {}, folded, make("p", {}, filters.q === null ? "Not all changes are shown. "
        : ["Only changes of mail that matches “", foreign(filters.q), "” are shown. "],
        make("a", { href: address("timeline") }, "Show all changes")));
}
