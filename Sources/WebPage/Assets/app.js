// Starts the page: signs in, shows what the address names, and says what is new.

import { fill, make } from "./dom.js";
import { hear, listen, stopListening } from "./live.js";
import { loginPage } from "./login.js";
import { read } from "./routes.js";
import { beginPage, shownUpTo } from "./server.js";
import { may, resume, session, signIn, signOut } from "./session.js";
import { Shell } from "./shell.js";
import { notice, problem } from "./states.js";
import { timeline } from "./timeline.js";
import { operationPage } from "./operation.js";
import { mailbox } from "./mailbox.js";
import { messagePage } from "./message.js";
import { compare } from "./compare.js";
import { charts } from "./charts.js";
import { proofs } from "./proofs.js";
import { deleted } from "./deleted.js";

/** @typedef {import("./routes.js").Route} Route */
/** @typedef {import("../Types/forms").News} News */

/**
 * What a page of the address gives to the frame around it.
 * @typedef {object} Page
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void} [close]
 * @property {(news: News[]) => News[]} [concerns] which of the changes the page does not show yet; all, if it does not say
 * @property {() => void} [refresh] shows them; the whole page is made again, if it does not say
 * @property {(route: Route) => boolean} [take] goes to another address of its kind by itself, if it can
 * @property {Record<string, () => void>} [keys] what keys do on it
 */

/** @type {Record<string, { make: (route: Route) => Page, scope: string }>} */
const PAGES = {
    timeline: { make: timeline, scope: "audit" },
    operation: { make: operationPage, scope: "audit" },
    mailbox: { make: mailbox, scope: "read" },
    message: { make: messagePage, scope: "read" },
    compare: { make: compare, scope: "audit" },
    charts: { make: charts, scope: "audit" },
    proofs: { make: proofs, scope: "audit" },
    deleted: { make: deleted, scope: "audit" },
};

const shell = new Shell({ showNews, leave, keys: () => page?.keys ?? {} });
/** @type {Page | null} */
let page = null;
/** @type {Route | null} */
let shown = null;
/** @type {News[]} */
let news = [];

async function start() {
    const code = /^#login=(.+)$/.exec(location.hash)?.[1];
    if (code !== undefined) history.replaceState(null, "", "#/timeline");
    try {
        if (code !== undefined) await signIn({ code: decodeURIComponent(code) });
        else await resume();
    } catch (error) {
        if (code === undefined) {
            document.body.replaceChildren(problem(error, () => location.reload()));
            return;
        }
        return askToSignIn("The link was used already, or is older than two minutes. Run “mailledger serve --open” again, or sign in with a token.");
    }
    try {
        session();
    } catch {
        return askToSignIn();
    }
    enter();
}

/** @param {string} [trouble] */
function askToSignIn(trouble) {
    page?.close?.();
    [page, shown] = [null, null];
    stopListening();
    document.title = "Sign in – MailLedger";
    document.body.replaceChildren(loginPage(enter, trouble));
}

function enter() {
    document.body.replaceChildren(shell.element);
    shell.greet();
    if (may("audit")) listen(session().position);
    show();
}

function show() {
    const route = read(location.hash);
    const kind = PAGES[route.page];
    if (page && shown?.page === route.page && page.take?.(route)) {
        shown = route;
        return;
    }
    const isFirst = shown === null, focused = document.activeElement?.id ?? "";
    page?.close?.();
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    news = [];
    shell.news([]);
    beginPage();
    if (!kind) page = plain("No such page", notice("There is no such page",
        "The address may have been cut. Choose a page above."));
    else if (!may(kind.scope)) {
        page = plain("Not for you", notice("You may not see this page", [kind.scope === "audit"
            ? "It shows who changed what. Your sign-in covers the mail of now, but not its history. "
                : "Your sign-in does not cover mail. ",
        "Ask the owner of the ledger for one with the right “" + kind.scope + "”."]));
    } else page = kind.make(route);
    const samePage = shown?.page === route.page;
    shown = route;
    document.title = page.title + " – MailLedger";
    shell.show(page.element, route);
    if (!samePage) scrollTo(0, 0);
    const kept = focused === "" ? null : document.getElementById(focused);
    if (kept && page.element.contains(kept)) kept.focus({ preventScroll: true });
    else if (!isFirst) page.element.querySelector("h1")?.focus({ preventScroll: true });
}

/**
 * @param {string} title
 * @param {Node} content
 * @returns {Page}
 */
function plain(title, content) {
    return { title, element: make("div", {}, make("h1", { tabindex: "-1" }, title), content) };
}

function showNews() {
    news = [];
    shell.news([]);
    beginPage();
    if (page?.refresh) page.refresh();
    else {
        shown = null;
        show();
    }
}

/** Tells what the page does not show yet, once it shows something. */
function tellNews() {
    const covered = shownUpTo();
    news = covered === 0 ? news : news.filter((one) => one.position > covered);
    shell.news(covered === 0 ? [] : news);
}

async function leave() {
    await signOut();
    askToSignIn();
}

hear((more) => {
    news = news.concat(page?.concerns ? page.concerns(more) : more);
    tellNews();
});
addEventListener("covered", tellNews);
// Something was changed from this page.
addEventListener("refresh", showNews);
addEventListener("hashchange", () => {
    if (document.body.contains(shell.element)) show();
});
addEventListener("signedout", () => {
    if (document.body.contains(shell.element)) askToSignIn("Your session has ended. Sign in again to go on where you were.");
});
fill(document.body);
void start();
