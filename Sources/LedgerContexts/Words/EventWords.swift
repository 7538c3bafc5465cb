internal import EventLog
internal import JSONCoding
package import LedgerHistory
internal import LedgerKernel

/// The words for an event, which follow the name of its actor: "moved “Half width” from INBOX to Trash".
///
/// A history, `watch`, `verify-proof` and a report use these words; they differ in whose names they know.
package struct EventWords {
    /// The name of a thing by its id, a folder's path; nil if it is unknown.
    let name: (String) -> String?

    package init(name: @escaping (String) -> String?) {
        self.name = name
    }

    /// Returns the sentence without its subject.
    ///
    /// - Parameter namesThing: False if the reader knows which thing the event is about.
    package func sentence(_ deed: EventDeed, namesThing: Bool = true) -> String {
        sentence(deed, about: namesThing ? thing(deed.entity, deed.id) : "")
    }

    /// Returns the sentence by which like deeds are counted: "made a folder", "marked read".
    func kind(_ deed: EventDeed) -> String {
        sentence(deed, about: deed.entity == "message" ? "" : thing(deed.entity, nil))
    }

    private func sentence(_ deed: EventDeed, about thing: String) -> String {
        let clauses = self.clauses(deed)
        let object = clauses.first?.object ?? thing
        let texts = clauses.enumerated().map { index, clause in
            // "marked “Half width” read and answered"
            let isSaid = index > 0 && clause.verb == clauses[index - 1].verb && !clause.rest.isEmpty
            return isSaid ? clause.rest : clause.text(of: index == 0 ? object : "")
        }
        return Self.list(texts)
    }

    /// The fields of an event that have no place in its sentence, or not in full.
    func changesLeftOut(of sentence: String, _ deed: EventDeed) -> [FieldChange] {
        // If something was cut, its full text follows the sentence.
        guard !sentence.unicodeScalars.contains("…") else { return deed.changes }
        guard let phrase = EventPhrase.all[deed.type.name] else {
            return deed.changes.count == 1 && verb(of: deed.type.name) == nil ? [] : deed.changes
        }
        return deed.changes.filter { !phrase.says.contains($0.field) }
    }

    /// A verb, its object, and the rest.
    private struct Clause {
        var verb: String
        var rest = ""
        /// The object, if that is no thing of the ledger.
        var object: String?

        func text(of object: String) -> String {
            let isWithout = object.isEmpty && verb.hasSuffix(" of")
            return [isWithout ? String(verb.dropLast(3)) : verb, object, rest].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    private func clauses(_ deed: EventDeed) -> [Clause] {
        guard let phrase = EventPhrase.all[deed.type.name] else { return [usual(deed)] }
        let object = phrase.objectField.flatMap { field in deed.changes.first { $0.field == field } }
        let clause = Clause(
            verb: phrase.verb,
            rest: phrase.rest.map { text($0, deed.changes) }.filter { !$0.isEmpty }.joined(separator: " "),
            object: object.map { value($0.new) } ?? phrase.object)
        let more =
            (phrase.saysKeywords ? keywords(deed.changes) : [])
            + deed.changes.compactMap { change in
                phrase.switches.first { $0.field == change.field }.map {
                    Clause(verb: change.new == .bool(true) ? $0.on : $0.off)
                }
            }
        return phrase.isSpare && !more.isEmpty ? more : [clause] + more
    }

    private func text(_ part: EventPhrase.Part, _ changes: [FieldChange]) -> String {
        switch part {
        case .text(let words): words
        case .new(let word, let field):
            changes.first { $0.field == field }.map { "\(word) \(value($0.new))" } ?? ""
        case .old(let word, let field):
            changes.first { $0.field == field }.map { "\(word) \(value($0.old))" } ?? ""
        case .thing(let word, let kind, let field, let key):
            Self.id(in: changes.first { $0.field == field }, key).map { "\(word) \(thing(kind, $0))" } ?? ""
        case .named(let words, let word, let field):
            changes.first { $0.field == field }.map { change in
                if case .string(let text) = change.new, let said = words[text] { return said }
                return "\(word) \(value(change.new))"
            } ?? ""
        case .group(let prefix, let words): changes.contains { $0.field.hasPrefix(prefix) } ? words : ""
        case .members(let field): changes.first { $0.field == field }.map(members) ?? ""
        case .change: changes.first.map { "from \(value($0.old)) to \(value($0.new))" } ?? ""
        case .parent: changes.first.map { $0.new == .null ? "to the top" : "below \(value($0.new))" } ?? ""
        case .folders: ways(changes)
        case .claims: claims(changes)
        }
    }

    /// The id in a field, or its former one if it has none any more.
    private static func id(in change: FieldChange?, _ key: String?) -> String? {
        guard let change else { return nil }
        var value = change.new == .null ? change.old : change.new
        if let key {
            guard case .object(let object) = value, let member = object[key] else { return nil }
            value = member
        }
        guard case .string(let id) = value else { return nil }
        return id
    }

    private func verb(of type: String) -> String? {
        EventPhrase.verbs[type.split(separator: "-").last.map(String.init) ?? ""]
    }

    /// The verb for the ending of an event's name, else the fields that it changed.
    private func usual(_ deed: EventDeed) -> Clause {
        if let verb = verb(of: deed.type.name) { return Clause(verb: verb) }
        guard let first = deed.changes.first else { return Clause(verb: "recorded \(deed.type.name) of") }
        let fields = Self.list(deed.changes.map { Self.spoken($0.field) })
        guard deed.changes.count == 1 else { return Clause(verb: "changed \(fields) of") }
        if first.isPart { return Clause(verb: "changed the \(fields) of", rest: members(first)) }
        return switch (first.old, first.new) {
        case (_, .null): Clause(verb: "removed the \(fields) of")
        case (.null, _): Clause(verb: "set the \(fields) of", rest: "to \(value(first.new))")
        default:
            Clause(verb: "changed the \(fields) of", rest: "from \(value(first.old)) to \(value(first.new))")
        }
    }

    /// The words for a change of a part: "by adding the label and removing the other one".
    private func members(_ change: FieldChange) -> String {
        let sides = [("adding", change.new), ("removing", change.old)].filter { side in
            if case .array(let values) = side.1 { !values.isEmpty } else { side.1 != .string("") }
        }
        return sides.isEmpty ? "" : "by " + Self.list(sides.map { "\($0.0) \(value($0.1))" })
    }

    /// The words for changed keywords.
    private func keywords(_ changes: [FieldChange]) -> [Clause] {
        guard let change = changes.first(where: { $0.field == "keywords" }),
            case .array(let old) = change.old, case .array(let new) = change.new
        else { return [] }
        func words(_ values: [JSONValue], without others: [JSONValue]) -> [String] {
            values.filter { !others.contains($0) }.map(value)
        }
        var clauses: [Clause] = []
        var (labels, lifted): ([String], [String]) = ([], [])
        let set = words(new, without: old).map { ($0, true) }
        for (word, isSet) in set + words(old, without: new).map({ ($0, false) }) {
            if let keyword = EventPhrase.keywords[word] {
                let said = isSet ? keyword.on : keyword.off
                clauses.append(Clause(verb: said.verb, rest: said.rest))
            } else if isSet {
                labels.append(word)
            } else {
                lifted.append(word)
            }
        }
        let said = EventPhrase.labels
        for (said, found) in [(said.on, labels), (said.off, lifted)] where !found.isEmpty {
            clauses.append(Clause(verb: said.verb, rest: "\(said.rest) \(Self.list(found))"))
        }
        return clauses
    }

    /// From which folders to which.
    private func ways(_ changes: [FieldChange]) -> String {
        var sources: [(target: String, from: [String])] = []
        for change in changes where change.field.hasSuffix("folder") {
            let (old, new) = (value(change.old), value(change.new))
            if let index = sources.firstIndex(where: { $0.target == new }) {
                if !sources[index].from.contains(old) { sources[index].from.append(old) }
            } else {
                sources.append((new, [old]))
            }
        }
        return Self.list(sources.map { "from \(Self.list($0.from)) to \($0.target)" })
    }

    private func claims(_ changes: [FieldChange]) -> String {
        let claims = changes.map { change in
            let field = Self.spoken(change.field)
            guard case .object(let object) = change.new, let claimed = object["value"] else { return "no \(field)" }
            return "\(field) \(value(claimed))"
        }
        return claims.isEmpty ? "" : "as \(Self.list(claims))"
    }

    /// The name of a thing: a message by its subject, others by their kind and name.
    private func thing(_ entity: String, _ id: String?) -> String {
        guard let id else {
            let startsWithVowel = entity.unicodeScalars.first.map { "aeiou".unicodeScalars.contains($0) } ?? false
            return startsWithVowel ? "an \(entity)" : "a \(entity)"
        }
        guard let name = name(id) else { return "\(entity) \(String(id.unicodeScalars.prefix(8)))" }
        switch entity {
        case "message": return Self.quoted(name)
        case "folder", "account": return "the \(entity) \(Self.cut(name))"
        default: return "the \(entity) \(Self.quoted(name))"
        }
    }

    private func value(_ value: JSONValue) -> String {
        switch value {
        case .null: "nothing"
        case .string(let text): name(text).map(Self.cut) ?? (Self.isID(text) ? String(text.prefix(8)) : Self.cut(text))
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): String(number)
        case .array(let values): values.isEmpty ? "nothing" : Self.list(values.map(self.value))
        default: "…"
        }
    }

    /// Quotes a text that others wrote, so that it cannot end the quotation itself.
    private static func quoted(_ text: String) -> String { "“\(cut(text).replacing("”", by: "\""))”" }

    /// The words of a field's name.
    static func spoken(_ field: String) -> String {
        field.replacing("_", by: " ").replacing(".", by: " ")
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 36 && UniqueID(text) != nil
    }

    /// Cuts by scalars, which programs in other languages count alike.
    private static func cut(_ text: String) -> String {
        text.unicodeScalars.count > 120 ? String(text.unicodeScalars.prefix(119)) + "…" : text
    }

    private static func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension String {
    /// Replaces each such scalar, even one that marks are set on: programs in other languages do so.
    fileprivate func replacing(_ sign: Unicode.Scalar, by other: Unicode.Scalar) -> String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar == sign ? other : scalar) }
        return String(scalars)
    }
}
