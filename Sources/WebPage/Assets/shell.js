// The frame around each page: where one can go, the search field, what is new, the keys.

import { button, fill, foreign, make } from "./dom.js";
import { watchConnection } from "./live.js";
import { address, go, read } from "./routes.js";
import { may, session } from "./session.js";
import { counted, list } from "./words.js";

/** @typedef {import("../Types/forms").News} News */

const PLACES = [["timeline", "Timeline"], ["mailbox", "Mailbox"], ["compare", "Compare"], ["charts", "Charts"],
    ["deleted", "Deleted"], ["proofs", "Proofs"]];

const KEYS = [["/", "search the mail"], ["j and k", "go to the next and the previous row"],
    ["o or Enter", "open the row"], ["u", "undo the change of the row"],
    ["← and →", "on the slider: one moment earlier or later"],
        ["g, then t, m, c, h, d or p", "Timeline, Mailbox, Compare, Charts, Deleted, Proofs"],
    ["?", "this help"], ["Esc", "close what is open"]];

export class Shell {
    /** @param {{ showNews: () => void, leave: () => void, keys: () => Record<string, () => void> }} acts */
    constructor(acts) {
        this.acts = acts;
        this.links = PLACES.map(([page, name]) => make("a", { href: address(page), "data-page": page }, name));
        this.search = make("input", { type: "search", id: "search", placeholder: "Search mail",
            "aria-label": "Search mail", autocomplete: "off", spellcheck: "false", enterkeyhint: "search" });
        const form = make("form", { role: "search" }, this.search);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const route = read(location.hash);
            go(address("mailbox", [], { at: route.page === "mailbox" ? route.at : null,
                query: { q: this.search.value.trim() } }));
        });
        this.who = make("span.who");
        this.bar = make("div.news", { role: "status" });
        this.lost = make("div.lost", { role: "status" });
        this.main = make("main", { id: "main", tabindex: "-1" });
        this.help = this.makeHelp();
        const skip = make("a.skip", { href: "#main" }, "To the content");
        skip.addEventListener("click", (event) => {
            event.preventDefault();
            this.main.focus();
        });
        this.element = make("div.shell", {}, skip,
            make("header", {}, make("a.brand", { href: address("timeline") }, "MailLedger"),
                make("nav", { "aria-label": "Pages" }, ...this.links), form,
                make("div.account", {}, this.who, button("?", () => this.help.showModal(),
                    { "aria-label": "Keys", title: "Keys" }),
                    button("Sign out", acts.leave, { class: "plain" }))),
            this.lost, this.bar, this.main, this.help);
        watchConnection((isConnected) => {
            fill(this.lost, !isConnected
                && "The connection to the server is lost. What you see may be old; the page tries again by itself.");
        });
        document.addEventListener("keydown", (event) => this.press(event));
        this.waitsForPlace = false;
    }

    makeHelp() {
        const dialog = make("dialog.help", { "aria-labelledby": "help-title" });
        fill(dialog, make("h2", { id: "help-title" }, "Keys"),
            make("dl", {}, ...KEYS.map(([key, what]) => make("div", {}, make("dt", {}, key), make("dd", {}, what)))),
            make("p.quiet", {}, "Tab goes through everything, as on any page."),
            make("p.actions", {}, button("Close", () => dialog.close())));
        return dialog;
    }

    greet() {
        fill(this.who, foreign(session().actor), make("span.quiet", {}, " · ", foreign(session().ledger)));
        for (const link of this.links) link.hidden = !may("audit") && link.dataset.page !== "mailbox";
    }

    /**
     * @param {HTMLElement} element
     * @param {import("./routes.js").Route} route
     */
    show(element, route) {
        for (const link of this.links) {
            const isHere = link.dataset.page === route.page;
            if (isHere) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
        if (document.activeElement !== this.search) this.search.value = route.page === "mailbox"
            ? route.query.get("q") ?? "" : "";
        this.main.className = "page-" + route.page;
        fill(this.main, element);
    }

    /** @param {News[]} news */
    news(news) {
        if (news.length === 0) return fill(this.bar);
        const count = new Set(news.map((one) => one.operation)).size,
            actors = [...new Set(news.map((one) => one.actor))];
        const who = actors.length > 3 ? actors.length + " people and programs" : null;
        fill(this.bar, make("span", {}, counted(count, "new change"), " by ", who ?? foreign(list(actors))),
            button("Show", this.acts.showNews, { id: "show-news" }));
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (!this.element.isConnected || event.ctrlKey || event.altKey || event.metaKey
            || document.querySelector("dialog[open]")) return;
        const target = event.target instanceof Element ? event.target : document.body;
        if (target.matches("input, textarea, select")) return;
        const place = this.waitsForPlace ? { t: 0, m: 1, c: 2, h: 3, d: 4, p: 5 }[event.key] : undefined;
        this.waitsForPlace = event.key === "g" && place === undefined;
        const own = this.acts.keys()[event.key];
        if (place !== undefined) go(address(PLACES[place][0]));
        else if (event.key === "/") this.search.select();
        else if (event.key === "?") this.help.showModal();
        else if (own) own();
        else return;
        event.preventDefault();
    }
}
