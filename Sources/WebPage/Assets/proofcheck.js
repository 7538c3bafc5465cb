// Checks a proof file from its bytes to the signature, as Docs/Proofs.md says. Nothing is sent anywhere.

import { Fault, bytesOf, equal, hex, isSigned, keyOf, sha256, unbase64, unhex } from "./signed.js";

/** @typedef {{ kind: "good" | "open" | "bad", text: string }} Finding */

/**
 * What a proven entry says.
 * @typedef {object} Proven
 * @property {number} position
 * @property {string} type
 * @property {string} time
 * @property {string | null} actor null where it is withheld or erased
 * @property {string | null} reason
 * @property {any} payload
 */

/**
 * @typedef {object} Verdict
 * @property {"good" | "open" | "bad"} kind
 * @property {string} text
 * @property {Finding[]} findings
 * @property {Proven[]} events
 */

/**
 * @param {string} file
 * @param {string} typed a key or a fingerprint that the reader has from the owner; may be empty
 * @returns {Promise<Verdict>}
 */
export async function checkProof(file, typed) {
    /** @type {Finding[]} */
    const findings = [];
    /** @type {Proven[]} */
    let events = [];
    const find = (/** @type {Finding["kind"]} */ kind, /** @type {string} */ text) => findings.push({ kind, text });
    let trust = "none", canSign = true;
    try {
        const proof = read(file);
        const keys = proof.keys.map(key);
        canSign = await checkKeys(proof, keys) && canSign;
        const last = keys[keys.length - 1], [origin, count, rootText] = proof.checkpoint.split("\n");
        if (origin !== last.name) throw new Fault("the key is of another log");
        const size = whole(count), root = unbase64(rootText);
        const { holds } = await isSigned(proof.checkpoint, last);
        if (holds === false) throw new Fault("the signature of the checkpoint does not hold");
        if (holds === null) canSign = false;
        events = proof.events.map((/** @type {any} */ event) => proven(event, size, root));
        find("good", (events.length === 1 ? "The entry is, byte for byte, in the log" : "The " + events.length
            + " entries are, byte for byte, in the log") + " of " + size + " entries with the root " + hex(root) + ".");
        if (new Set(proof.events.map((/** @type {any} */ event) =>
            event.entry.split("\n")[1])).size > 1) throw new Fault("its entries are of several ledgers");
        if (holds) find("good", "The checkpoint, which names this root, is signed by the key " + last.text + ".");
        if (proof.since) find("open",
            "Whether the log has only grown since an older checkpoint is not checked here. This command does it: mailledger verify-proof FILE");
        trust = trusted(typed, keys, find);
        if (!canSign) find("open",
            "The signature was not checked: this browser does not know Ed25519. This command does it: mailledger verify-proof FILE --key KEY");
    } catch (error) {
        find("bad", error instanceof Fault ? "The file was changed: " + error.message + "."
            : "The file cannot be read: it is no proof, or was cut.");
        return { kind: "bad", text: "This proof does not hold.", findings, events: [] };
    }
    return { ...conclusion(trust, canSign), findings, events };
}

/** @param {string} file */
function read(file) {
    const proof = JSON.parse(file);
    if (proof.proof !== "mailledger-proof/1" || !Array.isArray(proof.keys) || !Array.isArray(proof.events)
        || typeof proof.checkpoint !== "string") throw new Error("no proof");
    return proof;
}

/** @param {string} text */
function key(text) {
    const found = keyOf(text);
    if (found === null) throw new Fault("a key of the file is none");
    return found;
}

/** @param {string} text */
function whole(text) {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)
        || number < 1) throw new Fault("a number of the file is none");
    return number;
}

/**
 * Each key is endorsed by the one before it; false where the browser cannot tell.
 * @param {any} proof
 * @param {import("./signed.js").VerifierKey[]} keys
 */
async function checkKeys(proof, keys) {
    if (keys.length === 0
        || proof.endorsements.length !== keys.length - 1) throw new Fault("the keys of the file are none");
    let canSign = true;
    for (const [index, endorsement] of proof.endorsements.entries()) {
        const { text, holds } = await isSigned(endorsement, keys[index]);
        if (holds === null) canSign = false;
        else if (!holds || text !== "mailledger/key/1\n" + keys[index].name + "\n" + keys[index + 1].text
            + "\n") throw new Fault("a key of the file does not lead to the next");
    }
    return canSign;
}

/**
 * @param {any} event
 * @param {number} size
 * @param {Uint8Array} root
 * @returns {Proven}
 */
function proven(event, size, root) {
    const lines = event.entry.split("\n");
    if (lines.length !== 12 || lines[0] !== "mailledger/1") throw new Fault("an entry has another form");
    const position = whole(lines[2]), leaf = sha256(new Uint8Array([0]), bytesOf(event.entry));
    if (position > size || !equal(rootFrom(leaf, position - 1, size, event.inclusion), root)) throw new Fault("entry "
        + position + " does not lead to the root of the checkpoint");
    const text = (/** @type {string} */ name, /** @type {string} */ digest) => {
        if (typeof event[name] !== "string") return null;
        // A longer salt could hold the beginning of the content.
        const salt = unhex(event[name + "_salt"]);
        if (salt.length !== 16 || hex(sha256(salt,
            bytesOf(event[name]))) !== digest) throw new Fault("the content of entry " + position + " is another one");
        return JSON.parse(event[name]);
    };
    const header = text("header", lines[9]), payload = text("payload", lines[10]);
    if (header && (String(header.number) !== lines[8]
        || String(header.time) !== lines[7])) throw new Fault("the header of entry " + position
        + " is of another step");
    return { position, type: lines[6].split("/")[0], time: new Date(Number(lines[7]) / 1000).toISOString(),
        actor: header?.actor ?? null, reason: header?.reason ?? null, payload };
}

/**
 * The root that a leaf leads to (RFC 9162 section 2.1.3.2).
 * @param {Uint8Array} leaf
 * @param {number} index
 * @param {number} size
 * @param {string[]} path
 */
function rootFrom(leaf, index, size, path) {
    let [node, last, hash] = [index, size - 1, leaf];
    const half = (/** @type {number} */ number) => Math.floor(number / 2), pair = new Uint8Array([1]);
    for (const text of path) {
        const other = unbase64(text);
        if (last === 0) throw new Fault("the way to the root is too long");
        if (node % 2 === 1 || node === last) {
            hash = sha256(pair, other, hash);
            while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
        } else hash = sha256(pair, hash, other);
        [node, last] = [half(node), half(last)];
    }
    if (last !== 0) throw new Fault("the way to the root is too short");
    return hash;
}

/**
 * Whether the key that the reader brings is one of the file's.
 * @param {string} typed
 * @param {import("./signed.js").VerifierKey[]} keys
 * @param {(kind: Finding["kind"], text: string) => void} find
 */
function trusted(typed, keys, find) {
    const given = typed.trim(), digits = given.replace(/[\s:]/g, "").toLowerCase();
    if (given === "") {
        find("open", "You gave no key: this check does not say whose key signed.");
        return "none";
    }
    const isFingerprint = /^[0-9a-f]{64}$/.test(digits);
    if (!isFingerprint && keyOf(given) === null) {
        find("open", "What you gave is no key and no fingerprint. A key begins with the name of the log, mailledger/…; a fingerprint has 64 digits from 0 to 9 and a to f.");
        return "no key";
    }
    if (!keys.some((one) => isFingerprint ? hex(sha256(bytesOf(one.text + "\n"))) === digits : one.text === given)) {
        find("bad", "Another key signed this proof than the one that you gave. Was it typed in full? If so, ask the owner.");
        return "other";
    }
    find("good", "The key that you gave signed the proof, or signed its successor, which did.");
    find("open", "Did you get the key from the owner? If you took it from this file or this page, this result proves nothing: a forger signs with a key of his own.");
    return "trusted";
}

/**
 * @param {string} trust
 * @param {boolean} canSign
 * @returns {{ kind: "good" | "open" | "bad", text: string }}
 */
function conclusion(trust, canSign) {
    if (trust === "other") return { kind: "bad",
        text: "Another key signed this proof than the one that you gave. All else holds." };
    if (!canSign) return { kind: "open", text: "This proof is consistent with itself. Its signature was not checked." };
    if (trust === "no key") return { kind: "open",
        text: "This proof is consistent with itself, but what you gave is no key." };
    if (trust === "none") return { kind: "open",
        text: "This proof is consistent with itself; whose key signed it was not checked." };
    return { kind: "good", text: "This proof holds: the owner of the key that you gave signed it." };
}
