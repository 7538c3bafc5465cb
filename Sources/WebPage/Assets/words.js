// What was done, in words that follow the name of who did it.

/** @typedef {import("../Types/forms").Effect} Effect */
/** @typedef {import("../Types/forms").Operation} Operation */
/** @typedef {import("../Types/forms").Cascade} Cascade */
/** @typedef {import("../Types/forms").FieldChange} FieldChange */

/**
 * "a", "a and b", "a, b and c".
 * @param {string[]} texts
 */
export function list(texts) {
    return texts.length < 2 ? texts.join("") : texts.slice(0, -1).join(", ") + " and " + texts[texts.length - 1];
}

/**
 * "1 message", "12,000 messages".
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
    return count.toLocaleString("en") + " " + (count === 1 ? noun : plural(noun));
}

/** @param {string} noun */
function plural(noun) {
    if (/(x|ch|sh)$/.test(noun)) return noun + "es";
    return /[^aeiou]y$/.test(noun) ? noun.slice(0, -1) + "ies" : noun + "s";
}

/** @param {string} text */
export const quoted = (text) => "“" + text + "”";

/** @param {string[]} folders */
function places(folders) {
    if (folders.length === 0) return "";
    return folders.length > 4 ? counted(folders.length, "folder") : list(folders);
}

/** Marks of mail, where they are set and where they are taken away. */
const MARKS = /** @type {Record<string, string>} */ ({
    read: "read", unread: "unread", flagged: "with a flag", unflagged: "without a flag",
    answered: "answered", unanswered: "not answered", draft: "as a draft", undraft: "as no draft",
});

/**
 * What an operation did: "moved 3 messages, Receipts → Trash".
 * @param {Operation} operation
 */
export function deeds(operation) {
    /** @type {string[]} */
    const clauses = [];
    const moves = operation.effects.filter(isMove);
    operation.effects.forEach((effect) => {
        if (!isMove(effect)) clauses.push(deed(effect));
        else if (effect === moves[0]) clauses.push(moved(moves));
    });
    const text = clauses.length === 0 ? operation.summary : list(clauses);
    return text + operation.cascades.map(withThem).join("");
}

/** @param {Effect} effect */
const isMove = (effect) => effect.effect === "moved" && effect.entity === "message" && effect.to !== null;

/** @param {Effect[]} moves */
function moved(moves) {
    const from = (/** @type {Effect} */ move) => move.from ?? "several folders",
        number = (/** @type {Effect} */ move) => move.count.toLocaleString("en");
    if (moves.length === 1) return "moved " + counted(moves[0].count, "message") + ", " + from(moves[0]) + " → "
        + moves[0].to;
    // A message with two copies is counted twice, so that the sum of these is no number of messages.
    if (moves.every((move) => move.to === moves[0].to)) return "moved messages to " + moves[0].to + ": "
        + list(moves.map((move) => number(move) + " from " + from(move)));
    if (moves.every((move) => from(move) === from(moves[0]))) return "moved messages from " + from(moves[0]) + ": "
        + list(moves.map((move) => number(move) + " to " + move.to));
    return "moved messages: " + list(moves.map((move) => number(move) + " from " + from(move) + " to " + move.to));
}

/** @param {Effect} effect */
function deed(effect) {
    const { word, entity, count, folders, name } = effect, isLabel = /^[+-]./.test(word);
    const messages = counted(count, "message"), inside = folders.length === 0 ? "" : " in " + places(folders);
    if (entity === "message") {
        if (isLabel && word[0] === "+") return "labelled " + messages + " " + quoted(word.slice(1)) + inside;
        if (isLabel) return "took the label " + quoted(word.slice(1)) + " off " + messages + inside;
        if (effect.effect === "marked") return "marked " + messages + " " + (MARKS[word] ?? word) + inside;
        if (word === "joined") return "put " + messages + " into a conversation";
        if (word === "queued") return "queued " + messages + " for sending";
        if (word === "removed") return "took " + counted(count, "copy") + " of mail out"
            + (folders.length === 0 ? "" : " of " + places(folders));
        const into = ["imported", "added", "copied"].includes(word) && folders.length > 0 ? " into " + places(folders)
            : inside;
        return word + " " + messages + into;
    }
    if (effect.effect === "skipped") return "skipped " + counted(count, "file");
    if (name !== null && count === 1) {
        const way = effect.from !== null && effect.to !== null ? ": " + effect.from + " → " + effect.to : " "
            + quoted(name);
        return word + " the " + spoken(entity) + way;
    }
    if (effect.from !== null && effect.to !== null) return word + " " + counted(count, spoken(entity)) + ", "
        + effect.from + " → " + effect.to;
    return word + " " + counted(count, spoken(entity)) + (effect.fields.length === 0 ? "" : " ("
        + list(effect.fields.map(spoken)) + ")");
}

/** @param {Cascade} cascade */
function withThem(cascade) {
    return ", with " + list([[cascade.folders, "folder"], [cascade.messages, "message"]]
        .filter(([count]) => Number(count) > 0).map(([count, noun]) => counted(Number(count), String(noun))));
}

/**
 * How it was done: the command, and what it was given.
 * @param {{ command: string | null, cause: string | null }} operation
 */
export function way({ command: said, cause }) {
    const command = said ?? "a command that was erased";
    if (cause === null) return command;
    const [kind, rest] = [cause.slice(0, cause.indexOf(":")), cause.slice(cause.indexOf(":") + 1)];
    if (kind === "query") return command + ": " + rest;
    if (kind === "import") return command + " of " + (rest === "-" ? "standard input" : rest);
    if (kind === "sync") return command + " with " + rest;
    if (kind === "undo") return command + " of " + (rest.startsWith("tx:") ? "transactions " + rest.slice(3)
        : "operation " + rest.slice(0, 8));
    return command + " (" + cause + ")";
}

/**
 * The operation that an undo undid, if it undid one.
 * @param {{ cause: string | null }} operation
 */
export function undoneBy({ cause }) {
    const match = /^undo:([0-9a-f-]{36})$/i.exec(cause ?? "");
    return match ? match[1].toLowerCase() : null;
}

const FIELDS = /** @type {Record<string, string>} */ ({
    "copies.folder": "folder", keywords: "marks", message_id: "Message-ID", is_seen: "read", is_unread: "unread",
        is_flagged: "flag",
    total: "messages", unread: "unread", os_user: "user of the system", received_at: "received",
        in_reply_to: "reply to",
    message_count: "messages of the thread", unread_count: "unread of the thread",
        last_date: "latest message",
    from_name: "sender’s name", from_address: "sender’s address",
});

/**
 * A field, a kind of thing or a verb in words.
 * @param {string} name
 */
export function spoken(name) {
    return FIELDS[name] ?? name.replace(/^is_/, "").replaceAll(/[._-]/g, " ");
}

const KEYWORDS = /** @type {Record<string, string>} */ ({ $seen: "read", $flagged: "flag", $answered: "answered",
    $draft: "draft", $forwarded: "forwarded" });

/**
 * A mark of mail in a word.
 * @param {string} keyword
 */
export const keyword = (keyword) => KEYWORDS[keyword] ?? keyword;

/**
 * A value of a field in words.
 * @param {any} value
 * @param {string | null} [text] what the server says for it
 * @param {string} [field]
 * @returns {string}
 */
export function value(value, text = null, field = "") {
    if (text !== null && text !== undefined) return text;
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "boolean" || (/^is_|^has_/.test(field) && (value === 0 || value === 1))) return value ? "yes"
        : "no";
    if (Array.isArray(value)) return value.length === 0 ? "–"
        : value.map((one) => field === "keywords" ? keyword(String(one)) : valueOf(one)).join(", ");
    return valueOf(value);
}

/** @param {any} value */
function valueOf(value) {
    if (typeof value === "object" && value !== null) {
        if (typeof value.address === "string") return value.name ? value.name + " <" + value.address + ">"
            : value.address;
        return JSON.stringify(value);
    }
    return String(value);
}

const TYPES = /** @type {Record<string, string>} */ ({
    "mail.message-added": "added", "mail.message-copied": "put a copy into a folder", "mail.message-moved": "moved",
    "mail.message-marked": "marked", "mail.message-deleted": "deleted", "mail.message-restored": "brought back",
    "mail.copy-removed": "took a copy out of a folder", "mail.message-erased": "erased",
        "assist.message-classified": "classified",
    "mail.message-body-loaded": "loaded the text", "mail.copy-changed": "noted a change of its file",
});

/**
 * What one event did to what it is about: "moved from Receipts and INBOX to Trash".
 * @param {{ type: string, changes: FieldChange[] }} event
 */
export function happened({ type, changes }) {
    const folders = changes.filter((change) => change.field.endsWith("folder"));
    const names = (/** @type {"old" | "new"} */ side) => list([...new Set(folders.map((change) =>
        value(change[side], change[side === "old" ? "old_text" : "new_text"])))]);
    if (type === "mail.message-moved" && folders.length > 0) return "moved from " + names("old") + " to "
        + names("new");
    if (type === "mail.message-added") return "added" + (folders.length > 0 ? " to " + names("new") : "");
    if (type === "mail.message-copied") return "put a copy into " + (names("new") || "a folder");
    if (type === "mail.copy-removed") return "took a copy out of " + (names("old") || "a folder");
    const marks = changes.find((change) => change.field === "keywords");
    if (marks && Array.isArray(marks.old) && Array.isArray(marks.new)) return marked(marks.old, marks.new);
    if (TYPES[type]) return TYPES[type];
    const words = type.slice(type.indexOf(".") + 1).split("-");
    return (words.pop() + " the " + words.join(" ")).replace(/ the $/, "");
}

/**
 * @param {string[]} old
 * @param {string[]} now
 */
function marked(old, now) {
    const set = now.filter((one) => !old.includes(one)), taken = old.filter((one) => !now.includes(one));
    const clauses = [];
    const flags = [...set.filter((one) => one in KEYWORDS).map((one) => one === "$flagged" ? "with a flag"
        : keyword(one)),
        ...taken.filter((one) => one in KEYWORDS).map((one) => one === "$seen" ? "unread" : one === "$flagged"
            ? "without a flag" : "not " + keyword(one))];
    if (flags.length > 0) clauses.push("marked " + list(flags));
    const labels = set.filter((one) => !(one in KEYWORDS)), lost = taken.filter((one) => !(one in KEYWORDS));
    if (labels.length > 0) clauses.push("labelled " + list(labels.map(quoted)));
    if (lost.length > 0) clauses.push("took the label " + list(lost.map(quoted)) + " off");
    return list(clauses) || "marked";
}

/**
 * A size in bytes as people read it.
 * @param {number | null | undefined} bytes
 */
export function size(bytes) {
    if (bytes === null || bytes === undefined) return "";
    if (bytes < 1000) return bytes + " B";
    const units = ["kB", "MB", "GB", "TB"];
    let [number, unit] = [bytes / 1000, 0];
    while (number >= 1000 && unit < 3) [number, unit] = [number / 1000, unit + 1];
    return (number < 10 ? number.toFixed(1) : Math.round(number)) + " " + units[unit];
}
