internal import DiskFiles
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections

/// The mail that an import brought from the Maildir before a sync has met it.
extension SyncRound {
    /// Records that these copies are kept in step with the Maildir from the state on that the import saw.
    ///
    /// Each is looked at again under the writer's lock.
    mutating func recordAdopted() throws {
        var rest = adopted[...]
        if !rest.isEmpty { hasChanged = true }
        while !rest.isEmpty {
            guard goesOn() else { return }
            let batch = rest.prefix(BatchLimits.messages)
            rest = rest.dropFirst(BatchLimits.messages)
            let path = path
            _ = try ledger.writing.change(context) { reader in
                let states = try MessageStates(on: reader.connection)
                var known: [StreamID: MessageState] = [:]
                var events: [ProposedEvent] = []
                for row in batch {
                    guard let state = try known[row.messageStream] ?? states.state(of: row.messageStream),
                        !state.isDeleted, let copy = state.copies.first(where: { $0.number == row.number }),
                        copy.maildir == nil, copy.source == row.source
                    else { continue }
                    let event = CopyChanged(
                        message: row.message, copy: row.number, maildir: Change(old: nil, new: path))
                    events.append(state.event(event))
                    known[row.messageStream] = state.applying(event)
                }
                return events
            }
        }
        adopted = []
    }

    /// Records that copies without a file belong to the Maildir that has other files of their mail.
    ///
    /// So they are written, and the mail keeps a file if another copy is taken away. One that lies beside a file with its
    /// bytes, in the same folder, ends: else it would bring back what somebody deletes in the Maildir.
    ///
    /// - Returns: The copies that joined, which a dry run does not record, and whether anything changed.
    mutating func adoptUnwritten() throws -> (joined: [RecognisedCopy], hasChanged: Bool) {
        let (account, path) = (account.stream, path)
        var rest = try ledger.read { reader in
            try SyncedCopiesQuery(on: reader.connection).withoutFile(beside: path, account: account)
        }[...]
        var joined: [RecognisedCopy] = []
        var hasChanged = false
        while !rest.isEmpty {
            guard goesOn() else { break }
            let batch = rest.prefix(BatchLimits.messages)
            rest = rest.dropFirst(BatchLimits.messages)
            if options.dryRun {
                joined += try ledger.read { try UnwrittenCopies(batch, for: path, $0).joined }
                hasChanged = !joined.isEmpty
            } else {
                _ = try ledger.writing.change(context) { reader in
                    let decided = try UnwrittenCopies(batch, for: path, reader)
                    joined += decided.joined
                    hasChanged = hasChanged || !decided.events.isEmpty
                    return decided.events
                }
            }
        }
        return (joined, hasChanged)
    }

    /// Returns the copies that an import of this Maildir brought from its files, and that no sync has met.
    func unmetCopies() throws -> [SyncedCopyRow] {
        let account = account.stream
        return try ledger.read { reader in
            let rows = try SyncedCopiesQuery(on: reader.connection).withoutMaildir(account: account)
                .filter { isMaildirFile($0.source) }
            guard !rows.isEmpty else { return [] }
            let imported = try reader.copiesImported { isThis($0) }
            return rows.filter { imported.contains(ImportedCopy(stream: $0.messageStream, number: $0.number)) }
        }
    }

    /// Whether a source is the unique name of a file in `cur` or `new`: a time, something unique and a host.
    ///
    /// An import of a folder takes mboxes and single messages beside its Maildirs, too. No sync follows these.
    private func isMaildirFile(_ source: String) -> Bool {
        guard let name = source.split(separator: "/").last, !name.contains("#"), name.first?.isNumber == true,
            name.split(separator: ".").count >= 3
        else { return false }
        return !ledger.files.exists(path + "/" + source)
    }

    /// Whether the words of an import's cause are this Maildir and nothing else.
    private func isThis(_ words: String) -> Bool {
        let words = PathWords.paths(of: words)
        // A path that was typed as a relative one may lie anywhere.
        guard words.hasPrefix("/") else { return false }
        return words == path || (try? ledger.files.resolved(FilePath(words)).text) == path
    }
}

/// A copy by its message and number.
private struct ImportedCopy: Hashable {
    let stream: StreamID
    let number: Int
}

extension LedgerReader {
    /// Returns the copies that imports of some paths brought.
    ///
    /// - Complexity: O(transactions), and O(the events of these imports).
    fileprivate func copiesImported(from isWanted: (String) -> Bool) throws -> Set<ImportedCopy> {
        var copies: Set<ImportedCopy> = []
        var wanted: [String: Bool] = [:]
        var end = Position.start
        while end < position, let transaction = try store.transaction(holding: end.advanced(by: 1)) {
            let start = end
            end = transaction.lastPosition
            guard let cause = try transaction.openedHeader()?.cause, case .importing(let paths) = Cause(cause)
            else { continue }
            let isOne = wanted[paths] ?? isWanted(paths)
            wanted[paths] = isOne
            guard isOne else { continue }
            try store.forEach(EventSelection(after: start, through: end), decodedBy: catalogue) { recorded in
                switch recorded.content {
                case .event(is MessageAdded): copies.insert(ImportedCopy(stream: recorded.stream, number: 1))
                case .event(let event as MessageCopied):
                    copies.insert(ImportedCopy(stream: recorded.stream, number: event.copy.number))
                default: break
                }
                return true
            }
        }
        return copies
    }
}

/// What becomes of copies without a file, under the writer's lock.
private struct UnwrittenCopies {
    private(set) var events: [ProposedEvent] = []
    private(set) var joined: [RecognisedCopy] = []

    init(_ rows: some Sequence<SyncedCopyRow>, for maildir: String, _ reader: LedgerReader) throws {
        let states = try MessageStates(on: reader.connection)
        let query = SyncedCopiesQuery(on: reader.connection)
        var known: [StreamID: MessageState] = [:]
        for row in rows {
            guard let state = try known[row.messageStream] ?? states.state(of: row.messageStream), !state.isDeleted,
                let copy = state.copies.first(where: { $0.number == row.number }), copy.source == row.source,
                copy.maildir == row.maildir, !copy.isHidden
            else { continue }
            var files = try query.filed(in: row.folder, of: row.messageStream, maildir: maildir)
            // Of two without a file the first one gets it.
            for other in state.copies where other.folder == copy.folder && other.number < copy.number && !other.isHidden
            {
                if other.maildir == maildir { files.insert(other.raw) }
            }
            let event: any Event
            if files.contains(copy.raw) {
                event = CopyRemoved(message: row.message, copy: copy, keywords: nil)
            } else if files.isEmpty, copy.maildir == nil {
                let change = CopyChanged(
                    message: row.message, copy: row.number,
                    source: copy.source.isEmpty ? nil : Change(old: copy.source, new: ""),
                    maildir: Change(old: nil, new: maildir))
                joined.append(RecognisedCopy(stream: row.messageStream, change: change))
                event = change
            } else {
                continue
            }
            events.append(state.event(event))
            known[row.messageStream] = state.applying(event)
        }
    }
}
