// Makes the elements of the page. What mail says gets into the document here alone, and as text.

import { visible } from "./signs.js";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/** Where a link of the page may lead: within the page, to a path of the server, or to a file that the page made. */
const ADDRESSES = /^(#|\/v1\/|\/render\/|blob:)/;

/**
 * Makes an element with attributes and children; texts become text. Classes may stand behind its name: `p.quiet`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name | `${Name}.${string}`} kind
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(kind, attributes = {}, ...children) {
    const [name, ...classes] = kind.split(".");
    const element = /** @type {HTMLElementTagNameMap[Name]} */ (document.createElement(name));
    if (classes.length > 0) element.className = classes.join(" ");
    set(element, attributes);
    element.append(...nodes(children));
    return element;
}

/**
 * Sets attributes: true is an empty one; false, null and undefined are none.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
    for (const [key, value] of Object.entries(attributes)) {
        if (/^(on|style$|srcdoc$)/.test(key)) throw new TypeError("the page sets no attribute " + key);
        if ((key === "href" || key === "src")
            && !ADDRESSES.test(String(value))) throw new TypeError("the page leads nowhere else");
        if (value === null || value === undefined || value === false) element.removeAttribute(key);
        else element.setAttribute(key, value === true ? "" : String(value));
    }
}

/**
 * Makes an element of SVG.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
    const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
    set(element, attributes);
    element.append(...nodes(children));
    return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
    return children.flat().filter(/** @returns {child is Node | string} */ (child) => child !== null
        && child !== undefined && child !== false);
}

/**
 * Makes a button.
 * @param {string} label
 * @param {(event: MouseEvent) => void} act
 * @param {Attributes} [attributes]
 */
export function button(label, act, attributes = {}) {
    const element = make("button", { type: "button", ...attributes }, label);
    element.addEventListener("click", act);
    return element;
}

/**
 * A heading within what has a heading of a level itself.
 * @param {1 | 2} level
 * @param {string} text
 */
export const subheading = (level, text) => make(level === 1 ? "h2" : "h3", {}, text);

/**
 * Text that a stranger wrote: its signs are all seen, and its direction ends with it.
 * @param {string | null | undefined} text
 * @param {Attributes} [attributes]
 */
export function foreign(text, attributes = {}) {
    return make("bdi", attributes, visible(text ?? ""));
}

/**
 * Puts children into an element in place of those that it has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
    element.replaceChildren(...nodes(children));
}

let made = 0;

/**
 * An id that no other element has.
 * @param {string} word
 */
export function freshID(word) {
    made += 1;
    return word + "-" + made;
}

/**
 * A field with its label above.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 */
export function labelled(label, control) {
    return make("label.field", {}, make("span", {}, label), control);
}

/**
 * A select with some choices.
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 */
export function select(choices, chosen) {
    const element = make("select");
    for (const [value, text] of choices) {
        const option = make("option", { value }, visible(text));
        option.selected = value === chosen;
        element.append(option);
    }
    return element;
}
