// The text of a mail, shut into a frame of its own: it runs nothing, loads nothing and leads nowhere.

import { button, fill, foreign, make } from "./dom.js";
import { post } from "./server.js";
import { problem, waiting } from "./states.js";
import { counted } from "./words.js";

/**
 * @param {string} message
 * @param {string | null} at
 */
export function mailFrame(message, at) {
    const place = make("div.body", {}, waiting("Loading the text …"));
    const load = async () => {
        try {
            const shown = await (await post("/ui/render", { message, ...(at === null ? {} : { at }) })).json();
            const frame = make("iframe", { sandbox: "", referrerpolicy: "no-referrer", src: shown.url,
                title: "Text of the mail", class: "mail-text", tabindex: "0" });
            fill(place, frame, shown.cut && make("p.quiet", {}, "Only the first 4 MiB are shown; the source has all."),
                shown.remote > 0 && make("p.quiet.remote", {},
                counted(shown.remote, "thing") + " from elsewhere, such as pictures, "
                + (shown.remote === 1 ? "was" : "were")
                    + " not loaded: loading would tell the sender that you read this."), links(shown.links));
        } catch (error) {
            fill(place, problem(error, load));
        }
    };
    void load();
    return place;
}

/** @param {{ text: string, address: string }[]} links */
function links(links) {
    if (links.length === 0) return null;
    return make("details.links", {}, make("summary", {}, counted(links.length, "link") + " in this mail"),
        make("ul.plain-list", {}, ...links.map(({ text, address }) =>
            make("li", {}, foreign(text || "(no text)"), " leads to ", foreign(address, { class: "code" }), " ",
            /^https?:\/\//i.test(address) && button("Open …", () => askToOpen(address), { class: "plain" })))));
}

/** @param {string} address */
function askToOpen(address) {
    const dialog = make("dialog", { "aria-label": "Open a link of the mail" });
    let host;
    try { host = new URL(address).host; } catch { host = address; }
    fill(dialog, make("h2", {}, "Leave for another site?"),
        make("p", {}, "The sender of this mail chose where this leads. It opens in another window, on the host ",
        make("b", {}, foreign(host)), ":"),
        make("p.code", {}, foreign(address)),
        make("p.actions", {}, button("Open it", () => {
            open(address, "_blank", "noopener,noreferrer");
            dialog.close();
        }), button("Stay here", () => dialog.close(), { class: "main", autofocus: true })));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
