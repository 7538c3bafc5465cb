// The folders of a mailbox with their counts, at some moment.

import { foreign, make } from "./dom.js";
import { ask, askWhole } from "./server.js";
import { address } from "./routes.js";

/** @typedef {import("../Types/forms").Folder} Folder */

/**
 * @param {string | number | null} at
 * @param {AbortSignal} signal
 * @param {(progress: { position: number, of: number }) => void} building
 * @returns {Promise<{ folders: Folder[], gone: Set<string>, position: number }>} the folders of then, which of them are not there now,
 *   and the last entry of the log that counts then
 */
export async function foldersAt(at, signal, building) {
    /** @type {[{ answer: Folder[], position: number }, Folder[]]} */
    const [then, now] = await Promise.all([askWhole("list-folders", {}, { at, signal, building }),
        at === null ? [] : ask("list-folders", {}, { signal })]);
    const alive = new Set(now.map((folder) => folder.id));
    const folders = then.answer.filter((folder) => folder.kind !== "notebook");
    return { folders, position: then.position, gone: new Set(at === null ? []
        : folders.filter((folder) => !alive.has(folder.id)).map((folder) => folder.id)) };
}

/**
 * The list of folders by account.
 * @param {Folder[]} folders
 * @param {Set<string>} gone
 * @param {{ chosen: string, at: string | null, q: string | null }} view
 */
export function folderList(folders, gone, { chosen, at, q }) {
    const accounts = [...new Set(folders.map((folder) => folder.account))];
    const link = (/** @type {string} */ id, /** @type {Node | string} */ name, /** @type {number | null} */ total,
        /** @type {number} */ unread, depth = 0, mark = "") => {
        const element = make("a", { href: address("mailbox", [id], { at, query: { q } }),
            class: "folder depth-" + Math.min(depth, 4), "aria-current": id === chosen ? "page" : null },
            make("span.folder-name", {}, name, mark !== "" && make("span.gone", {}, mark)),
            total !== null && make("span.count", {}, unread > 0
                && make("b", {}, String(unread), make("span.unseen", {}, " unread of ")),
                unread > 0 && make("span.slash", { "aria-hidden": "true" }, " / "), String(total)));
        return make("li", {}, element);
    };
    const name = folders.find((folder) => folder.id === chosen)?.path;
    const list = make("nav.folders", { "aria-label": "Folders" },
        make("ul", {}, link("all", "All mail", null, 0)),
        ...accounts.map((account) => make("div", {}, make("h3", {},
            // A long address is broken before its host, and not within a name.
            ...account.split(/(?=@)/).flatMap((part) => [foreign(part), make("wbr")])),
            make("ul", {}, ...folders.filter((folder) => folder.account === account)
                .map((folder) => link(folder.id, foreign(folder.name), folder.total, folder.unread, folder.depth,
                    gone.has(folder.id) ? "deleted since" : ""))))));
    return make("details.fold", { open: !matchMedia("(max-width: 44rem)").matches },
        make("summary", {}, "Folders: ", name === undefined ? "All mail" : foreign(name)), list);
}

/**
 * The query for the mail of a folder.
 * @param {Folder} folder
 */
export function inFolder(folder) {
    return "in:\"" + (folder.account + "/" + folder.path).replaceAll("\"", "\"\"") + "\"";
}
