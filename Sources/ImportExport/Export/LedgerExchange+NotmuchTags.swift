public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes
public import Projections
internal import SQLiteDatabase

extension LedgerExchange {
    /// Writes the tags of the messages that match a filter in the form that `notmuch restore` reads, the latest message
    /// first.
    ///
    /// notmuch sees several messages with one Message-ID as one: it gets the tags of all of them, and is unread if all
    /// are.
    public func exportNotmuchTags(
        _ filter: MessageFilter, to target: ExportTarget, overwriting: Bool = false, dryRun: Bool = false
    ) throws -> TagExport {
        try target.requireOutsideLedgers(on: ledger.files)
        do {
            return try ledger.read { reader in
                guard !dryRun else { return try reader.forEachTagLine(filter) { _ in } }
                let file = try target.stagedFile(overwriting: overwriting, on: ledger.files)
                try file.output.write(NotmuchDump.header + "\n")
                let export = try reader.forEachTagLine(filter) { try file.output.write($0 + "\n") }
                try file.publish()
                return export
            }
        } catch let failure as WriteFailure where !failure.isReaderGone {
            throw LedgerError.io(path: failure.path, reason: failure.reason)
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
    }

    /// Gives messages of an account the tags from a dump of notmuch, by one operation; `-` is standard input.
    ///
    /// As with `notmuch restore`, the tags of a line replace all labels of its message. Messages that the dump does not
    /// name stay as they are.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, with nothing changed, if a line does not have the form of
    ///   a dump.
    public func importNotmuchTags(
        _ path: String, account: String, context: OperationContext, dryRun: Bool = false
    ) throws -> TagImport {
        if !dryRun { try ledger.writing.requireWritable() }
        _ = try ledger.read { try $0.account(account) }
        let lines: [NotmuchDump.Line]
        do throws(NotmuchDump.ReadError) {
            lines = try NotmuchDump.read(path)
        } catch {
            switch error {
            case .unreadable(let path, let reason): throw LedgerError.io(path: path, reason: reason)
            case .malformed(let path, let line, let reason):
                throw DomainError.invalid(
                    field: "\(path == "-" ? "standard input" : path), line \(line)",
                    reason: "\(reason); nothing was changed. 'notmuch dump' makes such files")
            }
        }
        var report = TagImport()
        if dryRun {
            _ = try ledger.read { reader in try reader.decide(lines, account: account, &report) }
        } else {
            report.receipt = try ledger.writing.change(context) { reader in
                try reader.decide(lines, account: account, &report)
            }
        }
        return report
    }
}

extension LedgerReader {
    // MARK: Out

    fileprivate func forEachTagLine(_ filter: MessageFilter, _ body: (String) throws -> Void) throws -> TagExport {
        var export = TagExport()
        let facts = try TagFacts(self)
        let shared = Set(
            try connection.rows(
                """
                SELECT message_id FROM message WHERE is_live AND message_id IS NOT NULL
                GROUP BY message_id HAVING count(*) > 1
                """
            ) { try $0.next(String.self) })
        var merged: [String: Set<String>] = [:]
        func write(_ tags: [String], _ id: String) throws -> Bool {
            guard let line = NotmuchDump.format(NotmuchDump.Line(tags: tags, messageID: id)) else { return false }
            export.messages += 1
            try body(line)
            return true
        }
        try forEachMessage(matching: filter) { row in
            let tags = NotmuchTags.tags(of: row.keywords, and: facts.of(row))
            guard let id = row.messageID else {
                export.withoutID.append(row.id)
                return true
            }
            guard shared.contains(id) else {
                if try !write(tags, id) { export.withoutID.append(row.id) }
                return true
            }
            let isRead = merged[id].map { !$0.contains("unread") } ?? false || !tags.contains("unread")
            merged[id, default: []].formUnion(tags)
            if isRead { merged[id]?.remove("unread") }
            return true
        }
        for (id, tags) in merged.sorted(by: { $0.key < $1.key }) { _ = try write(tags.sorted(), id) }
        return export
    }

    // MARK: In

    fileprivate func decide(
        _ lines: [NotmuchDump.Line], account name: String, _ report: inout TagImport
    ) throws -> [ProposedEvent] {
        report = TagImport()
        let row = try self.account(name)
        let account = row.stream
        let states = try MessageStates(on: connection)
        let find = try connection.prepare(
            """
            SELECT id FROM message WHERE message_id = ? AND account = ? AND is_live ORDER BY id
            """)
        var spellings = LabelSpellings(self)
        var unusable: Set<String> = []
        var respelled: [String: String] = [:]
        var events: [StreamID: ProposedEvent?] = [:]
        for line in lines {
            let found = try find.rows(Identifiers.named(line.messageID), account.rawValue) {
                try $0.next(StreamID.self)
            }
            if found.isEmpty { report.unknown.append(line.messageID) }
            for stream in found {
                guard let state = try states.state(of: stream) else { continue }
                let keywords = try NotmuchTags.keywords(
                    for: line.tags, on: state.keywords, spellings: &spellings, unusable: &unusable,
                    respelled: &respelled)
                // The last line on a message wins.
                events[stream] = .some(state.marked(keywords))
            }
        }
        report.matched = events.count
        report.unusable = unusable.sorted()
        report.respelled = respelled.sorted { $0.key < $1.key }.map { RespelledTag(tag: $0.key, label: $0.value) }
        let changes = events.sorted { $0.key < $1.key }.compactMap(\.value)
        report.changed = changes.count
        guard let adoption = try adoption(of: row, after: events.keys.max()) else { return changes }
        return changes + [adoption]
    }
}

extension LedgerReader {
    /// The event by which an account adopts the tags of a dump; nil if it has adopted them already.
    private func adoption(of account: AccountRow, after last: StreamID?) throws -> ProposedEvent? {
        guard let last else { return nil }
        let through = try toldTags()[account.stream]
        if let through, through >= last { return nil }
        let event = TagsAdopted(account: account.id, isAdopted: Change(old: through != nil, new: true))
        return ProposedEvent(
            event, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream)))
    }

    /// For each account, the last message whose tags came from a dump.
    fileprivate func toldTags() throws -> [StreamID: StreamID] {
        Dictionary(
            try connection.rows("SELECT account, through FROM told_tags") {
                try ($0.next(), $0.next())
            }
        ) { first, _ in first }
    }
}

/// The tags that notmuch gives by itself: `inbox` to messages in the INBOX, `attachment` to those with attachments.
///
/// After a dump was imported, its `inbox` alone decides: archiving with notmuch removes the tag from mail that stays in
/// the INBOX. If an account has labels of these names, they decide.
private struct TagFacts {
    private let inboxes: [String: Set<String>]
    private let told: [String: StreamID]
    private let labelled: [String: Set<String>]
    /// The folders that are labels.
    private let labels: [String: Set<String>]

    init(_ reader: LedgerReader) throws {
        let all = try reader.folders()
        let folders = all.filter { $0.role == FolderRole.inbox.rawValue }
        labels = Dictionary(grouping: all.filter { $0.kind == FolderKind.label.rawValue }, by: \.accountAddress)
            .mapValues { Set($0.map(\.path)) }
        inboxes = Dictionary(grouping: folders, by: \.accountAddress).mapValues { Set($0.map(\.path)) }
        let through = try reader.toldTags()
        told = Dictionary(
            try reader.accounts().compactMap { account in through[account.stream].map { (account.address, $0) } }
        ) { first, _ in first }
        var labelled: [String: Set<String>] = [:]
        for account in try reader.accounts() {
            for label in ["inbox", "attachment"] {
                let filter = MessageFilter.and([.account(account.address), .keyword(label)])
                if try reader.countMessages(matching: filter) > 0 {
                    labelled[account.address, default: []].insert(label)
                }
            }
        }
        self.labelled = labelled
    }

    func of(_ row: MessageRow) -> [String] {
        let labels = labelled[row.accountAddress] ?? []
        var tags: [String] = []
        let isTold = told[row.accountAddress].map { row.stream <= $0 } ?? labels.contains("inbox")
        if !isTold, !(inboxes[row.accountAddress] ?? []).isDisjoint(with: row.folders) {
            tags.append("inbox")
        }
        if !labels.contains("attachment"), row.hasAttachments { tags.append("attachment") }
        return tags + (self.labels[row.accountAddress] ?? []).intersection(row.folders)
    }
}
