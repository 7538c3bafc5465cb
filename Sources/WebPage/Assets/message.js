// A message: where it is and how it came there, its text, and its whole history.

import { button, fill, foreign, make, subheading } from "./dom.js";
import { mailFrame } from "./frame.js";
import { entryWords, historyPage, historyPart } from "./history.js";
import { person } from "./messages.js";
import { actorName, quotedForeign } from "./operation.js";
import { momentWords } from "./moments.js";
import { Refusal, ask, askWhole, fetched } from "./server.js";
import { address } from "./routes.js";
import { may } from "./session.js";
import { building, notice, problem, waiting } from "./states.js";
import { moment, time } from "./times.js";
import { openUndoOf } from "./undo.js";
import { counted, happened, keyword, list, size, spoken, value } from "./words.js";
import { visible } from "./signs.js";

/** @typedef {import("../Types/forms").ShownMessage} ShownMessage */
/** @typedef {import("../Types/forms").HistoryEntry} HistoryEntry */
/** @typedef {import("../Types/forms").Address} Address */

/**
 * The page of a message.
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function messagePage(route) {
    const id = route.parts[0] ?? "", view = messageView(id, route.at, { level: 1 });
    return { title: "Message", element: view.element, refresh: view.refresh, close: view.close,
        concerns: (news) => news.filter((one) => one.things.has(view.id())) };
}

/**
 * @param {string} id
 * @param {string | null} at
 * @param {{ level: 1 | 2 }} options
 */
export function messageView(id, at, { level }) {
    const asking = new AbortController(), element = make("article.message", {}, waiting());
    let whole = id;
    const load = async () => {
        const progress = building();
        const soon = setTimeout(() => fill(element, at === null ? waiting() : progress.element), 200);
        try {
            const asked = await find(id, at, asking.signal, progress.show);
            clearTimeout(soon);
            if (asking.signal.aborted) return;
            whole = asked.message.id;
            fill(element, ...parts(asked, at, level));
        } catch (error) {
            clearTimeout(soon);
            if (asking.signal.aborted) return;
            fill(element, make(level === 1 ? "h1" : "h2", { tabindex: "-1" }, "Message"),
                error instanceof Refusal && error.status === 404
                ? notice("This message is not there", at === null ? "It was erased, or was never in this ledger."
                    : "It had not come yet at that moment, or was gone already.",
                    at !== null && make("a.button", { href: address("message", [id]) }, "Look at it now"))
                        : problem(error, load));
        }
    };
    void load();
    return { element, refresh: load, close: () => asking.abort(), id: () => whole };
}

/**
 * @typedef {object} Found
 * @property {ShownMessage} message as it was at the moment, or right before the transaction that ended it
 * @property {HistoryEntry[]} history what is known now, the newest first: one part of it, and an entry more where there are more
 * @property {string | null} at the moment that is shown
 * @property {number} position the last entry of the log that counts then
 * @property {HistoryEntry | null} ending what it was deleted by, if it is gone now
 */

/**
 * @param {string} id
 * @param {string | null} at
 * @param {AbortSignal} signal
 * @param {(progress: { position: number, of: number }) => void} progress
 * @returns {Promise<Found>}
 */
async function find(id, at, signal, progress) {
    const history = may("audit") ? historyPage(id, 0, signal) : Promise.resolve([]);
    const shown = (/** @type {string} */ message, /** @type {string | null} */ moment) =>
        askWhole("show-message", { message, history_limit: 0 }, { at: moment, signal, building: progress });
    try {
        const [{ answer, position }, entries] = await Promise.all([shown(id, at), history.catch(() => [])]);
        return { message: answer, history: entries, at, position, ending: null };
    } catch (error) {
        if (at !== null || !may("audit") || !(error instanceof Refusal) || error.status !== 404) throw error;
        const { findings } = await ask("why-missing", { message: id }, { signal });
        const ending = findings[0]?.event;
        if (!ending || ["erased", "never_came", "not_recorded", "skipped"].includes(findings[0].kind)) throw error;
        const before = ending.position + "^", { answer, position } = await shown(findings[0].id ?? id, before);
        return { message: answer, history: await history, at: before, position, ending };
    }
}

/**
 * @param {Found} found
 * @param {string | null} at what the reader asked for
 * @param {1 | 2} level
 */
function parts({ message, history, at: shownAt, position, ending }, at, level) {
    const heading = make(level === 1 ? "h1" : "h2", { tabindex: "-1", class: "subject" },
        foreign(message.subject || "(no subject)"));
    return [
        heading,
        at !== null && level === 1 && make("p.stripe", {}, make("b", {}, "This is the past."),
            " You see the message as it was " + momentWords(at, position) + ". ",
            make("a", { href: address("message", [message.id]) }, "Look at it now")),
        ending !== null && make("div.stripe", {}, make("b", {}, "Not there now: "), foreign(actorName(ending.actor)),
            " ", foreign(happened(ending)), " it on ", time(ending.time),
            ending.reason !== null && ", ", ending.reason !== null && quotedForeign(ending.reason),
                ". You see it as it was right before."),
        state(message, ending === null ? history : [], at),
        header(message),
        mailFrame(message.id, shownAt),
        attachments(message, shownAt, level),
        conversation(message, shownAt, level),
        notes(message, level),
        may("audit") && historyPart(message.id, history, at === null ? null : position, level),
        may("audit") && whyPart(message.id, shownAt),
        proofPart(message, level),
        rawPart(message.id, shownAt),
    ];
}

/**
 * Where it is, and the last thing that happened to it.
 * @param {ShownMessage} message
 * @param {HistoryEntry[]} history
 * @param {string | null} at
 */
function state(message, history, at) {
    const shown = message.keywords.map(keyword).filter((mark) => mark !== "read" && mark !== "draft");
    const last = at === null ? history[0] : undefined;
    return make("div.state", {},
        make("p", {}, at === null ? "In " : "Was in ", make("b", {}, foreign(list(message.folders))), " of ",
            foreign(message.account),
            make("span.quiet", {}, message.is_draft ? " · draft" : message.is_read ? " · read" : " · unread",
                shown.length > 0 ? " · " : "",
                foreign(shown.join(", ")))),
        last && make("p", {}, make("span.quiet", {}, "Last change: "), entryWords(last)),
        last && may("undo") && make("p.actions", {}, button("Undo this change …", () => openUndoOf(last.operation),
            { class: "undo", id: "undo-last" }), make("a.button", { href: address("operation", [last.operation]) },
            "What else this change did")));
}

/** @param {ShownMessage} message */
function header(message) {
    const people = (/** @type {Address[]} */ addresses) => addresses.map((one, index) =>
        make("span", {}, index > 0 && ", ", foreign(one.name ? one.name : one.address),
        one.name && one.address && make("span.quiet", {}, " <", foreign(one.address), ">")));
    const line = (/** @type {string} */ name, /** @type {import("./dom.js").Child[]} */ ...content) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, ...content));
    return make("dl.head", {},
        line("From", ...(message.from ? people([message.from]) : [person(null)])),
        line("To", ...(message.to.length > 0 ? people(message.to) : ["–"])),
        message.cc.length > 0 && line("Cc", ...people(message.cc)),
        message.bcc.length > 0 && line("Bcc", ...people(message.bcc)),
        message.reply_to.length > 0 && line("Answers to", ...people(message.reply_to)),
        line("Date", message.date ? time(message.date) : "none that can be read",
            make("span.quiet", {}, " · received ", time(message.received_at), " · " + size(message.size))));
}

/**
 * The path of bytes of a message at a moment.
 * @param {string} path what stands behind `/v1/messages/`
 * @param {string | null} at
 */
const bytesOf = (path, at) => "/v1/messages/" + path + (at === null ? "" : "?at=" + encodeURIComponent(at));

/**
 * @param {ShownMessage} message
 * @param {string | null} at
 * @param {1 | 2} level
 */
function attachments(message, at, level) {
    if (message.attachments.length === 0) return null;
    return make("section", {}, subheading(level, counted(message.attachments.length, "attachment")),
        make("ul.plain-list", {}, ...message.attachments.map((one) => make("li", {},
            make("a", { href: bytesOf(message.id + "/attachments/" + one.number, at), download: "" },
                foreign(one.file_name || "unnamed")),
            make("span.quiet", {}, " · ", foreign(one.mime_type), " · " + size(one.size))))));
}

/**
 * @param {ShownMessage} message
 * @param {string | null} at
 * @param {1 | 2} level
 */
function conversation(message, at, level) {
    const others = message.thread_messages.filter((id) => id !== message.id);
    if (others.length === 0) return null;
    const place = make("div", {}, waiting());
    void (async () => {
        try {
            const thread = await ask("show-thread", { message: message.id }, { at });
            fill(place, branch(thread.messages, message.id, at));
        } catch (error) {
            fill(place, problem(error));
        }
    })();
    return make("section", {}, subheading(level, "Thread of " + counted(message.thread_messages.length, "message")),
        place);
}

/**
 * @param {any[]} members
 * @param {string} here
 * @param {string | null} at
 * @returns {HTMLElement}
 */
function branch(members, here, at) {
    return make("ul.thread", {}, ...members.map(({ message, message_id, replies }) => make("li", {},
        !message ? make("span.quiet", {}, "a message that is not in the ledger, ", foreign(message_id ?? ""))
            : message.id === here ? make("b", { "aria-current": "true" }, foreign(person(message.from)), ", ",
                time(message.date ?? message.received_at), " (this one)")
                : make("a", { href: address("message", [message.id], { at }) }, foreign(person(message.from)), ", ",
                    time(message.date ?? message.received_at)),
        replies?.length > 0 && branch(replies, here, at))));
}

/**
 * @param {ShownMessage} message
 * @param {1 | 2} level
 */
function notes(message, level) {
    if (message.notes.length + message.actions.length === 0) return null;
    return make("section", {}, subheading(level, "Notes and actions"), make("ul.plain-list", {},
        ...message.notes.map((note) => make("li", {}, "Note: ", foreign(note.title),
            make("p.quiet", {}, foreign(note.transcript)))),
        ...message.actions.map((action) => make("li", {}, "Action: ", foreign(action.title),
            make("span.quiet", {}, " · ", spoken(action.status),
            action.scheduled_date ? " · " + moment(action.scheduled_date) : "")))));
}

/**
 * @param {string} id
 * @param {string | null} at
 */
function whyPart(id, at) {
    const place = make("div");
    const details = make("details", {}, make("summary", {}, "Why is it so?"), place);
    details.addEventListener("toggle", async () => {
        if (!details.open || place.hasChildNodes()) return;
        fill(place, waiting());
        try {
            const reasons = await ask("why-message", { message: id }, { at });
            fill(place, make("div.wide", {}, make("table", {},
                make("caption", {}, "Each value, and the entry of the log that made it so"),
                make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "What"),
                    make("th", { scope: "col" }, "Value"), make("th", { scope: "col" }, "Because of"))),
                make("tbody", {}, ...reasons.map((/** @type {any} */ reason) =>
                    make("tr", {}, make("th", { scope: "row" }, spoken(reason.field)),
                    make("td", {}, foreign(value(reason.value, null, reason.field).slice(0, 300))),
                    make("td", {}, reason.changes.length === 0 ? make("span.quiet", {}, "nothing was said of it")
                        : entryWords(reason.changes[reason.changes.length - 1].event))))))));
        } catch (error) {
            fill(place, problem(error));
        }
    });
    return details;
}

/**
 * @param {ShownMessage} message
 * @param {1 | 2} level
 */
function proofPart(message, level) {
    if (!may("audit")) return null;
    const name = "message-" + message.id.slice(0, 8) + ".proof";
    return make("section", {}, subheading(level, "Proof"),
        make("p", {}, "A file by which a stranger can check, without this program, that all this was recorded, when, and that nothing was changed since."),
        make("p.actions", {}, make("a.button", { id: "download-proof",
            href: "/v1/proofs?message=" + message.id + "&all=1", download: name }, "Download the proof"),
            make("a", { class: "button", href: address("proofs", [], { query: { message: message.id } }) },
                "Check it here")));
}

/**
 * @param {string} id
 * @param {string | null} at
 */
function rawPart(id, at) {
    const place = make("div"), path = bytesOf(id + "/raw", at);
    const details = make("details", {}, make("summary", {}, "Raw source"), place);
    details.addEventListener("toggle", async () => {
        if (!details.open || place.hasChildNodes()) return;
        fill(place, waiting());
        try {
            const bytes = await (await fetched(path, { headers: { Range: "bytes=0-65535" } })).arrayBuffer();
            const text = visible(new TextDecoder().decode(bytes), true);
            fill(place, make("pre.raw", { tabindex: "0", role: "region", "aria-label": "Raw source" }, text),
                bytes.byteLength === 65536 && make("p.quiet", {}, "The first 64 KiB."));
        } catch (error) {
            fill(place, problem(error));
        }
    });
    return make("div", {}, details, make("p.actions", {}, make("a.button", { href: path, download: "" },
        "Download the message as it came")));
}
