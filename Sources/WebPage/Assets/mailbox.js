// The mailbox as of any moment: its folders, the mail in one of them, a message; read only.

import { fill, foreign, make } from "./dom.js";
import { foldersAt, folderList, inFolder } from "./folders.js";
import { mailList, messageRow, presentOf } from "./messages.js";
import { messageView } from "./message.js";
import { momentWords } from "./moments.js";
import { Pages } from "./pages.js";
import { Refusal, ask } from "./server.js";
import { address, go } from "./routes.js";
import { may } from "./session.js";
import { Slider } from "./slider.js";
import { building, notice, problem, waiting } from "./states.js";
import { rowKeys } from "./timeline.js";
import { counted } from "./words.js";

/** @typedef {import("../Types/forms").Folder} Folder */
/** @typedef {import("../Types/forms").Message} Message */
/** @typedef {import("./routes.js").Route} Route */

/**
 * @param {Route} route
 * @returns {import("./app.js").Page}
 */
export function mailbox(route) {
    const view = new MailboxView(route);
    return { title: "Mailbox", element: view.element, take: (next) => view.take(next), close: () => view.close(),
        keys: rowKeys(() => view.list), refresh: () => view.refresh(),
        // What happens now changes nothing of the past.
        concerns: (news) => view.route.at === null ? news : [] };
}

class MailboxView {
    /** @param {Route} route */
    constructor(route) {
        this.route = route;
        this.asking = new AbortController();
        /** @type {ReturnType<typeof messageView> | null} */
        this.view = null;
        /** @type {Pages<Message, import("./messages.js").Place> | null} */
        this.pages = null;
        this.slider = new Slider((position) => go(this.link({ at: position === null ? null : String(position) })));
        this.stripe = make("div.stripe", { role: "status" });
        this.folders = make("div.pane.folders-pane");
        this.list = make("section.pane.list-pane", { "aria-label": "Mail" });
        this.message = make("section.pane.message-pane", { "aria-label": "Message" });
        this.grid = make("div.panes", {}, this.folders, this.list, this.message);
        this.element = make("div", {}, make("h1", { tabindex: "-1", class: "unseen" }, "Mailbox"),
            may("audit") && this.slider.element, this.stripe, this.grid);
        void this.load();
    }

    get chosen() {
        return this.route.parts[0] ?? (this.route.query.get("q") ? "all" : "inbox");
    }

    /** @param {{ at?: string | null, message?: string | null, folder?: string }} to */
    link({ at = this.route.at, message = this.route.parts[1] ?? null, folder = this.chosen }) {
        return address("mailbox", message === null ? [folder] : [folder, message],
            { at, query: { q: this.route.query.get("q") } });
    }

    /** @param {Route} next */
    take(next) {
        const old = this.route, { chosen } = this;
        this.route = next;
        if (old.at === next.at && old.query.get("q") === next.query.get("q") && chosen === this.chosen) {
            this.showMessage();
            void this.pages?.takeEntry();
        }
        else void this.load();
        return true;
    }

    refresh() {
        void this.load();
    }

    close() {
        this.asking.abort();
        this.pages?.close();
        this.view?.close();
        this.slider.close();
    }

    async load() {
        this.asking.abort();
        this.asking = new AbortController();
        const { signal } = this.asking, { at } = this.route;
        this.pages?.close();
        this.element.classList.toggle("is-past", at !== null);
        if (at === null) fill(this.stripe);
        const progress = building();
        // An answer that comes at once is not announced.
        const soon = setTimeout(() => {
            fill(this.stripe);
            fill(this.list, at === null ? waiting() : progress.element);
        }, 150);
        try {
            if (at === null && may("audit")) void this.slider.show(null);
            const { folders, gone, position } = await foldersAt(at, signal, progress.show);
            clearTimeout(soon);
            if (signal.aborted) return;
            if (at !== null) {
                void this.slider.show(position);
                this.sayPast(at, position);
            }
            this.showFolders(folders, gone, signal);
        } catch (error) {
            clearTimeout(soon);
            if (signal.aborted) return;
            if (at !== null) this.sayNothing(at);
            fill(this.list, problem(error, () => this.load()));
        }
    }

    /**
     * @param {string} at
     * @param {number} position
     */
    sayPast(at, position) {
        fill(this.stripe, make("span", {}, make("b", {}, "This is the past."),
            " You see the mailbox as it was " + momentWords(at, position) + ". Nothing can be changed here."),
            make("a.button", { href: address("compare", [position, "now"]) }, "Compare with now"),
            make("a", { class: "button", href: this.link({ at: null }) }, "Back to now"));
    }

    /**
     * Nothing is left of the moment before where one cannot be shown.
     * @param {string} at
     */
    sayNothing(at) {
        if (may("audit")) void this.slider.show(NaN);
        this.view?.close();
        fill(this.folders);
        fill(this.message);
        fill(this.stripe, make("span", {}, make("b", {}, "This moment cannot be shown: "), foreign(at)),
            make("a", { class: "button", href: this.link({ at: null }) }, "Back to now"));
    }

    /**
     * @param {Folder[]} folders
     * @param {Set<string>} gone
     * @param {AbortSignal} signal
     */
    showFolders(folders, gone, signal) {
        const inbox = folders.find((folder) => folder.role === "inbox") ?? folders[0], q = this.route.query.get("q");
        const chosen = this.chosen === "inbox" ? inbox : folders.find((folder) => folder.id === this.chosen);
        if (folders.length === 0) {
            fill(this.folders);
            fill(this.message);
            fill(this.list, this.route.at === null ? notice("There is no mail yet",
                "The ledger has no account. Its owner adds one with “mailledger account add”, and brings mail in with “mailledger import”.")
                : notice("There was nothing yet", "At that moment the ledger had no account.",
                    make("a", { class: "button", href: this.link({ at: null }) }, "Back to now")));
            return;
        }
        const list = folderList(folders, gone, { chosen: chosen?.id ?? "all", at: this.route.at, q });
        fill(this.folders, list);
        if (this.chosen !== "all" && !chosen) {
            fill(this.list, notice("This folder is not there",
                this.route.at === null ? "It was deleted, or was never in this ledger. The timeline says who did it."
                : "It was not there at that moment.",
                make("a", { class: "button", href: this.link({ folder: "all", message: null }) }, "All mail")));
            return;
        }
        this.showList(chosen ?? null, q, signal, folders.some((folder) => folder.account === chosen?.account
            && folder.path.startsWith(chosen.path + "/")));
    }

    /**
     * @param {Folder | null} folder
     * @param {string | null} q
     * @param {AbortSignal} signal
     * @param {boolean} hasFolders
     */
    showList(folder, q, signal, hasFolders) {
        const at = this.route.at, filter = [folder && inFolder(folder),
            q && (folder ? "(" + q + ")" : q)].filter(Boolean).join(" ") || "*";
        const count = make("p.quiet", { role: "status" }), understood = make("div");
        const load = mailList(filter, at);
        // What was typed has to be a query by itself: with a bracket too many it would lead out of the folder.
        const check = async () => void (folder && q && await ask("list-messages", { filter: q, limit: 0 },
            { at, signal }));
        /** @type {Pages<Message, import("./messages.js").Place>} */
        const pages = new Pages({
            load: async (place, stop) => {
                if (place === null) await check();
                const { rows, next } = await load(place, stop);
                const present = at === null ? null : await presentOf(rows, stop);
                return { rows: rows.map((row) => ({ ...row, present })), next };
            },
            draw: (rows) => make("ol.rows", {}, ...rows.map((row) =>
                messageRow(row, { at, folder, href: this.link({ message: row.id }),
                isChosen: row.id === this.route.parts[1] }))),
            say: (state) => "error" in state ? this.trouble(state.error, state.retry, q)
                : notice(q ? "Nothing found" : "Nothing is in here",
                    q ? "No mail of this moment matches." : at === null
                    ? "The folder is empty. The slider above shows what was in it before."
                    : "The folder was empty at that moment.",
                    q && folder && make("a", { class: "button", href: this.link({ folder: "all", message: null }) },
                        "Search all folders")),
        }, null);
        this.pages = pages;
        fill(this.list, make("div.list-head", {}, make("h2", {}, folder ? foreign(folder.path) : "All mail"), count,
            understood,
            q && make("p", {}, make("a", { href: address("mailbox", [this.chosen], { at }) }, "End the search"))),
                pages.element);
        void pages.start();
        this.showMessage();
        void check().then(() => this.showCount(filter, q, hasFolders, count, understood, signal), () => {});
    }

    /**
     * @param {string} filter
     * @param {string | null} q
     * @param {boolean} hasFolders
     * @param {HTMLElement} place
     * @param {HTMLElement} understood
     * @param {AbortSignal} signal
     */
    async showCount(filter, q, hasFolders, place, understood, signal) {
        const at = this.route.at;
        try {
            // One after the other: of a common word each count takes a processor for a while.
            const all = await ask("count-messages", { filter }, { at, signal });
            const below = hasFolders ? ", with those in the folders below" : "";
            place.textContent = counted(all.count, "message") + below;
            if (q !== null && all.understood) fill(understood,
                make("p.quiet", {}, "Understood as: ", foreign(all.understood, { class: "code" })));
            if (all.count === 0) return;
            const unread = await ask("count-messages", { filter: "(" + filter + ") is:unread" }, { at, signal });
            if (unread.count > 0) place.textContent = counted(all.count, "message") + ", " + unread.count + " unread"
                + below;
        } catch {
            fill(place);
        }
    }

    /**
     * @param {unknown} error
     * @param {() => void} retry
     * @param {string | null} q
     */
    trouble(error, retry, q) {
        if (!(error instanceof Refusal) || error.details.query === undefined || q === null) return problem(error,
            retry);
        const query = String(error.details.query), offset = Number(error.details.offset ?? 0),
            length = Number(error.details.length ?? 0);
        const signs = Array.from(query);
        return notice("The search was not understood", [foreign(error.message)],
            make("span.code", {}, foreign(signs.slice(0, offset).join("")),
                make("span.fault", {}, foreign(signs.slice(offset, offset + length).join(""))),
                foreign(signs.slice(offset + length).join(""))));
    }

    showMessage() {
        const id = this.route.parts[1] ?? null;
        this.view?.close();
        this.grid.classList.toggle("has-message", id !== null);
        for (const row of this.list.querySelectorAll(".row")) row.classList.toggle("chosen",
            row.getAttribute("data-message") === id);
        if (id === null) {
            fill(this.message, make("p.waiting", {}, "Choose a message to read it, and to see what happened to it."));
            return;
        }
        const back = make("a", { class: "back", href: this.link({ message: null }) }, "‹ Back to the list");
        this.view = messageView(id, this.route.at, { level: 2 });
        fill(this.message, back, this.view.element);
    }
}
