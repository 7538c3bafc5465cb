internal import DiskFiles
internal import EventLog
internal import Mail
internal import Projections

/// The mail that an import brought from the Maildir before a sync has met it.
extension SyncRound {
    /// Makes the state that an import saw the last one that both sides agreed on, so that files that are gone or moved
    /// since then are.
    mutating func adoptImport() throws {
        let path = path
        let account = account.stream
        if options.dryRun {
            recognised += try ledger.read { reader in
                try unmetCopies(reader).map {
                    RecognisedCopy(stream: $0.messageStream, change: Self.adoption(of: $0, path))
                }
            }
            return
        }
        while goesOn() {
            let receipt = try ledger.change(context) { reader in
                let states = try MessageStates(on: reader.connection)
                return try unmetCopies(reader, of: account).prefix(Self.maximumBatch).compactMap { row in
                    try states.state(of: row.messageStream)?.event(Self.adoption(of: row, path))
                }
            }
            guard receipt != nil else { return }
        }
    }

    private static func adoption(of row: SyncedCopyRow, _ path: String) -> CopyChanged {
        CopyChanged(message: row.message, copy: row.number, maildir: Change(old: nil, new: path))
    }

    /// How many copies an import brought from the Maildir that no sync has met: their files were gone before.
    func countUnmet() throws -> Int {
        try ledger.read { try unmetCopies($0).count }
    }

    private func unmetCopies(_ reader: LedgerReader) throws -> [SyncedCopyRow] {
        try unmetCopies(reader, of: account.stream)
    }

    private func unmetCopies(_ reader: LedgerReader, of account: StreamID) throws -> [SyncedCopyRow] {
        let rows = try SyncedCopiesQuery(on: reader.connection).withoutMaildir(account: account)
        guard !rows.isEmpty else { return [] }
        let imported = try reader.copiesImported { isThis($0) }
        return rows.filter { imported.contains(ImportedCopy(stream: $0.messageStream, number: $0.number)) }
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
