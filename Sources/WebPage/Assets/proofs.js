// Proofs: what the log is now, files that prove what it says, and a check of such a file in the browser.

import { button, fill, foreign, labelled, make } from "./dom.js";
import { saveFile } from "./files.js";
import { checkProof } from "./proofcheck.js";
import { actorName, quotedForeign } from "./operation.js";
import { namesIn, provenWords } from "./provenwords.js";
import { ask, fetched } from "./server.js";
import { bytesOf, hex, sha256 } from "./signed.js";
import { problem, waiting } from "./states.js";
import { time } from "./times.js";

/**
 * @param {import("./routes.js").Route} route
 * @returns {import("./app.js").Page}
 */
export function proofs(route) {
    const message = route.query.get("message"), log = make("div", {}, waiting());
    const show = async () => {
        try {
            fill(log, ...await theLog());
        } catch (error) {
            fill(log, problem(error, show));
        }
    };
    void show();
    return { title: "Proofs", refresh: show, element: make("div", {}, make("h1", { tabindex: "-1" }, "Proofs"),
        make("p.lead", {}, "Files by which somebody who trusts neither this program nor its owner can check what the log says, and that nothing in it was changed since."),
        checkPart(message), make("h2", {}, "Download a proof"), downloadPart(), make("h2", {}, "The log now"), log,
        make("h2", {}, "Witnesses"), witnessPart(),
            make("p", {}, "A witness is a small file in another place, such as another person’s disk, that remembers how the log was. "
            + "With it, a log that was cut or rewritten by its owner is noticed. “mailledger witness add FILE” makes one. Keep a checkpoint from here in a safe place, and you are a witness yourself.")) };
}

async function theLog() {
    const [statistics, note] = await Promise.all([ask("statistics"),
        fetched("/v1/checkpoint").then((response) => response.text()).catch(() => null)]);
    const line = (/** @type {string} */ name, /** @type {import("./dom.js").Child[]} */ ...content) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, ...content));
    const key = statistics.events > 0 ? await keyNow(statistics.head).catch(() => null) : null;
    return [make("dl.head.facts-list", {}, line("Entries", statistics.events.toLocaleString("en")),
        line("Root", make("span.code", {}, statistics.root),
            make("p.quiet", {}, "One number over all entries: if any of them were another one, it would be another number.")),
        key !== null && line("Key", make("span.code", {}, key),
            make("p.quiet", {}, "Its owner signs checkpoints with the secret half. Give this to others by another way than the proof itself: on paper, by telephone.")),
        key !== null && line("Fingerprint", make("span.code", {}, grouped(hex(sha256(bytesOf(key + "\n"))))))),
    note !== null && make("h3", {}, "A checkpoint"), note !== null
        && make("p", {}, "The root and the number of entries, signed. Whoever keeps it can prove later whether the log was changed."),
    note !== null && make("pre.raw", {}, note), note !== null
        && make("p.actions", {}, make("a.button", { href: "/v1/checkpoint", download: "checkpoint.txt" },
        "Download the checkpoint")),
    note === null && make("p.quiet", {},
        "This ledger cannot sign now: its key is not here, or is under a passphrase. Proofs need a signature.")];
}

function witnessPart() {
    const place = make("div", { id: "witnesses" }, waiting());
    const show = async () => {
        try {
            const witnesses = await (await fetched("/v1/witnesses")).json();
            fill(place, witnesses.length === 0 ? make("p", {}, "This ledger has no witness yet.")
                : make("ul", {}, witnesses.map(witnessLine)));
        } catch (error) {
            fill(place, problem(error, show));
        }
    };
    void show();
    return place;
}

/** @param {import("../Types/forms").Witness} witness */
const witnessLine = (witness) => make("li", {}, foreign(witness.name, { class: "code" }), ": ",
    witness.is_healthy && witness.kept !== null
        ? "remembers " + witness.kept.toLocaleString("en") + " entries, and the log holds against it."
        : make("span.trouble", {}, "Does not hold: ", foreign(witness.problem ?? "it cannot be read"), "."));

/** @param {string} digits */
const grouped = (digits) => (digits.match(/.{1,4}/g) ?? []).join(" ");

/** @param {number} position */
async function keyNow(position) {
    const proof = await (await fetched("/v1/proofs?event=" + position)).json();
    return String(proof.keys[proof.keys.length - 1]);
}

function downloadPart() {
    const entry = make("input", { type: "number", min: 1, step: 1, id: "proof-entry", required: true }),
        place = make("p.trouble", { role: "alert" });
    const form = make("form.line", {}, labelled("Number of an entry of the log", entry),
        make("button", { type: "submit" }, "Download its proof"));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        try {
            saveFile("entry-" + entry.value + ".proof", await (await fetched("/v1/proofs?event="
                + encodeURIComponent(entry.value))).text(), "application/json");
            fill(place);
        } catch (error) {
            fill(place, error instanceof Error ? foreign(error.message) : "");
        }
    });
    return make("div", {},
        make("p", {}, "The page of a message has the proof of all that happened to it. For any other entry of the log:"), form, place);
}

/** @param {string | null} message whose proof is checked at once */
function checkPart(message) {
    const file = make("input", { type: "file", id: "proof-file", accept: ".proof,.json" }),
        key = make("input", { id: "proof-key", autocomplete: "off", spellcheck: "false", class: "wide-input" });
    const result = make("div", { role: "status", id: "proof-result" });
    /** @type {string | null} */
    let text = null;
    const check = async () => {
        const chosen = file.files?.[0];
        if (chosen) text = await chosen.text();
        if (text === null) return fill(result, make("p.trouble", {}, "Choose a file first."));
        fill(result, waiting("Checking …"));
        fill(result, shown(await checkProof(text, key.value)));
    };
    file.addEventListener("change", () => void check());
    const form = make("form.check-form", {}, make("h2", {}, "Check a proof"),
        make("p", {}, "The check is done here, in your browser, from the bytes of the file. The file is sent nowhere."),
        message === null ? labelled("Proof file", file) : make("p", {},
            "The proof of this message was loaded from the ledger."),
        labelled("Key or fingerprint that you got from the owner (may be empty)", key),
            make("p.actions", {}, make("button", { type: "submit", class: "main" }, "Check")), result);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        void check();
    });
    if (message !== null) void (async () => {
        try {
            fill(result, waiting());
            text = await (await fetched("/v1/proofs?all=1&message=" + encodeURIComponent(message))).text();
            await check();
            const name = "message-" + message.slice(0, 8) + ".proof", content = text;
            form.append(make("p.actions", {}, button("Download this proof",
                () => saveFile(name, content, "application/json"))));
        } catch (error) {
            fill(result, problem(error));
        }
    })();
    return form;
}

const SIGNS = { good: "✓ holds", open: "? open", bad: "✗ fails" };

/** @param {import("./proofcheck.js").Verdict} verdict */
function shown(verdict) {
    const names = namesIn(verdict.events);
    return make("div", { class: "verdict is-" + verdict.kind }, make("p.verdict-text", { id: "verdict" }, verdict.text),
        make("ul.findings", {}, ...verdict.findings.map((finding) =>
            make("li", { class: "is-" + finding.kind }, make("b", {}, SIGNS[finding.kind]), " ",
            foreign(finding.text)))),
        verdict.events.length > 0 && make("h3", {}, "What it proves"),
            verdict.events.length > 0 && make("ol.entries", {},
            ...verdict.events.slice(0, 200).map((event) => make("li", {},
            make("p", {}, make("b", {}, foreign(actorName(event.actor))), " ", foreign(provenWords(event, names)), ", ",
                time(event.time), event.reason !== null && ", ", event.reason !== null && quotedForeign(event.reason)),
            make("p.facts", {}, "entry " + event.position + " of the log")))));
}
