// Which operations were undone, and by which.

import { ask } from "./server.js";
import { undoneBy } from "./words.js";

/** @typedef {import("../Types/forms").Operation} Operation */

/** Looks up undos, as far back as somebody asked. */
export class Undos {
    constructor() {
        /** @type {Map<string, Operation>} */
        this.byUndone = new Map();
        /** @type {string | null} */
        this.since = null;
    }

    /**
     * Makes sure that each undo after a time is known.
     * @param {string} time
     * @param {AbortSignal} [signal]
     */
    async cover(time, signal) {
        if (this.since !== null && this.since <= time) return;
        /** @type {Operation[]} */
        const undos = await ask("list-operations", { matching: { command: "undo", since: time }, limit: 1000 },
            { signal });
        for (const undo of undos) {
            const undone = undoneBy(undo);
            if (undone !== null && !this.byUndone.has(undone)) this.byUndone.set(undone, undo);
        }
        this.since = time;
    }

    forget() {
        this.byUndone.clear();
        this.since = null;
    }

    /**
     * The undo that took an operation back, unless it was undone in its turn.
     * @param {string} operation
     * @returns {{ undo: Operation, isUndone: boolean } | null}
     */
    of(operation) {
        const undo = this.byUndone.get(operation);
        return undo ? { undo, isUndone: this.byUndone.has(undo.operation) } : null;
    }
}
