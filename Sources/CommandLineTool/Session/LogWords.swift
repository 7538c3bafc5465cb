internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// What the log says, in the words of people.
struct LogWords {
    /// The paths of folders and the addresses of accounts, by their ids.
    let names: [String: String]
    let times: TimeFormat

    init(_ ledger: Ledger, _ times: TimeFormat) throws {
        names = try ledger.read { reader in
            let accounts = try reader.accounts(includingDeleted: true).map { ($0.id.description, $0.address) }
            return try reader.folderPaths().merging(accounts) { folder, _ in folder }
        }
        self.times = times
    }

    /// A value of a field: folders by their paths, times by the clock.
    func value(_ value: JSONValue, isTime: Bool = false) -> String {
        switch value {
        case .null: "–"
        case .string(let text): names[text] ?? (text.isEmpty ? "–" : text)
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): isTime ? times.full(number) : String(number)
        case .array(let values):
            values.isEmpty
                ? "–" : values.map { self.value($0, isTime: isTime).quotedIfBlank(in: $0) }.joined(separator: " ")
        case .object(let object) where object.keys == ["name", "address"]: Self.mailbox(object)
        case .object(let object) where object.keys.contains("value") && object.keys.contains("by"): claim(object)
        default: (try? JSONBytesEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }
    }

    /// A claim: its value, and between parentheses what goes with it and who said so.
    private func claim(_ object: JSONObject) -> String {
        let rest = object.members.filter { $0.key != "value" && $0.value != .null }.map { value($0.value) }
        return "\(object["value"].map { value($0) } ?? "–") (\(rest.joined(separator: ", ")))"
    }

    private static func mailbox(_ object: JSONObject) -> String {
        guard case .string(let address)? = object["address"] else { return "–" }
        guard case .string(let name)? = object["name"] else { return address }
        return EmailAddress(name: name, address: address).shownText
    }

    func change(_ change: FieldChange) -> String {
        "\(change.field): \(value(change.old, isTime: change.isTime)) → \(value(change.new, isTime: change.isTime))"
    }

    /// What a thing is called: a folder by its path, an account by its address, a message by the first digits of its id.
    func thing(_ entity: String, _ id: String?) -> String {
        guard let id else { return "\(entity) (erased)" }
        return "\(entity) \(names[id] ?? String(id.prefix(8)))"
    }

    /// Who acted, with the system's user where that is another one: `mara (root@host)`.
    static func agent(_ actor: String?, _ osUser: String?, _ host: String?) -> String {
        guard let actor else { return "(erased)" }
        guard let osUser, osUser != actor else { return actor }
        return "\(actor) (\(osUser)@\(host ?? "?"))"
    }

    /// What led to an operation, behind its verb; empty where nothing is said.
    static func cause(_ text: String?) -> String {
        switch text.map(Cause.init) {
        case .undo(let operation): " of \(operation.description.prefix(8))"
        case .undoOfTransactions(let ranges):
            " of transaction"
                + (ranges.count == 1 && ranges[0].count == 1 ? " " : "s ")
                + ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
                .joined(separator: ", ")
        case .importing("-"): " of standard input"
        case .importing(let paths): " of \(paths)"
        case .sync(let path): " with \(path)"
        case .query(let query): ": \(query)"
        case .other(let text): " (\(text))"
        case nil: ""
        }
    }

    /// "deleted 3 folders and 812 messages with it".
    static func cascade(_ cascade: Cascade) -> String {
        let parts = [
            cascade.folders > 0 ? Counted.of(cascade.folders, "folder", "folders") : nil,
            cascade.messages > 0 ? Counted.messages(cascade.messages) : nil,
        ].compactMap { $0 }
        return (cascade.isEnd ? "deleted " : "brought back ") + parts.joined(separator: " and ") + " with it"
    }

    /// "made one thread of 3f2a04c1 (muted) and 9b20e7d5".
    static func joined(_ threads: [JoinedThread]) -> String {
        let names = threads.map { thread in
            let marks = [
                thread.isPinned ? "pinned" : nil, thread.isMuted ? "muted" : nil, thread.isArchived ? "archived" : nil,
            ].compactMap { $0 }
            let name = String(thread.id.description.prefix(8))
            return marks.isEmpty ? name : "\(name) (\(marks.joined(separator: ", ")))"
        }
        return "made one thread of " + names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    func member(_ member: CascadeMember) -> String {
        let words = thing(member.entity, member.id.description)
        return member.entity == "message" ? "\(words)  \(member.name ?? "(no subject)")" : words
    }
}

extension String {
    /// A word of a list that blanks divide: in quotes where it has blanks itself.
    var quotedIfBlank: String { contains(" ") ? "\"\(self)\"" : self }

    /// The words for a value of such a list: only a text can be taken for several.
    fileprivate func quotedIfBlank(in value: JSONValue) -> String {
        if case .string = value { quotedIfBlank } else { self }
    }
}
