internal import EventLog
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

    /// The words for values of fields.
    var values: ValueWords { ValueWords(name: { names[$0] }, time: { times.full($0) }) }

    /// What a thing is called: a folder by its path, an account by its address, a message by the first digits of its id.
    func thing(_ entity: String, _ id: String?) -> String {
        guard let id else { return "\(entity) (erased)" }
        return "\(entity) \(names[id] ?? String(id.prefix(8)))"
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
