internal import JSONCoding
internal import MailLedger

/// The words of the timeline once more, made by the browser from the bytes of the record.
enum PageWords {
    /// The first part of the script, with the facts that it shares with the library.
    static func script() throws -> String {
        "const RULES = \(String(decoding: try JSONBytesEncoder().encode(WordRules()), as: UTF8.self));\n\(text)\n\(PageDeeds.text)\n\(PageLinks.text)"
    }

    private static let text: StaticString = #"""
        // What the events of the record did, in words: the sentences of the page once more, from the bytes of the record.
        // The facts and phrases are RULES, as the program has them. What is made of them EventWords.swift, FieldChange.swift and
        // ValueWords.swift say in the same way; a test compares both on every type of event.

        // A number as it is written: the browser's own have 53 bits.
        class Numeral {
            constructor(source) { this.source = source; }
            get isInteger() { return /^-?\d+$/.test(this.source) && BigInt.asIntN(64, BigInt(this.source)) === BigInt(this.source); }
            toString() { return this.isInteger ? String(BigInt(this.source)) : this.source; }
        }

        // Reads JSON: objects become maps, which keep the order of their keys, and know what they were read from.
        function read(text) {
            JSON.parse(text);
            const token = /[ \t\n\r]*("[^"\\]*(?:\\.[^"\\]*)*"|[-+.\w]+|[[\]{}:,])/y;
            const next = () => token.exec(text)[1];
            const value = (sign) => {
                const start = token.lastIndex - 1;
                const from = (value) => Object.assign(value, { source: text.slice(start, token.lastIndex) });
                if (sign === "{") {
                    const members = new Map();
                    for (let key = next(); key !== "}"; key = next()) {
                        if (key === ",") continue;
                        next();
                        members.set(JSON.parse(key), value(next()));
                    }
                    return from(members);
                }
                if (sign === "[") {
                    const elements = [];
                    for (let element = next(); element !== "]"; element = next()) {
                        if (element !== ",") elements.push(value(element));
                    }
                    return from(elements);
                }
                return /^[-\d]/.test(sign) ? new Numeral(sign) : JSON.parse(sign);
            };
            return value(next());
        }

        const isObject = (value) => value instanceof Map;
        const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
        // Texts are alike that Unicode calls equivalent (UAX 15).
        const alike = (left, right) => left.normalize() === right.normalize();
        const written = (value) => value?.source ?? JSON.stringify(value);
        const same = (left, right) => alike(written(left), written(right));

        // What things are called, as events say it.
        class Names {
            names = new Map();
            parents = new Map();
            learn(deed) {
                if (deed.id === null) return;
                for (const change of deed.changes) {
                    if (has(RULES.names, deed.entity) && RULES.names[deed.entity].includes(change.field)) {
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

        const short = (id) => Array.from(id).slice(0, 8).join("");
        const cut = (text) => {
            const scalars = Array.from(text);
            return scalars.length > 120 ? scalars.slice(0, 119).join("") + "…" : text;
        };
        const spoken = (field) => field.replaceAll("_", " ").replaceAll(".", " ");
        const phraseOf = (type) => has(RULES.phrases, type) ? RULES.phrases[type] : null;
        const verbOf = (type) => has(RULES.verbs, type.split("-").pop()) ? RULES.verbs[type.split("-").pop()] : null;
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
                if (value instanceof Numeral && value.isInteger) return String(value);
                if (Array.isArray(value)) return value.length === 0 ? "nothing" : list(value.map((one) => this.value(one)));
                return "…";
            }

            thing(entity, id) {
                if (id === null) return ("aeiou".includes(entity[0]) ? "an " : "a ") + entity;
                const name = this.names.name(id);
                if (name === null) return entity + " " + short(id);
                const quoted = "“" + cut(name).replaceAll("”", "\"") + "”";
                if (entity === "message") return quoted;
                return "the " + entity + " " + (entity === "folder" || entity === "account" ? cut(name) : quoted);
            }

            // The sentence by which like deeds are counted.
            kind(deed) { return this.sentence(deed, deed.entity === "message" ? "" : this.thing(deed.entity, null)); }

            sentence(deed, thing = this.thing(deed.entity, deed.id)) {
                const clauses = this.clauses(deed);
                const object = clauses[0].object ?? thing;
                return list(clauses.map((clause, index) => {
                    if (index > 0 && clause.verb === clauses[index - 1].verb && clause.rest) return clause.rest;
                    const about = index === 0 ? object : "";
                    const verb = about === "" && clause.verb.endsWith(" of") ? clause.verb.slice(0, -3) : clause.verb;
                    return [verb, about, clause.rest].filter((word) => word).join(" ");
                }));
            }

            // The fields of an event that have no place in its sentence, or not in full.
            leftOut(sentence, deed) {
                if (sentence.includes("…")) return deed.changes;
                const phrase = phraseOf(deed.type);
                if (!phrase) return deed.changes.length === 1 && !verbOf(deed.type) ? [] : deed.changes;
                return deed.changes.filter((change) => !phrase.says.includes(change.field));
            }

            clauses(deed) {
                const phrase = phraseOf(deed.type), changes = deed.changes;
                if (!phrase) return [this.usual(deed)];
                const object = changes.find((change) => change.field === phrase.objectField);
                const clause = { verb: phrase.verb, object: object ? this.value(object.new) : phrase.object,
                    rest: phrase.rest.map((part) => this.part(part, changes)).filter((word) => word).join(" ") };
                const more = phrase.saysKeywords ? this.keywords(changes) : [];
                for (const change of changes) {
                    const said = phrase.switches.find((one) => one.field === change.field);
                    if (said) more.push({ verb: change.new === true ? said.on : said.off });
                }
                return phrase.isSpare && more.length > 0 ? more : [clause, ...more];
            }

            part(part, changes) {
                const [[name, { word, words, field, prefix, kind, key }]] = Object.entries(part);
                const [first, change] = [changes[0], changes.find((change) => change.field === field)];
                switch (name) {
                case "text": return words;
                case "thing": {
                    const value = change ? change.new ?? change.old : null, id = !key ? value : isObject(value) ? value.get(key) : null;
                    return typeof id === "string" ? word + " " + this.thing(kind, id) : "";
                }
                case "new": return change ? word + " " + this.value(change.new) : "";
                case "old": return change ? word + " " + this.value(change.old) : "";
                case "named": {
                    if (!change) return "";
                    return typeof change.new === "string" && has(words, change.new) ? words[change.new] : word + " " + this.value(change.new);
                }
                case "group": return changes.some((change) => change.field.startsWith(prefix)) ? words : "";
                case "members": return change ? this.members(change) : "";
                case "change": return first ? "from " + this.value(first.old) + " to " + this.value(first.new) : "";
                case "parent": return !first ? "" : first.new === null ? "to the top" : "below " + this.value(first.new);
                case "folders": return this.ways(changes);
                case "claims": return this.claims(changes);
                }
            }

            usual(deed) {
                const said = verbOf(deed.type), changes = deed.changes;
                if (said) return { verb: said };
                if (changes.length === 0) return { verb: "recorded " + deed.type + " of" };
                const fields = list(changes.map((change) => spoken(change.field)));
                if (changes.length > 1) return { verb: "changed " + fields + " of" };
                const [old, now] = [changes[0].old, changes[0].new];
                if (changes[0].isPart) return { verb: "changed the " + fields + " of", rest: this.members(changes[0]) };
                if (now === null) return { verb: "removed the " + fields + " of" };
                if (old === null) return { verb: "set the " + fields + " of", rest: "to " + this.value(now) };
                return { verb: "changed the " + fields + " of", rest: "from " + this.value(old) + " to " + this.value(now) };
            }

            members(change) {
                const sides = [["adding", change.new], ["removing", change.old]]
                    .filter(([, side]) => Array.isArray(side) ? side.length > 0 : side !== "");
                return sides.length === 0 ? "" : "by " + list(sides.map(([word, side]) => word + " " + this.value(side)));
            }

            keywords(changes) {
                const change = changes.find((change) => change.field === "keywords");
                if (!change || !Array.isArray(change.old) || !Array.isArray(change.new)) return [];
                const without = (values, others) => values.filter((one) => !others.some((other) => same(one, other)))
                    .map((one) => this.value(one));
                const clauses = [], labels = [[], []];
                const words = without(change.new, change.old).map((word) => [word, true])
                    .concat(without(change.old, change.new).map((word) => [word, false]));
                for (const [word, isSet] of words) {
                    if (has(RULES.keywords, word)) clauses.push(RULES.keywords[word][isSet ? "on" : "off"]);
                    else labels[isSet ? 0 : 1].push(word);
                }
                [RULES.labels.on, RULES.labels.off].forEach(({ verb, rest }, index) => {
                    if (labels[index].length > 0) clauses.push({ verb, rest: rest + " " + list(labels[index]) });
                });
                return clauses;
            }

            ways(changes) {
                const sources = [];
                for (const change of changes.filter((change) => change.field.endsWith("folder"))) {
                    const [old, target] = [this.value(change.old), this.value(change.new)];
                    const known = sources.find((source) => alike(source.target, target));
                    if (!known) sources.push({ target, from: [old] });
                    else if (!known.from.some((one) => alike(one, old))) known.from.push(old);
                }
                return list(sources.map((source) => "from " + list(source.from) + " to " + source.target));
            }

            claims(changes) {
                const claims = changes.map((change) => {
                    const field = spoken(change.field);
                    return isObject(change.new) && change.new.has("value") ? field + " " + this.value(change.new.get("value")) : "no " + field;
                });
                return claims.length > 0 ? "as " + list(claims) : "";
            }
        }

        // The value of a field below a sentence.
        function fieldValue(value, isTime, names) {
            if (value === null) return "–";
            if (typeof value === "string") return names.name(value) ?? (value === "" ? "–" : value);
            if (typeof value === "boolean") return value ? "yes" : "no";
            if (value instanceof Numeral && value.isInteger) return isTime ? exact(value) : String(value);
            if (Array.isArray(value)) {
                return value.length === 0 ? "–" : value.map((one) => {
                    const text = fieldValue(one, isTime, names);
                    return typeof one === "string" && text.includes(" ") ? "\"" + text + "\"" : text;
                }).join(" ");
            }
            if (isObject(value)) {
                const keys = Array.from(value.keys()), get = (key) => value.get(key);
                if (keys.length === 2 && keys[0] === "name" && keys[1] === "address") {
                    if (typeof get("address") !== "string") return "–";
                    if (typeof get("name") !== "string" || get("name") === "") return get("address");
                    return get("address") === "" ? get("name") : get("name") + " <" + get("address") + ">";
                }
                if (value.has("value") && value.has("by")) {
                    const rest = keys.filter((key) => key !== "value" && get(key) !== null)
                        .map((key) => fieldValue(get(key), false, names));
                    return fieldValue(get("value"), false, names) + " (" + rest.join(", ") + ")";
                }
            }
            return written(value);
        }

        // What the page says of each event, by its position; the events in the order of recording.
        function wordsOf(events) {
            const names = new Names(), told = new Map();
            for (const event of events) {
                const deed = deedOf(event);
                names.learn(deed);
                const words = new Words(names), sentence = words.sentence(deed);
                told.set(event.position, {
                    sentence: shown(sentence), kind: words.kind(deed),
                    fields: words.leftOut(sentence, deed).filter((change) => change.old !== null).map((change) => [spoken(change.field) + (change.isPart ? RULES.part : ""),
                        ...[change.old, change.new].map((value) => fieldValue(value, RULES.times.includes(change.field), names))].map(shown)),
                });
            }
            return told;
        }

        function agent(header) {
            if (!header) return RULES.acts.erased;
            return alike(header.os_user, header.actor) ? header.actor
                : act("agent", { actor: header.actor, user: header.os_user, host: header.host });
        }

        // A text of RULES with its values.
        const act = (name, values) => RULES.acts[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);

        function way(header) {
            const cause = header.cause;
            if (typeof cause !== "string") return header.command;
            const rest = (prefix) => cause.startsWith(prefix) ? cause.slice(prefix.length) : null;
            const ranges = rangesIn(rest("undo:tx:"));
            if (ranges) {
                const texts = ranges.map(([first, last]) => first === last ? String(first) : first + ".." + last);
                return header.command + " of transaction" + (texts.length === 1 && !texts[0].includes(".") ? " " : "s ") + texts.join(", ");
            }
            if (rest("undo:") !== null && isID(rest("undo:"))) return header.command + " of " + rest("undo:").slice(0, 8).toLowerCase();
            if (rest("import:") !== null) return header.command + " of " + (rest("import:") === "-" ? "standard input" : rest("import:"));
            if (rest("sync:") !== null) return header.command + " with " + rest("sync:");
            if (rest("query:") !== null) return header.command + ": " + rest("query:");
            return header.command + " (" + cause + ")";
        }

        // The transactions of "10..14,17"; null for other texts.
        function rangesIn(text) {
            if (!/^[\d.,]+$/.test(text ?? "")) return null;
            const ranges = text.split(",").map((part) => {
                const ends = part.split(".").filter((end) => end !== "").map(BigInt).filter((end) => BigInt.asIntN(64, end) === end);
                return ends.length > 0 && ends.length <= 2 && ends[0] <= ends[ends.length - 1] ? [ends[0], ends[ends.length - 1]] : null;
            });
            return ranges.includes(null) ? null : ranges;
        }

        // MARK: Times

        const digits = (number) => String(number).padStart(2, "0");
        const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
        const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December"];

        // The whole seconds of some microseconds.
        function seconds(microseconds) {
            const number = BigInt(microseconds);
            return Number(number / 1000000n) - (number % 1000000n < 0n ? 1 : 0);
        }

        // The date and the clock of some seconds since 1970 (https://howardhinnant.github.io/date_algorithms.html): a Date ends in 275760.
        function civil(seconds) {
            const days = Math.floor(seconds / 86400), rest = seconds - days * 86400;
            const era = Math.floor((days + 719468) / 146097), day = days + 719468 - era * 146097;
            const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36524) - Math.floor(day / 146096)) / 365);
            const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
            const month = Math.floor((5 * ofYear + 2) / 153), number = month < 10 ? month + 3 : month - 9;
            return {
                year: year + era * 400 + (number <= 2 ? 1 : 0), month: number, day: ofYear - Math.floor((153 * month + 2) / 5) + 1,
                weekday: ((days + 4) % 7 + 7) % 7, hour: Math.floor(rest / 3600), minute: Math.floor(rest / 60) % 60, second: rest % 60,
            };
        }

        // A time in microseconds since 1970, to the second.
        function exact(microseconds) {
            const { year, month, day, hour, minute, second } = civil(seconds(microseconds));
            return (year < 0 ? "-" : year > 9999 ? "+" : "") + String(Math.abs(year)).padStart(4, "0") + "-" + digits(month) + "-" + digits(day)
                + " " + digits(hour) + ":" + digits(minute) + ":" + digits(second) + " UTC";
        }

        // The day and the clock of a reader whose clock is some seconds ahead of UTC.
        function local(microseconds, offset) {
            const time = civil(seconds(microseconds) + offset);
            return {
                clock: digits(time.hour) + ":" + digits(time.minute),
                day: WEEKDAYS[time.weekday] + ", " + time.day + " " + MONTHS[time.month - 1] + " " + time.year,
            };
        }

        // MARK: Signs

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
                marks = scalar >= 0x300 && within(RULES.marks, scalar) ? marks + 1 : 0;
                if (marks > 8) output += marks === 9 ? "\uFFFD" : "";
                else if (scalar < 0x20 || scalar === 0x7F) output += String.fromCodePoint(scalar === 0x7F ? 0x2421 : 0x2400 + scalar);
                else if (isHidden(scalar) && !joins) output += "\\u{" + scalar.toString(16).toUpperCase() + "}";
                else output += sign;
            });
            return output;
        }

        const isHidden = (scalar) => within(RULES.hidden, scalar);

        // Whether one of some ranges, in their order, has a number.
        function within(ranges, number) {
            let [first, end] = [0, ranges.length];
            while (first < end) {
                const middle = first + end >> 1;
                if (number > ranges[middle][1]) first = middle + 1;
                else end = middle;
            }
            return first < ranges.length && number >= ranges[first][0];
        }
        """#
}
