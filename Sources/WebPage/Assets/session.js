// Who reads the page, and what the reader may do.

import { Refusal, fetched, post } from "./server.js";

/**
 * @typedef {object} Session
 * @property {string} actor
 * @property {string[]} scopes
 * @property {string} ledger
 * @property {number} position
 * @property {boolean} signed
 */

/** @type {Session | null} */
let current = null;

/** The session of now; there is one wherever a page shows something. */
export function session() {
    if (current === null) throw new Refusal(401, "UNAUTHORIZED", "You are not signed in.");
    return current;
}

/** @param {string} scope */
export const may = (scope) => current?.scopes.includes(scope) ?? false;

/** Looks up the session of the cookie; null where there is none. */
export async function resume() {
    try {
        current = await (await fetched("/ui/session")).json();
    } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
        current = null;
    }
    return current;
}

/**
 * Exchanges a code or a token for a session.
 * @param {{ code: string } | { token: string }} proof
 */
export async function signIn(proof) {
    await post("/ui/login", proof);
    return resume();
}

export async function signOut() {
    await post("/ui/logout", {});
    current = null;
}
