// Asks the server: questions and commands in JSON, files, and numbers for charts.

/** What the server refused, or could not do. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {string} code
     * @param {string} message
     * @param {Record<string, any>} [details]
     */
    constructor(status, code, message, details = {}) {
        super(message);
        this.status = status;
        this.code = code;
        this.details = details;
    }
}

// A session may ask eight things at once.
const LIMIT = 5;
let running = 0;
/** The position of the first answer about the present since a page began. */
let first = 0;
let page = 0;

/** What a page shows covers the log at least up to here. */
export const shownUpTo = () => first;

/** A page begins. */
export function beginPage() {
    first = 0;
    page += 1;
}

/** @type {(() => void)[]} */
const waiting = [];

let asked = 0;

/**
 * Says on the page that it waits for an answer, until there is one.
 * @template Answer
 * @param {() => Promise<Answer>} work
 */
async function whileBusy(work) {
    const tell = () => document.querySelector("main")?.setAttribute("aria-busy", String(asked > 0));
    asked += 1;
    tell();
    try {
        return await work();
    } finally {
        asked -= 1;
        tell();
    }
}

/** @param {() => Promise<Response>} request */
async function inTurn(request) {
    if (running >= LIMIT) await new Promise((resolve) => waiting.push(() => resolve(null)));
    running += 1;
    try {
        return await request();
    } finally {
        running -= 1;
        waiting.shift()?.();
    }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function fetched(path, options = {}) {
    let response;
    try {
        response = await whileBusy(() => inTurn(() => fetch(path, { credentials: "same-origin", ...options })));
    } catch (error) {
        if (options.signal?.aborted) throw error;
        throw new Refusal(0, "UNREACHABLE", "The server does not answer.");
    }
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    if (response.status === 401 && path !== "/ui/login") dispatchEvent(new Event("signedout"));
    throw new Refusal(response.status, body.code ?? "HTTP_" + response.status,
        body.message ?? "The server answered " + response.status + ".", body.details);
}

/**
 * @param {string} path
 * @param {any} body
 * @param {RequestInit} [options]
 */
export function post(path, body, options = {}) {
    return fetched(path, { method: "POST", body: JSON.stringify(body), ...options,
        headers: { "Content-Type": "application/json", ...options.headers } });
}

/**
 * @typedef {object} Asking
 * @property {string | number | null} [at] the moment in question
 * @property {AbortSignal} [signal]
 * @property {(progress: { position: number, of: number }) => void} [building] hears how far a past moment is built
 */

/**
 * Asks a question; the whole answer, with the position that it covers.
 * @param {string} query
 * @param {Record<string, any>} [parameters]
 * @param {Asking} asking
 * @returns {Promise<{ position: number, answer: any }>}
 */
export function askWhole(query, parameters = {}, { at = null, signal, building } = {}) {
    const body = { query, parameters, ...(at === null ? {} : { at: String(at) }) }, asker = page;
    /** @type {Record<string, string>} */
    const headers = at === null ? {} : { "Ledger-Patience": "0" };
    return whileBusy(async () => {
        for (;;) {
            const response = await post("/v1/requests", body, { signal, headers }), answer = await response.json();
            if (response.status !== 202) {
                if (at === null && asker === page) cover(answer.position);
                return answer;
            }
            building?.(answer);
            await new Promise((resolve) => setTimeout(resolve, 120));
            signal?.throwIfAborted();
        }
    });
}

/** @param {number} position */
function cover(position) {
    if (first > 0) return;
    first = position;
    dispatchEvent(new Event("covered"));
}

/**
 * Asks a question.
 * @param {string} query
 * @param {Record<string, any>} [parameters]
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
export async function ask(query, parameters = {}, asking = {}) {
    return (await askWhole(query, parameters, asking)).answer;
}

/**
 * Performs a command; a key makes a repeated one the same.
 * @param {string} command
 * @param {Record<string, any>} parameters
 * @param {{ reason: string, key?: string, isDryRun?: boolean }} how
 */
export async function perform(command, parameters, { reason, key, isDryRun = false }) {
    const envelope = isDryRun ? { dry_run: true } : { reason, idempotency_key: key };
    return (await post("/v1/requests", { command, parameters, ...envelope })).json();
}
