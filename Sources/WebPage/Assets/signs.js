// Signs that draw nothing, or change how others are drawn, shown by their names.

// Beside the C1 controls: joiners, fillers, selectors, directions (UAX 9), annotations, tags.
const HIDDEN = new RegExp("[\\u0080-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F"
    + "\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]",
        "u");
const MARK = /[\p{Mn}\p{Me}]/u;
// More marks than these on one letter are no writing.
const MARKS = 8;

/**
 * Text with each such sign as its picture (`␛`) or its number (`\u{202E}`).
 * @param {string} text
 * @param {boolean} [keepsLines] whether breaks of lines and tabs stay
 */
export function visible(text, keepsLines = false) {
    if (/^[\x20-\x7E]*$/.test(text)) return text;
    const signs = Array.from(keepsLines ? text.replaceAll("\r\n", "\n") : text);
    let output = "", marks = 0;
    signs.forEach((sign, index) => {
        const code = sign.codePointAt(0) ?? 0;
        marks = code >= 0x300 && MARK.test(sign) ? marks + 1 : 0;
        if (marks > MARKS) output += marks === MARKS + 1 ? "\uFFFD" : "";
        else if (keepsLines && (sign === "\n" || sign === "\t")) output += sign;
        else if (code < 0x20 || code === 0x7F) output += String.fromCodePoint(code === 0x7F ? 0x2421 : 0x2400 + code);
        else if (code >= 0xD800 && code <= 0xDFFF) output += "\uFFFD";
        else if (HIDDEN.test(sign) && !joins(signs, index)) output += "\\u{" + code.toString(16).toUpperCase() + "}";
        else output += sign;
    });
    return output;
}

/**
 * Whether a joiner stands between letters of Persian or of the scripts of India, or parts of an emoji.
 * @param {string[]} signs
 * @param {number} index
 */
function joins(signs, index) {
    if (signs[index] !== "\u200C" && signs[index] !== "\u200D") return false;
    const [before, after] = [signs[index - 1] ?? " ", signs[index + 1] ?? " "];
    return (before.codePointAt(0) ?? 0) > 0xFF && (after.codePointAt(0) ?? 0) > 0xFF && !HIDDEN.test(after);
}
