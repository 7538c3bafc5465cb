// Tables as files: lines end with CR LF (RFC 4180), and no text of mail becomes a formula.

import { saveFile } from "./files.js";

/**
 * @param {string} name
 * @param {string[][]} rows
 */
export function saveTable(name, rows) {
    const cell = (/** @type {string} */ text) => "\"" + (/^[=+\-@\t\r]/.test(text) ? "'" : "")
        + text.replaceAll("\"", "\"\"") + "\"";
    saveFile(name + ".csv", rows.map((row) => row.map(cell).join(",") + "\r\n").join(""), "text/csv");
}
