/// The browser's work on a report: it checks the record and the page, and saves tables.
enum PageCheck {
    /// The last part of the script.
    static let text: StaticString = #"""
        // Checks the record of the page from its bytes to the signature, and the page against the record. Nothing is fetched.

        const page = document.getElementById("report");
        // What the page said before anything was opened on it.
        const asLoaded = page.innerHTML;

        // The digest of what is shown, computed from it; of what was erased, the one that is left.
        function digestOf(text, salt, left) {
            return typeof text === "string" ? sha256(unhex(salt), bytesOf(text)) : unhex(left);
        }

        // The eleven lines that the leaf of an event is the hash of.
        function entryOf(record, transaction, event) {
            const header = hex(digestOf(transaction.header, transaction.salt, transaction.digest));
            const payload = hex(digestOf(event.payload, event.salt, event.digest));
            return ["mailledger/1", record.ledger, event.position, event.account, event.stream, event.version, event.type,
                transaction.time, transaction.number, header, payload].join("\n") + "\n";
        }

        // The events of the record with their leaves, in the order of recording.
        function leavesOf(record) {
            const events = [];
            for (const transaction of record.transactions) {
                const header = typeof transaction.header === "string" ? JSON.parse(transaction.header) : null;
                if (header && header.number !== transaction.number) throw new Fault("a header is of another transaction");
                for (const event of transaction.events) {
                    const entry = entryOf(record, transaction, event);
                    events.push({ position: event.position, type: event.type, payload: event.payload, raw: event, transaction, header,
                        entry, leaf: sha256(new Uint8Array([0]), bytesOf(entry)) });
                }
            }
            events.sort((left, right) => left.position - right.position);
            return events;
        }

        // The root of the Merkle tree (RFC 6962 section 2.1) from the leaves of all events of the record, and the hashes between them.
        function rootOf(events, size, hashes) {
            let next = 0;
            const root = (first, end, from, to) => {
                if (from === to) {
                    if (next === hashes.length) throw new Fault("hashes are missing from the record");
                    return unbase64(hashes[next++]);
                }
                if (end - first === 1) return events[from].leaf;
                let half = 1;
                while (half * 2 < end - first) half *= 2;
                let border = from;
                while (border < to && events[border].position - 1 < first + half) border++;
                const left = root(first, first + half, from, border), right = root(first + half, end, border, to);
                return sha256(new Uint8Array([1]), left, right);
            };
            events.forEach((event, index) => {
                if (!Number.isSafeInteger(event.position) || event.position < 1 || event.position > size
                    || index > 0 && event.position === events[index - 1].position) {
                    throw new Fault("an event of the record has no place of its own in the log");
                }
            });
            const found = root(0, size, 0, events.length);
            if (next !== hashes.length) throw new Fault("the record has more hashes than lead to a root");
            return found;
        }

        // All of the file but what the page shows, the record and the seal, as the browser writes it: the style, the policy, the script.
        function frame() {
            const copy = document.documentElement.cloneNode(true);
            for (const id of ["report", "record", "seal"]) copy.querySelector("#" + id)?.replaceChildren();
            return copy.outerHTML.replace(/\n\s*<\/body><\/html>$/, "");
        }

        // Whether a part of the page shows something else than its own content: a shadow root, which no text of the page has.
        // A closed one is seen by this alone, that no other can be attached.
        const lent = new WeakSet();
        function isCovered() {
            let isCovered = false;
            const hosts = "article, aside, blockquote, body, div, footer, h1, h2, h3, h4, h5, h6, header, main, nav, p, section, span";
            for (const host of document.querySelectorAll(hosts)) {
                if (lent.has(host)) continue;
                try {
                    if (host.shadowRoot) throw new Fault("it has one");
                    host.attachShadow({ mode: "open" }).append(document.createElement("slot"));
                    lent.add(host);
                } catch {
                    isCovered = true;
                }
            }
            return isCovered;
        }

        // The page as it was loaded, against the record: each entry of the timeline says what its bytes say.
        function faultsOfWords(events) {
            const told = wordsOf(events), notesOf = linksOf(events), byPosition = new Map(events.map((event) => [event.position, event]));
            const faults = [], seen = new Set();
            const root = page.cloneNode(true);
            for (const added of root.querySelectorAll("[data-added]")) added.remove();
            const text = (element) => element ? element.textContent : null;
            for (const act of root.querySelectorAll(".act")) {
                const items = Array.from(act.querySelectorAll("ol.what > li"));
                const first = byPosition.get(Number(items[0]?.dataset.p));
                if (!first) {
                    faults.push("An entry of the page is not in the record.");
                    continue;
                }
                const { header, transaction } = first, where = "Entry @" + first.position + ": ";
                const offset = Number(act.dataset.o), day = local(transaction.time, offset);
                const differs = (what, selector, expected) => {
                    const found = text(act.querySelector(selector));
                    if (found !== expected) faults.push(where + what + " is not what was recorded, which is: " + (expected ?? "nothing"));
                };
                differs("who acted", ".who b", shown(agent(header)));
                differs("how", ".who .way", header ? shown(way(header)) : null);
                differs("why", ".why", header && typeof header.reason === "string" ? "“" + shown(header.reason) + "”" : null);
                differs("the time", ".exact time", exact(transaction.time));
                if (!Number.isInteger(offset) || Math.abs(offset) > 64800) faults.push(where + "the clock of the page is none.");
                differs("the clock", ".when", day.clock);
                differs("the operation", ".exact .code", header ? "operation " + header.operation.slice(0, 8) : null);
                if (text(act.closest(".day")?.querySelector("h3")) !== day.day) faults.push(where + "the day is not " + day.day + ".");
                for (const item of items) {
                    const position = Number(item.dataset.p), event = byPosition.get(position), words = told.get(position);
                    if (!event || event.transaction !== transaction || seen.has(position)) {
                        faults.push("Entry @" + position + " is not in the record, stands twice or is not where it belongs.");
                        continue;
                    }
                    seen.add(position);
                    const sentence = text(item.querySelector(".words"));
                    if (sentence !== words.sentence) {
                        faults.push("Entry @" + position + " says “" + sentence + "”; what was recorded is “" + words.sentence + "”.");
                    }
                    if (text(item.querySelector(".at")) !== "@" + position) faults.push("Entry @" + position + " bears another number.");
                    const fields = Array.from(item.querySelectorAll("ul.fields > li"), (field) =>
                        ["i", "del", "ins"].map((tag) => text(field.querySelector(tag))));
                    if (JSON.stringify(fields) !== JSON.stringify(words.fields)) {
                        faults.push("Entry @" + position + " shows other values than were recorded.");
                    }
                }
                const notes = notesOf(transaction.number, new Set(items.map((item) => Number(item.dataset.p))), offset, Number(act.dataset.n));
                if (JSON.stringify(Array.from(act.querySelectorAll(".note"), text)) !== JSON.stringify(notes.map(shown))) {
                    faults.push(where + "what is said of the whole step is not what the record says: " + (notes.map(shown).join(" ") || "nothing"));
                }
                const kinds = new Map();
                for (const item of items) {
                    const kind = told.get(Number(item.dataset.p))?.kind ?? "";
                    const known = kinds.get(kind.normalize());
                    if (known) known.count += 1;
                    else kinds.set(kind.normalize(), { kind, count: 1 });
                }
                const summary = act.querySelector("summary");
                if (summary && text(summary) !== items.length + " changes: "
                    + Array.from(kinds.values(), ({ kind, count }) => count + " × " + shown(kind)).join("; ")) {
                    faults.push(where + "the sum of its changes is another one.");
                }
            }
            return { faults, count: seen.size };
        }

        // MARK: The button

        const verdict = document.getElementById("verdict"), findings = document.getElementById("findings");
        const recordText = document.getElementById("record").textContent, sealText = document.getElementById("seal").textContent;

        function find(kind, text) {
            const item = document.createElement("li");
            item.className = kind;
            item.textContent = text;
            findings.append(item);
        }

        function conclude(kind, text) {
            verdict.className = kind;
            verdict.textContent = text;
        }

        const COMMAND = "mailledger verify-proof FILE --key KEY";

        async function check(typed) {
            findings.replaceChildren();
            conclude("", "Checking …");
            await new Promise((resolve) => setTimeout(resolve, 0));
            let isBad = false, canSign = true, isTrusted = false, isOther = false, isNoKey = false;
            const bad = (text) => {
                isBad = true;
                find("bad", text);
            };
            try {
                const record = JSON.parse(recordText);
                const events = leavesOf(record);
                const lines = record.checkpoint.split("\n");
                const size = Number(lines[1]);
                if (!Number.isSafeInteger(size) || size < 1) throw new Fault("the checkpoint is none");
                const root = rootOf(events, size, record.hashes);
                if (equal(root, unbase64(lines[2]))) {
                    find("good", "The " + events.length + " entries of the record, byte for byte, are in the log of " + size
                        + " entries with the root " + hex(root) + ".");
                } else bad("The entries of the record do not lead to the root of the signed checkpoint: an entry, a header, or the way to the root was changed.");
                const { faults, count } = faultsOfWords(events);
                faults.slice(0, 20).forEach(bad);
                if (faults.length > 20) bad("And " + (faults.length - 20) + " more.");
                if (faults.length === 0) find("good", "The words of the " + count + " changes on this page are what these entries say.");

                const keys = record.keys.map(keyOf);
                if (keys.length === 0 || keys.includes(null) || keys.length !== record.endorsements.length + 1) throw new Fault("the keys of the file are none");
                for (let index = 0; index < record.endorsements.length; index++) {
                    const { text, holds } = await isSigned(record.endorsements[index], keys[index]);
                    if (holds === null) canSign = false;
                    else if (!holds || text !== "mailledger/key/1\n" + keys[index].name + "\n" + keys[index + 1].text + "\n") {
                        throw new Fault("a key of the file does not lead to the next");
                    }
                }
                const key = keys[keys.length - 1];
                if (lines[0] !== key.name) throw new Fault("the key is of another log");
                const signed = await isSigned(record.checkpoint, key);
                const seal = await isSigned(JSON.parse(sealText), key);
                const isWhole = seal.text.split("\n").slice(0, 3).join("\n") + "\n" === "mailledger/report/1\n" + key.name + "\n" + hex(sha256(bytesOf(asLoaded))) + "\n";
                const isFramed = seal.text.split("\n")[3] === hex(sha256(bytesOf(frame())));
                if (signed.holds === null || seal.holds === null) {
                    canSign = false;
                    find("open", "The signature was not checked: this browser does not know Ed25519. This command does it: " + COMMAND);
                } else if (!signed.holds) bad("The signature of the checkpoint does not hold.");
                else find("good", "The checkpoint is signed by the key " + key.text + ".");
                if (seal.holds === false) bad("The signature of the page does not hold.");
                else if (!isWhole) bad("The page is not the one that was signed: mail, tables, charts or other words were changed.");
                else if (seal.holds) find("good", "All that the page shows was signed by the same key.");
                if (!isFramed) {
                    bad("The style, the policy or something else around the report is not what was signed, and may hide entries. "
                        + "An add-on of your browser may have changed it: try a window without add-ons.");
                }
                if (isCovered()) bad("Something covers a part of the report, and may hide entries.");

                const given = typed.trim();
                const digits = given.replace(/[\s:]/g, "").toLowerCase();
                if (given === "") find("open", "You gave no key: this check does not say whose key signed.");
                else if (/^[0-9a-f]{64}$/.test(digits)) {
                    isTrusted = keys.some((one) => hex(sha256(bytesOf(one.text + "\n"))) === digits);
                    isOther = !isTrusted;
                    if (isTrusted) find("good", "The fingerprint that you gave is that of the key.");
                } else if (keyOf(given) === null) {
                    isNoKey = true;
                    find("open", "What you gave is neither a key nor a fingerprint. A key begins with the name of the log, mailledger/…; a fingerprint has 64 digits from 0 to 9 and a to f.");
                } else {
                    isTrusted = keys.some((one) => one.text === given);
                    isOther = !isTrusted;
                    if (isTrusted) find("good", "The key that you gave signed the report, or signed its successor, which did.");
                }
                if (isOther) find("bad", "Another key signed this report than the one that you gave. Was it typed in full? If so, ask the owner.");
                if (isTrusted) find("open", "Did you get the key or its fingerprint from the owner? If you took it from this file, this result proves nothing: a forger signs with a key of his own and prints it here.");
            } catch (error) {
                bad(error instanceof Fault ? "The file was changed: " + error.message + "." : "The record of the file cannot be read: it was changed or cut.");
            }
            if (isBad) conclude("bad", "This report does not hold.");
            else if (isOther) conclude("bad", "Another key signed this report than the one that you gave. All else holds.");
            else if (!canSign) conclude("open", "This report is consistent with itself. Its signature was not checked.");
            else if (isNoKey) conclude("open", "This report is consistent with itself, but what you gave is not a key.");
            else if (!isTrusted) conclude("open", "This report is consistent with itself; whose key signed it was not checked.");
            else conclude("good", "This report holds: the owner of the key that you gave signed it.");
        }

        document.getElementById("go").addEventListener("click", () => check(document.getElementById("key").value));

        // MARK: Reading

        const LINES = ["format", "ledger", "position", "account", "stream", "version", "type", "microseconds since 1970", "step",
            "digest of the header", "digest of the payload"];

        // The bytes of an entry, below it.
        let known;
        page.addEventListener("click", (click) => {
            const button = click.target.closest("button.at");
            if (!button) return;
            const item = button.closest("li"), open = item.querySelector(".bytes");
            if (open) return open.remove();
            known ??= new Map(leavesOf(JSON.parse(recordText)).map((event) => [event.position, event]));
            const event = known.get(Number(item.dataset.p));
            if (!event) return;
            const lines = event.entry.trimEnd().split("\n").map((line, index) => LINES[index] + ": " + line).join("\n");
            const parts = [["What the check computes for this entry. Its digests begin with a salt, random digits that keep others from guessing the text.", " "],
                ["What was done (payload, as recorded)", event.raw.payload], ["Salt of the payload", event.raw.salt],
                ["Who did it and why (header of the step)", event.transaction.header], ["Salt of the header", event.transaction.salt],
                ["The entry, line by line", lines], ["Leaf: the SHA-256 of the entry in the tree of the log", hex(event.leaf)]];
            const bytes = document.createElement("div");
            bytes.className = "bytes";
            bytes.dataset.added = "";
            bytes.textContent = parts.filter(([, text]) => text).map(([name, text]) => name + "\n" + shownLines(text)).join("\n\n");
            item.append(bytes);
        });
        const shownLines = (text) => text.split("\n").map(shown).join("\n");

        // Tables as files: lines end with CR LF (RFC 4180), and no text of mail becomes a formula.
        function save(name, rows) {
            const cell = (text) => "\"" + (/^[=+\-@\t\r]/.test(text) ? "'" : "") + text.replaceAll("\"", "\"\"") + "\"";
            const file = new Blob([rows.map((row) => row.map(cell).join(",") + "\r\n").join("")], { type: "text/csv" });
            const link = document.createElement("a");
            link.href = URL.createObjectURL(file);
            link.download = name + ".csv";
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 60000);
        }

        function offer(place, name, rows) {
            const button = document.createElement("button");
            button.type = "button";
            button.className = "save";
            button.dataset.added = "";
            button.textContent = "Save as CSV";
            button.addEventListener("click", () => save(name, rows()));
            place.after(button);
        }

        for (const table of page.querySelectorAll("table[data-csv]")) {
            offer(table.parentElement, table.dataset.csv, () => Array.from(table.rows, (row) => Array.from(row.cells, (cell) => cell.textContent)));
        }
        offer(document.querySelector("#happened .lead"), "changes", () => {
            const rows = [["time", "who", "how", "why", "what", "position"]];
            for (const act of page.querySelectorAll(".act")) {
                const text = (selector) => act.querySelector(selector)?.textContent ?? "";
                for (const item of act.querySelectorAll("ol.what > li")) {
                    rows.push([text(".exact time"), text(".who b"), text(".who .way"), text(".why"), item.querySelector(".words").textContent, item.dataset.p]);
                }
            }
            return rows;
        });

        // Paper shows what was folded.
        let folded = [];
        addEventListener("beforeprint", () => {
            folded = Array.from(document.querySelectorAll("details:not([open])"));
            for (const one of folded) one.open = true;
        });
        addEventListener("afterprint", () => {
            for (const one of folded) one.open = false;
        });
        """#
}
