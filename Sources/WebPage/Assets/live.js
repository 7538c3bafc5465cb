// Hears of each change while the page is open, by one stream; after a break it continues where it ended.

import { Refusal, fetched } from "./server.js";

/** @typedef {import("../Types/forms").News} News */

/** @type {Set<(news: News[]) => void>} */
const hearers = new Set();
/** @type {Set<(isConnected: boolean) => void>} */
const watchers = new Set();
/** @type {EventSource | null} */
let source = null;
let position = 0;
/** The same with the leaf there, where a stream has said it. */
let place = "0";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {News[]} */
let gathered = [];

/** The last position that was heard of. */
export const heardUpTo = () => position;

/**
 * @param {(news: News[]) => void} hearer
 * @returns {() => void} ends the hearing
 */
export function hear(hearer) {
    hearers.add(hearer);
    return () => hearers.delete(hearer);
}

/** @param {(isConnected: boolean) => void} watcher */
export function watchConnection(watcher) {
    watchers.add(watcher);
}

/**
 * Listens from a position on.
 * @param {number} after
 */
export function listen(after) {
    source?.close();
    if (after > position) {
        position = after;
        place = String(after);
    }
    source = new EventSource("/v1/events?follow=1&after=" + place);
    /** @type {(News & { last: number }) | null} */
    let current = null;
    source.addEventListener("open", () => tell(true));
    source.addEventListener("message", (message) => {
        const line = JSON.parse(message.data);
        if (line.kind === "transaction") current = { ...heading(line),
            last: line.first_position + line.event_count - 1 };
        else if (line.kind === "event" && current) {
            current.position = line.position;
            for (const id of String(line.payload ?? "").match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []) current.things.add(id);
            if (line.position === current.last) {
                position = line.position;
                place = message.lastEventId;
                gather(current);
                current = null;
            }
        }
    });
    source.addEventListener("error", () => {
        tell(false);
        // The browser comes back by itself after a break, but not after a refusal.
        if (source?.readyState === EventSource.CLOSED) {
            clearTimeout(timer);
            timer = setTimeout(comeBack, 2000);
        }
    });
}

/** Listens again where the session still counts; where it does not, the reader is asked to sign in. */
async function comeBack() {
    try {
        await fetched("/ui/session");
        await fetched("/v1/events?limit=1&after=" + place);
        listen(position);
    } catch (error) {
        // The log lost its end, or came from a backup: nothing that is shown need be true.
        if (error instanceof Refusal && error.status === 409) location.reload();
        if (!(error instanceof Refusal && error.status === 401)) timer = setTimeout(comeBack, 2000);
    }
}

export function stopListening() {
    clearTimeout(timer);
    source?.close();
    source = null;
}

/** @param {{ operation: string, header: string | null }} line */
function heading(line) {
    const header = JSON.parse(line.header ?? "{}");
    return { position: 0, operation: line.operation, actor: header.actor ?? "somebody", command: header.command ?? "",
        reason: header.reason ?? null, things: new Set() };
}

/** @param {News} news */
function gather(news) {
    gathered.push(news);
    if (gathered.length > 1) return;
    setTimeout(() => {
        const told = gathered;
        gathered = [];
        for (const hearer of hearers) hearer(told);
    }, 60);
}

/** @param {boolean} isConnected */
function tell(isConnected) {
    for (const watcher of watchers) watcher(isConnected);
}
