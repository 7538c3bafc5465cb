/// The words of the timeline once more, made by the browser from the bytes of the record.
enum PageWords {
    /// The first part of the script.
    static let text: StaticString = #"""
        // What the events of the record did, in words: the sentences of the page once more, from the bytes of the record.
        // EventWords.swift, FieldChange.swift and ValueWords.swift have the same rules; a test compares both on every type of event.

        const KINDS = ["account", "folder", "message", "note", "action", "hold", "erasure", "conversation", "outbox", "answer",
            "profile"];
        const CONTEXTS = ["mail", "chat", "outbox", "notes", "assist", "ledger"];
        const TIMES = ["date", "received_at", "pruned_by.before", "created_at", "updated_at", "last_attempt", "last_synced",
            "scheduled_date", "scheduled_end_date"];

        const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
        const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
        const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);

        function entityOf(type) {
            if (type === "mail.file-skipped") return "account";
            const name = type.slice(type.indexOf(".") + 1);
            const kind = KINDS.find((kind) => name.startsWith(kind + "-"));
            if (kind) return kind;
            if (CONTEXTS.includes(type.split(".")[0])) return "message";
            return name.includes("-") ? name.slice(0, name.lastIndexOf("-")) : name;
        }

        // The thing that an event is about, and each field with its old and its new value.
        function deedOf(type, payload) {
            let entity = entityOf(type);
            if (!isObject(payload)) return { type, entity, id: null, changes: [] };
            const said = typeof payload.entity === "string" ? payload.entity : entity;
            const id = has(payload, "id") ? payload.id : has(payload, said) ? payload[said] : null;
            if (typeof id === "string") entity = said;
            return { type, entity, id: typeof id === "string" ? id : null, changes: changesIn(payload, type) };
        }

        function changesIn(payload, type) {
            if (type === "mail.file-skipped") {
                return Object.entries(payload).filter(([key, value]) => key !== "account" && value !== null)
                    .map(([field, value]) => ({ field, old: null, new: value }));
            }
            if (type === "mail.conflict-detected") {
                if (!isObject(payload.here)) return [];
                const there = isObject(payload.there) ? payload.there : {};
                return Object.entries(payload.here)
                    .map(([key, value]) => ({ field: "conflict." + key, old: value, new: has(there, key) ? there[key] : null }))
                    .filter((change) => !same(change.old, change.new));
            }
            let changes = [];
            const collect = (value, path) => {
                if (Array.isArray(value)) value.forEach((element) => collect(element, path));
                else if (isObject(value)) {
                    const keys = Object.keys(value);
                    if (keys.length === 2 && keys[0] === "old" && keys[1] === "new") {
                        changes.push({ field: path.join("."), old: value.old, new: value.new });
                    } else keys.forEach((key) => collect(value[key], path.concat(key)));
                }
            };
            collect(payload, []);
            if (isObject(payload.copy) && !has(payload, "id")) {
                changes = created("copy", payload.copy).map((change) => type === "mail.copy-removed"
                    ? { field: change.field, old: change.new, new: null } : change).concat(changes);
            }
            if (has(payload, "pruned_by")) changes = changes.concat(created("pruned_by", payload.pruned_by));
            if (changes.length > 0 || !has(payload, "id")) return changes;
            return Object.entries(payload).flatMap(([key, value]) => created(key, value));
        }

        function created(field, value) {
            if (["id", "account", "identity", "parser"].includes(field) || value === "") return [];
            if (Array.isArray(value) && value.length === 0) return [];
            const some = (keys) => Object.entries(value).filter(([key]) => keys.includes(key))
                .flatMap(([key, inner]) => created(key, inner));
            if (field === "headers" && isObject(value)) return some(["message_id", "subject", "date"]);
            if (field === "copy" && isObject(value)) return some(["folder", "source", "flags"]);
            if (field === "audio") return [{ field, old: null, new: value }];
            if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => created(field + "." + key, inner));
            if (field === "attachments" || field === "snippet") return [];
            return [{ field, old: null, new: value }];
        }

        // What things are called, as events say it.
        class Names {
            names = new Map();
            parents = new Map();
            static told = { message: ["subject"], folder: ["name"], account: ["address"], note: ["title"], action: ["title"],
                hold: ["name"], conversation: ["name", "facts.display_name", "display_name"], answer: ["question_pattern"],
                profile: ["email"] };

            learn(deed) {
                if (deed.id === null) return;
                for (const change of deed.changes) {
                    if ((Names.told[deed.entity] || []).includes(change.field)) {
                        if (typeof change.new === "string") this.names.set(deed.id, change.new);
                    } else if (deed.entity === "folder" && change.field === "parent") {
                        if (typeof change.new === "string") this.parents.set(deed.id, change.new);
                        else this.parents.delete(deed.id);
                    }
                }
            }

            name(id) {
                if (!this.names.has(id)) return null;
                let path = this.names.get(id), next = this.parents.get(id);
                for (let depth = 0; depth < 64 && next !== undefined && this.names.has(next); depth++) {
                    path = this.names.get(next) + "/" + path;
                    next = this.parents.get(next);
                }
                return path;
            }
        }

        const cut = (text) => {
            const scalars = Array.from(text);
            return scalars.length > 120 ? scalars.slice(0, 119).join("") + "…" : text;
        };
        const list = (texts) => texts.length > 1
            ? texts.slice(0, -1).join(", ") + " and " + texts[texts.length - 1] : texts[0] || "";
        const isID = (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

        // The sentence about an event without its subject.
        class Words {
            constructor(names) { this.names = names; }

            value(value) {
                if (value === null) return "nothing";
                if (typeof value === "string") {
                    const name = this.names.name(value);
                    return name !== null ? cut(name) : isID(value) ? value.slice(0, 8) : cut(value);
                }
                if (typeof value === "boolean") return value ? "yes" : "no";
                if (Number.isInteger(value)) return String(value);
                if (Array.isArray(value)) return value.length === 0 ? "nothing" : list(value.map((one) => this.value(one)));
                return "…";
            }

            thing(entity, id) {
                if (id === null) return ("aeiou".includes(entity[0]) ? "an " : "a ") + entity;
                const name = this.names.name(id);
                if (name === null) return entity + " " + id.slice(0, 8);
                const quoted = "“" + cut(name).replaceAll("”", "\"") + "”";
                if (entity === "message") return quoted;
                return "the " + entity + " " + (entity === "folder" || entity === "account" ? cut(name) : quoted);
            }

            sentence(deed, namesThing = true) {
                const clauses = this.clauses(deed);
                const object = clauses[0].object || (namesThing ? this.thing(deed.entity, deed.id) : "");
                return list(clauses.map((clause, index) => {
                    if (index > 0 && clause.verb === clauses[index - 1].verb && clause.rest) return clause.rest;
                    const about = index === 0 ? object : "";
                    return [clause.verb, about && clause.isOf ? "of " + about : about, clause.rest].filter((word) => word).join(" ");
                }));
            }

            clauses(deed) {
                const changes = deed.changes;
                const change = (field) => changes.find((change) => change.field === field);
                const place = (preposition) => change("folder") ? preposition + " " + this.value(change("folder").new) : "";
                const byRule = changes.some((change) => change.field.startsWith("pruned_by.")) ? "by a rule" : "";
                const orElse = (clauses, verb, isOf) => clauses.length > 0 ? clauses : [{ verb, isOf }];
                const status = () => [{ verb: "set", rest: change("status") ? "to " + this.value(change("status").new) : "" }];
                switch (deed.type) {
                case "mail.message-added": return [{ verb: "brought", rest: place("into") }];
                case "mail.message-copied": return [{ verb: "copied", rest: place("to") }, ...this.marks(changes)];
                case "mail.copy-removed": {
                    const old = change("folder") ? "out of " + this.value(change("folder").old) : "";
                    return [{ verb: "took", rest: [old, byRule].filter((word) => word).join(" ") }];
                }
                case "mail.message-moved": return [{ verb: "moved", rest: this.ways(changes) }];
                case "mail.message-marked": return orElse(this.marks(changes), "marked");
                case "mail.copy-changed":
                    return orElse(this.marks(changes).concat(this.switches(changes, { is_hidden: ["hid", "showed"] })),
                        "noted a change of the file", true);
                case "mail.thread-marked":
                    return orElse(this.switches(changes, { is_pinned: ["pinned", "unpinned"], is_muted: ["muted", "unmuted"],
                        is_archived: ["archived", "unarchived"] }), "marked")
                        .map((clause) => ({ verb: clause.verb + " the thread", isOf: true }));
                case "mail.message-deleted": return [{ verb: "deleted", rest: byRule }];
                case "mail.copy-pushed": return [{ verb: "wrote", rest: "to its Maildir" }];
                case "mail.message-body-loaded": return [{ verb: "loaded the text", isOf: true }];
                case "mail.conflict-detected": return [{ verb: "found", rest: "in conflict with its Maildir" }];
                case "mail.file-skipped":
                    return [{ verb: "passed over", object: change("source") ? this.value(change("source").new) : "a file" }];
                case "mail.folder-renamed":
                    return [{ verb: "renamed", object: "a folder",
                        rest: changes[0] ? "from " + this.value(changes[0].old) + " to " + this.value(changes[0].new) : "" }];
                case "mail.folder-moved":
                    return [{ verb: "moved", rest: !changes[0] ? ""
                        : changes[0].new === null ? "to the top" : "below " + this.value(changes[0].new) }];
                case "assist.message-classified": return [{ verb: "classified", rest: this.claims(changes) }];
                case "chat.message-joined": return [{ verb: "put", rest: "into a conversation" }];
                case "notes.action-status-changed": case "chat.message-delivery-changed": case "outbox.state-changed":
                    return status();
                case "ledger.key-rotated": return [{ verb: "changed", object: "the signing key" }];
                case "ledger.log-salvaged": return [{ verb: "salvaged", object: "the log" }];
                default: return [this.usual(deed)];
                }
            }

            usual(deed) {
                const verbs = { added: "added", created: "made", opened: "opened", deleted: "deleted", restored: "brought back",
                    erased: "erased", removed: "lifted", overruled: "overruled", used: "used", linked: "linked",
                    unlinked: "unlinked" };
                const last = deed.type.split("-").pop();
                if (has(verbs, last)) return { verb: verbs[last] };
                const changes = deed.changes;
                if (changes.length === 0) return { verb: "recorded " + deed.type, isOf: true };
                const fields = list(changes.map((change) => change.field.replaceAll("_", " ").replaceAll(".", " ")));
                if (changes.length > 1) return { verb: "changed " + fields, isOf: true };
                const [old, now] = [changes[0].old, changes[0].new];
                if (now === null) return { verb: "removed the " + fields, isOf: true };
                if (old === null) return { verb: "set the " + fields, rest: "to " + this.value(now), isOf: true };
                return { verb: "changed the " + fields, rest: "from " + this.value(old) + " to " + this.value(now), isOf: true };
            }

            marks(changes) {
                const change = changes.find((change) => change.field === "keywords");
                if (!change || !Array.isArray(change.old) || !Array.isArray(change.new)) return [];
                const without = (values, others) => values.filter((one) => !others.some((other) => same(one, other)))
                    .map((one) => this.value(one));
                const clauses = [], labels = [[], []];
                const words = without(change.new, change.old).map((word) => [word, true])
                    .concat(without(change.old, change.new).map((word) => [word, false]));
                for (const [word, isSet] of words) {
                    if (word === "$seen") clauses.push({ verb: "marked", rest: isSet ? "read" : "unread" });
                    else if (word === "$flagged") clauses.push({ verb: isSet ? "flagged" : "unflagged" });
                    else if (word === "$answered") clauses.push({ verb: "marked", rest: isSet ? "answered" : "unanswered" });
                    else if (word === "$draft") clauses.push({ verb: "marked", rest: isSet ? "a draft" : "no draft" });
                    else labels[isSet ? 0 : 1].push(word);
                }
                if (labels[0].length > 0) clauses.push({ verb: "labelled", rest: list(labels[0]) });
                if (labels[1].length > 0) clauses.push({ verb: "unlabelled", rest: list(labels[1]) });
                return clauses;
            }

            switches(changes, words) {
                return changes.filter((change) => has(words, change.field))
                    .map((change) => ({ verb: words[change.field][change.new === true ? 0 : 1] }));
            }

            ways(changes) {
                const sources = [];
                for (const change of changes.filter((change) => change.field.endsWith("folder"))) {
                    const [old, target] = [this.value(change.old), this.value(change.new)];
                    const known = sources.find((source) => source.target === target);
                    if (!known) sources.push({ target, from: [old] });
                    else if (!known.from.includes(old)) known.from.push(old);
                }
                return list(sources.map((source) => "from " + list(source.from) + " to " + source.target));
            }

            claims(changes) {
                const claims = changes.map((change) => {
                    const field = change.field.replaceAll("_", " ");
                    return isObject(change.new) && has(change.new, "value") ? field + " " + this.value(change.new.value) : "no " + field;
                });
                return claims.length > 0 ? "as " + list(claims) : "";
            }
        }

        // The value of a field below a sentence.
        function fieldValue(value, isTime, names) {
            if (value === null) return "–";
            if (typeof value === "string") return names.name(value) ?? (value === "" ? "–" : value);
            if (typeof value === "boolean") return value ? "yes" : "no";
            if (Number.isInteger(value)) return isTime ? exact(value) : String(value);
            if (Array.isArray(value)) {
                return value.length === 0 ? "–" : value.map((one) => {
                    const text = fieldValue(one, isTime, names);
                    return typeof one === "string" && text.includes(" ") ? "\"" + text + "\"" : text;
                }).join(" ");
            }
            if (isObject(value)) {
                const keys = Object.keys(value);
                if (keys.length === 2 && keys[0] === "name" && keys[1] === "address") {
                    if (typeof value.address !== "string") return "–";
                    if (typeof value.name !== "string") return value.address;
                    return value.address === "" ? value.name : value.name + " <" + value.address + ">";
                }
                if (has(value, "value") && has(value, "by")) {
                    const rest = keys.filter((key) => key !== "value" && value[key] !== null)
                        .map((key) => fieldValue(value[key], false, names));
                    return fieldValue(value.value, false, names) + " (" + rest.join(", ") + ")";
                }
            }
            return JSON.stringify(value);
        }

        // What the page says of each event, by its position; the events in the order of recording.
        function wordsOf(events) {
            const names = new Names(), told = new Map();
            for (const event of events) {
                const deed = deedOf(event.type.split("/")[0], event.payload);
                names.learn(deed);
                const words = new Words(names);
                // An older shape is read by rules of its own, which the sentence does not depend on.
                const isOld = event.type === "mail.conflict-detected/1";
                told.set(event.position, {
                    sentence: shown(words.sentence(deed)), kind: shown(words.sentence(deed, false)),
                    fields: isOld ? null : deed.changes.filter((change) => change.old !== null).map((change) => [change.field,
                        ...[change.old, change.new].map((value) => fieldValue(value, TIMES.includes(change.field), names))].map(shown)),
                });
            }
            return told;
        }

        function agent(header) {
            if (!header) return "(erased)";
            return header.os_user === header.actor ? header.actor : header.actor + " (" + header.os_user + "@" + header.host + ")";
        }

        function way(header) {
            const cause = header.cause;
            if (typeof cause !== "string") return header.command;
            const rest = (prefix) => cause.startsWith(prefix) ? cause.slice(prefix.length) : null;
            const ranges = /^undo:tx:\d+(\.\.\d+)?(,\d+(\.\.\d+)?)*$/.test(cause) ? rest("undo:tx:").split(",") : null;
            if (ranges) {
                const texts = ranges.map((range) => {
                    const [first, last = first] = range.split("..");
                    return Number(first) === Number(last) ? String(Number(first)) : Number(first) + ".." + Number(last);
                });
                return header.command + " of transaction" + (texts.length === 1 && !texts[0].includes(".") ? " " : "s ") + texts.join(", ");
            }
            if (rest("undo:") !== null && isID(rest("undo:"))) return header.command + " of " + rest("undo:").slice(0, 8).toLowerCase();
            if (rest("import:") !== null) return header.command + " of " + (rest("import:") === "-" ? "standard input" : rest("import:"));
            if (rest("sync:") !== null) return header.command + " with " + rest("sync:");
            if (rest("query:") !== null) return header.command + ": " + rest("query:");
            return header.command + " (" + cause + ")";
        }

        // A time in microseconds since 1970, to the second.
        function exact(microseconds) {
            const whole = Number.isSafeInteger(microseconds) ? Math.floor(microseconds / 1e6) : Math.round(microseconds / 1e6);
            return new Date(whole * 1000).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC").replace(/^([+-])0+(?=\d{4})/, "$1");
        }

        const digits = (number) => String(number).padStart(2, "0");
        const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
        const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December"];

        // The day and the clock of a reader whose clock is some seconds ahead of UTC.
        function local(microseconds, offset) {
            const time = new Date((Math.floor(microseconds / 1e6) + offset) * 1000);
            return {
                clock: digits(time.getUTCHours()) + ":" + digits(time.getUTCMinutes()),
                day: WEEKDAYS[time.getUTCDay()] + ", " + time.getUTCDate() + " " + MONTHS[time.getUTCMonth()] + " " + time.getUTCFullYear(),
            };
        }

        // Text with what would be drawn as nothing, or change how others are drawn, shown by its number; Sanitizer.swift has the same rules.
        function shown(text) {
            const scalars = Array.from(text, (scalar) => scalar.codePointAt(0));
            const joiner = (scalar) => scalar === 0x200C || scalar === 0x200D;
            let marks = 0, output = "";
            scalars.forEach((scalar, index) => {
                const sign = String.fromCodePoint(scalar);
                if (scalar >= 0x20 && scalar <= 0x7E) {
                    marks = 0;
                    output += sign;
                    return;
                }
                const [before, after] = [scalars[index - 1] ?? 0x20, scalars[index + 1] ?? 0];
                const joins = joiner(scalar) && before > 0xFF && after > 0xFF && !isHidden(after);
                marks = scalar >= 0x300 && /^[\p{Mn}\p{Me}]$/u.test(sign) ? marks + 1 : 0;
                if (marks > 8) output += marks === 9 ? "\uFFFD" : "";
                else if (scalar < 0x20 || scalar === 0x7F) output += String.fromCodePoint(scalar === 0x7F ? 0x2421 : 0x2400 + scalar);
                else if (isHidden(scalar) && !joins) output += "\\u{" + scalar.toString(16).toUpperCase() + "}";
                else output += sign;
            });
            return output;
        }

        const HIDDEN = [[0x80, 0x9F], [0xAD, 0xAD], [0x34F, 0x34F], [0x180B, 0x180F], [0x61C, 0x61C], [0x200B, 0x200F],
            [0x202A, 0x202E], [0x2066, 0x2069], [0x2028, 0x2029], [0x2060, 0x2065], [0x206A, 0x206F], [0xFEFF, 0xFEFF],
            [0x115F, 0x1160], [0x17B4, 0x17B5], [0x3164, 0x3164], [0xFFA0, 0xFFA0], [0xFFF9, 0xFFFB], [0x1D173, 0x1D17A],
            [0xE0000, 0xE0FFF]];
        const isHidden = (scalar) => HIDDEN.some(([first, last]) => scalar >= first && scalar <= last);
        """#
}
