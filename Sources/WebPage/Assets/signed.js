// Hashes and signed notes, by which a record is checked from its bytes. Nothing is fetched.
// A report carries this file in its own script, too: the names below must not be those of others.

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

// SHA-256 (FIPS 180-4), since crypto.subtle is not there on every page that lies in a file, and not for so many short texts.
const ROUND = new Uint32Array(64), START = new Uint32Array(8);
for (let number = 2, count = 0; count < 64; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) isPrime = isPrime && number % factor !== 0;
    if (!isPrime) continue;
    const fraction = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 4294967296);
    if (count < 8) START[count] = fraction(Math.sqrt(number));
    ROUND[count++] = fraction(Math.cbrt(number));
}
const schedule = new Uint32Array(64);
/** @param {...Uint8Array} parts */
function sha256(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const data = new Uint8Array(((length + 8) >> 6 << 6) + 64);
    let offset = 0;
    for (const part of parts) {
        data.set(part, offset);
        offset += part.length;
    }
    data[length] = 0x80;
    const view = new DataView(data.buffer), w = schedule, state = START.slice();
    view.setUint32(data.length - 8, Math.floor(length / 0x20000000));
    view.setUint32(data.length - 4, length << 3);
    for (let block = 0; block < data.length; block += 64) {
        for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
        for (let i = 16; i < 64; i++) {
            const x = w[i - 15], y = w[i - 2];
            const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
            const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1 | 0;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
            const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            const t1 = h + s1 + (e & f ^ ~e & g) + ROUND[i] + w[i] | 0;
            const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            const t2 = s0 + (a & b ^ a & c ^ b & c) | 0;
            [h, g, f, e, d, c, b, a] = [g, f, e, d + t1 | 0, c, b, a, t1 + t2 | 0];
        }
        [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const digest = new Uint8Array(32);
    state.forEach((word, i) => new DataView(digest.buffer).setUint32(4 * i, word));
    return digest;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {any} text */
function unhex(text) {
    if (typeof text !== "string"
        || !/^([0-9a-f]{2})*$/.test(text)) throw new Fault("a salt or a digest of the record is none");
    return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}
/** @param {string} text */
function unbase64(text) {
    try {
        return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    } catch {
        throw new Fault("a hash or a signature of the file is none");
    }
}
/** @type {(left: Uint8Array, right: Uint8Array) => boolean} */
const equal = (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index]);

class Fault extends Error {}

/** @typedef {{ name: string, hash: Uint8Array, bytes: Uint8Array, text: string }} VerifierKey */

/**
 * @param {string} text
 * @returns {VerifierKey | null}
 */
function keyOf(text) {
    const parts = text.split("+");
    if (parts.length < 3) return null;
    const [name, hash, key] = [parts[0], parts[1], parts.slice(2).join("+")];
    let bytes;
    try { bytes = unbase64(key); } catch { return null; }
    if (bytes.length !== 33 || bytes[0] !== 1) return null;
    const own = sha256(bytesOf(name + "\n"), bytes).slice(0, 4);
    return hex(own) === hash ? { name, hash: own, bytes: bytes.slice(1), text } : null;
}

/**
 * Whether the owner of a key signed a note; null where the browser cannot tell.
 * @param {string} note
 * @param {VerifierKey} key
 * @returns {Promise<{ text: string, holds: boolean | null }>}
 */
async function isSigned(note, key) {
    const gap = note.lastIndexOf("\n\n");
    if (gap < 0) throw new Fault("a checkpoint or an endorsement is no signed note");
    const text = note.slice(0, gap + 1);
    const signatures = note.slice(gap + 2).split("\n").filter((line) => line !== "").map((line) => line.split(" "))
        .filter((words) => words[0] === "—" && words[1] === key.name).map((words) => unbase64(words[2] || ""))
        .filter((bytes) => equal(bytes.slice(0, 4), key.hash));
    if (signatures.length === 0) return { text, holds: false };
    let imported;
    try {
        imported = await crypto.subtle.importKey("raw", key.bytes, { name: "Ed25519" }, false, ["verify"]);
    } catch {
        return { text, holds: null };
    }
    let holds = true;
    for (const bytes of signatures) {
        holds = holds && await crypto.subtle.verify({ name: "Ed25519" }, imported, bytes.slice(4), bytesOf(text));
    }
    return { text, holds };
}

export { bytesOf, sha256, hex, unhex, unbase64, equal, Fault, keyOf, isSigned };
