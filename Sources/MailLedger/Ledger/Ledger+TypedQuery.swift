package import Projections

extension Ledger {
    /// Reads each word of a query that begins exactly one id of this ledger as that id.
    ///
    /// The id of a deleted message that begins a living thread, which lists of threads show, is that thread, unless deleted messages are asked for.
    /// - Throws: ``FilterResolutionError/ambiguousWord(_:)`` where a word begins several ids.
    package func understand(_ query: TypedQuery, withDeleted: Bool = false) throws -> UnderstoodQuery {
        guard query.needsLedger else { return UnderstoodQuery(text: query.text, filter: query.filter, ids: []) }
        let (text, ids) = try read { reader in
            try query.replacing { word in
                let found = try ShownID.all(beginning: word, on: reader.connection)
                guard let one = found.first else { return nil }
                guard found.count == 1 else { throw FilterResolutionError.ambiguousWord(word) }
                if !one.isLive, !withDeleted, let member = one.livingMember { return "thread:\(member)" }
                return "id:\(one.id)"
            }
        }
        return UnderstoodQuery(text: text, filter: try MessageFilter(query: text, in: query.context), ids: ids)
    }

    /// Counts the messages that a query finds, deleted ones too, as a hold or an erasure asks for them.
    package func countWithDeleted(_ filter: MessageFilter) throws -> Int {
        return try read { try $0.streamsOfEver(matching: filter).count }
    }
}
