// A long list of which the document holds a few pages: what is far above or below is only a height, and is asked for again.

import { fill, make } from "./dom.js";

/**
 * @template Row, Cursor
 * @typedef {object} Source
 * @property {(cursor: Cursor | null, signal: AbortSignal) => Promise<{ rows: Row[], next: Cursor | null }>} load
 *   asks for the page at a cursor, null for the first; the cursor of the next page is null at the end
 * @property {(rows: Row[], before: Row | null) => HTMLElement} draw makes an element of a page, behind a row that another has
 * @property {(state: { error: unknown, retry: () => void } | { empty: true }) => Node} say what is shown instead
 */

// Pages in the document at once, how far beyond what is seen, and how many are loaded to come back to a place.
const KEPT = 4, MARGIN = 900, RESTORED = 20;

/**
 * @template Row, Cursor
 */
export class Pages {
    /**
     * @param {Source<Row, Cursor>} source
     * @param {HTMLElement | null} [frame] what scrolls; the window if null
     */
    constructor(source, frame = null) {
        this.source = source;
        this.frame = frame;
        /** @type {{ cursor: Cursor | null, before: Row | null, height: number, element: HTMLElement | null }[]} */
        this.pages = [];
        this.first = 0;
        /** @type {Cursor | null} */
        this.next = null;
        /** @type {Row | null} */
        this.last = null;
        this.isAtEnd = false;
        this.isBusy = false;
        this.closing = new AbortController();
        this.above = make("div.above", { "aria-hidden": "true" });
        this.below = make("div.below");
        this.element = make("div.pages", {}, this.above, this.below);
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.isStarted = false;
        /**
         * Where the reader was last.
         * @type {{ pages: number, top: number } | undefined}
         */
        this.place = undefined;
        this.scrolled = () => {
            // A browser takes a few notes of places a second.
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.keepPlace(), 300);
            void this.fill();
        };
        // What a link is left for is an entry of its own in the history: this one's place is noted before.
        this.element.addEventListener("click", () => this.keepPlace(), { capture: true });
        (frame ?? window).addEventListener("scroll", this.scrolled, { passive: true, signal: this.closing.signal });
        window.addEventListener("resize", this.scrolled, { passive: true, signal: this.closing.signal });
    }

    /**
     * Loads the first page, and more where the reader comes back to a place further down; the promise ends when they are shown.
     * @param {{ isAtTop?: boolean }} how
     */
    async start({ isAtTop = false } = {}) {
        fill(this.below, make("p.waiting", { role: "status" }, "Loading …"));
        const place = isAtTop || this.frame ? undefined : history.state?.place;
        await this.fill(place?.pages <= RESTORED ? place : undefined);
        this.isStarted = true;
        return this;
    }

    close() {
        clearTimeout(this.timer);
        this.closing.abort();
    }

    /** Whether nothing of it is on the screen: then it has no places, and nothing says how much of it is seen. */
    isHidden() {
        return this.element.getClientRects().length === 0;
    }

    /** Goes to where the reader was at this entry of the history; a new one gets the place where the reader was last. */
    async takeEntry() {
        await this.fill(history.state?.place ?? this.place);
        if (!history.state?.place) this.keepPlace();
    }

    /** Notes in the history of the browser where the reader is, for a way back and for a reload. */
    keepPlace() {
        if (!this.isStarted || this.frame || this.closing.signal.aborted || this.isHidden()) return;
        const pages = this.first + this.pages.filter((page) => page.element !== null).length;
        this.place = { pages, top: scrollY };
        history.replaceState({ place: this.place }, "");
    }

    /** @param {{ pages: number, top: number }} [place] where to come back to */
    async fill(place) {
        if (this.isBusy || this.closing.signal.aborted) return;
        this.isBusy = true;
        try {
            if (place) {
                while (this.pages.length < place.pages && !this.isAtEnd) await this.showBelow();
                if (!this.isHidden()) scrollTo(0, place.top);
            }
            for (;;) {
                // A list may be filled before it is in the document; one that is hidden has no end to come to.
                if (this.pages.length > 0 && this.isHidden()) break;
                if (this.first > 0 && this.distanceAbove() < MARGIN) await this.showAbove();
                else if (!this.isWhole() && this.distanceBelow() < MARGIN) await this.showBelow();
                else break;
            }
        } catch (error) {
            if (this.closing.signal.aborted) return;
            fill(this.below, this.source.say({ error, retry: () => { fill(this.below); void this.fill(); } }));
        } finally {
            this.isBusy = false;
        }
    }

    isWhole() {
        const shown = this.pages.filter((page) => page.element !== null).length;
        return this.isAtEnd && this.first + shown === this.pages.length;
    }

    distanceAbove() {
        const top = this.frame ? this.frame.getBoundingClientRect().top : 0;
        return top - this.above.getBoundingClientRect().bottom;
    }

    distanceBelow() {
        const bottom = this.frame ? this.frame.getBoundingClientRect().bottom : innerHeight;
        return this.below.getBoundingClientRect().top - bottom;
    }

    async showAbove() {
        const page = this.pages[this.first - 1];
        const { rows } = await this.source.load(page.cursor, this.closing.signal);
        page.element = this.source.draw(rows, page.before);
        this.above.after(page.element);
        this.first -= 1;
        const shown = this.pages.filter((page) => page.element !== null);
        if (shown.length > KEPT) this.drop(shown[shown.length - 1]);
        this.measure();
    }

    async showBelow() {
        const shown = this.pages.filter((page) => page.element !== null);
        const known = this.pages[this.first + shown.length];
        const page = known ?? { cursor: this.next, before: this.last, height: 0, element: null };
        const { rows, next } = await this.source.load(page.cursor, this.closing.signal);
        page.element = this.source.draw(rows, page.before);
        fill(this.below);
        this.below.before(page.element);
        if (!known) {
            this.pages.push(page);
            this.next = next;
            this.last = rows[rows.length - 1] ?? this.last;
            this.isAtEnd = next === null;
            if (this.isAtEnd && this.pages.length === 1 && rows.length === 0) fill(this.below,
                this.source.say({ empty: true }));
        }
        if (shown.length + 1 > KEPT) {
            this.drop(shown[0]);
            this.first += 1;
        }
        this.measure();
    }

    /** @param {{ height: number, element: HTMLElement | null }} page */
    drop(page) {
        page.height = page.element?.getBoundingClientRect().height ?? page.height;
        page.element?.remove();
        page.element = null;
    }

    measure() {
        const height = this.pages.slice(0, this.first).reduce((sum, page) => sum + page.height, 0);
        this.above.style.height = height + "px";
    }
}
