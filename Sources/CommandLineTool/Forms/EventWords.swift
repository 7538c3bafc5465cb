internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger

/// What an event did, in words that follow the name of who did it: "moved “Half width” from INBOX to Trash".
///
/// A history, `watch` and `verify-proof` say it by these words; they differ in whose names they know.
struct EventWords {
    /// What a thing is called by its id, a folder by its path; nil where nobody knows.
    let name: (String) -> String?

    /// Returns the sentence without its subject.
    ///
    /// - Parameter namesThing: False where the reader knows what it happened to.
    func sentence(_ deed: EventDeed, namesThing: Bool = true) -> String {
        let clauses = self.clauses(deed)
        let object = namesThing ? clauses.first?.object ?? thing(deed.entity, deed.id) : clauses.first?.object ?? ""
        let texts = clauses.enumerated().map { index, clause in
            // "marked “Half width” read and answered"
            let isSaid = index > 0 && clause.verb == clauses[index - 1].verb && !clause.rest.isEmpty
            return isSaid ? clause.rest : clause.text(of: index == 0 ? object : "")
        }
        return Self.list(texts)
    }

    /// A verb, what it is about, and what follows.
    struct Clause {
        var verb: String
        var rest = ""
        /// Whether the thing is told with "of", as in "changed the title of".
        var isOf = false
        /// What it is about, where that is no thing of the ledger.
        var object: String?

        func text(of object: String) -> String {
            [verb, object.isEmpty ? "" : isOf ? "of \(object)" : object, rest].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    private func clauses(_ deed: EventDeed) -> [Clause] {
        let changes = deed.changes
        func new(_ field: String) -> JSONValue? { changes.first { $0.field == field }?.new }
        func place(_ preposition: String) -> String { new("folder").map { "\(preposition) \(value($0))" } ?? "" }
        let byRule = changes.contains { $0.field.hasPrefix("pruned_by.") } ? "by a rule" : ""
        switch deed.type.name {
        case MessageAdded.type.name: return [Clause(verb: "brought", rest: place("into"))]
        case MessageCopied.type.name: return [Clause(verb: "copied", rest: place("to"))] + marks(changes)
        case CopyRemoved.type.name:
            let old = changes.first { $0.field == "folder" }.map { "out of \(value($0.old))" } ?? ""
            return [Clause(verb: "took", rest: [old, byRule].filter { !$0.isEmpty }.joined(separator: " "))]
        case MessageMoved.type.name: return [Clause(verb: "moved", rest: ways(changes))]
        case MessageMarked.type.name: return marks(changes).orElse(Clause(verb: "marked"))
        case CopyChanged.type.name:
            let clauses = marks(changes) + switches(changes, ["is_hidden": ("hid", "showed")])
            return clauses.orElse(Clause(verb: "noted a change of the file", isOf: true))
        case ThreadMarked.type.name:
            let words = [
                "is_pinned": ("pinned", "unpinned"), "is_muted": ("muted", "unmuted"),
                "is_archived": ("archived", "unarchived"),
            ]
            let clauses = switches(changes, words).orElse(Clause(verb: "marked"))
            return clauses.map { Clause(verb: $0.verb + " the thread", isOf: true) }
        case MessageDeleted.type.name: return [Clause(verb: "deleted", rest: byRule)]
        case CopyPushed.type.name: return [Clause(verb: "wrote", rest: "to its Maildir")]
        case MessageReparsed.type.name, AccountReparsed.type.name:
            return [Clause(verb: "read", rest: new("parser").map { "by parser \(value($0))" } ?? "again")]
        case MessageBodyLoaded.type.name: return [Clause(verb: "loaded the text", isOf: true)]
        case ConflictDetected.type.name: return [Clause(verb: "found", rest: "in conflict with its Maildir")]
        case FileSkipped.type.name:
            return [Clause(verb: "passed over", object: new("source").map(value) ?? "a file")]
        case FolderRenamed.type.name:
            let names = changes.first.map { "from \(value($0.old)) to \(value($0.new))" } ?? ""
            return [Clause(verb: "renamed", rest: names, object: "a folder")]
        case FolderMoved.type.name:
            let parent = changes.first.map { $0.new == .null ? "to the top" : "below \(value($0.new))" } ?? ""
            return [Clause(verb: "moved", rest: parent)]
        case "assist.message-classified": return [Clause(verb: "classified", rest: claims(changes))]
        case "chat.message-joined": return [Clause(verb: "put", rest: "into a conversation")]
        case "notes.action-status-changed", "chat.message-delivery-changed", "outbox.state-changed":
            return [Clause(verb: "set", rest: new("status").map { "to \(value($0))" } ?? "")]
        case "ledger.key-rotated": return [Clause(verb: "changed", object: "the signing key")]
        case "ledger.log-salvaged": return [Clause(verb: "salvaged", object: "the log")]
        default: return [usual(deed)]
        }
    }

    /// What the end of an event's name says.
    private func usual(_ deed: EventDeed) -> Clause {
        let verbs = [
            "added": "added", "created": "made", "opened": "opened", "deleted": "deleted", "restored": "brought back",
            "erased": "erased", "removed": "lifted", "overruled": "overruled", "used": "used", "linked": "linked",
            "unlinked": "unlinked",
        ]
        let last = deed.type.name.split(separator: "-").last.map(String.init) ?? ""
        if let verb = verbs[last] { return Clause(verb: verb) }
        guard let first = deed.changes.first else {
            return Clause(verb: "recorded \(deed.type.name)", isOf: true)
        }
        let fields = Self.list(deed.changes.map { $0.field.replacing("_", with: " ").replacing(".", with: " ") })
        guard deed.changes.count == 1 else { return Clause(verb: "changed \(fields)", isOf: true) }
        return switch (first.old, first.new) {
        case (_, .null): Clause(verb: "removed the \(fields)", isOf: true)
        case (.null, _): Clause(verb: "set the \(fields)", rest: "to \(value(first.new))", isOf: true)
        default:
            Clause(verb: "changed the \(fields)", rest: "from \(value(first.old)) to \(value(first.new))", isOf: true)
        }
    }

    /// What changed keywords mean.
    private func marks(_ changes: [FieldChange]) -> [Clause] {
        guard let change = changes.first(where: { $0.field == "keywords" }),
            case .array(let old) = change.old, case .array(let new) = change.new
        else { return [] }
        func words(_ values: [JSONValue], without others: [JSONValue]) -> [String] {
            values.filter { !others.contains($0) }.map(value)
        }
        var clauses: [Clause] = []
        var labels: [String] = []
        let set = words(new, without: old).map { ($0, true) }
        for (word, isSet) in set + words(old, without: new).map({ ($0, false) }) {
            switch word {
            case "$seen": clauses.append(Clause(verb: "marked", rest: isSet ? "read" : "unread"))
            case "$flagged": clauses.append(Clause(verb: isSet ? "flagged" : "unflagged"))
            case "$answered": clauses.append(Clause(verb: "marked", rest: isSet ? "answered" : "unanswered"))
            case "$draft": clauses.append(Clause(verb: "marked", rest: isSet ? "a draft" : "no draft"))
            default: labels.append((isSet ? "+" : "-") + word)
            }
        }
        for (sign, verb) in [("+", "labelled"), ("-", "unlabelled")] {
            let found = labels.filter { $0.hasPrefix(sign) }.map { String($0.dropFirst()) }
            if !found.isEmpty { clauses.append(Clause(verb: verb, rest: Self.list(found))) }
        }
        return clauses
    }

    private func switches(_ changes: [FieldChange], _ words: [String: (on: String, off: String)]) -> [Clause] {
        changes.compactMap { change in
            words[change.field].map { Clause(verb: change.new == .bool(true) ? $0.on : $0.off) }
        }
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
            let field = change.field.replacing("_", with: " ")
            guard case .object(let object) = change.new, let claimed = object["value"] else { return "no \(field)" }
            return "\(field) \(value(claimed))"
        }
        return claims.isEmpty ? "" : "as \(Self.list(claims))"
    }

    /// What a thing is called: a message by its subject, others by their kind and name.
    private func thing(_ entity: String, _ id: String?) -> String {
        guard let id else { return entity.first.map { "aeiou".contains($0) } ?? false ? "an \(entity)" : "a \(entity)" }
        guard let name = name(id) else { return "\(entity) \(id.prefix(8))" }
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
    private static func quoted(_ text: String) -> String { "“\(cut(text).replacing("”", with: "\""))”" }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 36 && UniqueID(text) != nil
    }

    private static func cut(_ text: String) -> String { text.count > 120 ? text.prefix(119) + "…" : text }

    private static func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension [EventWords.Clause] {
    /// What is said where nothing more is known.
    fileprivate func orElse(_ clause: EventWords.Clause) -> Self { isEmpty ? [clause] : self }
}
