internal import Projections
package import QueryLanguage

extension TypedQuery {
    /// Reads each word that begins exactly one id of a ledger as that id.
    ///
    /// The id of a deleted message that begins a living thread, which lists of threads show, is that thread, unless deleted messages are asked for.
    /// - Throws: ``FilterResolutionError/ambiguousWord(_:)`` if a word begins several ids.
    package func understood(in ledger: Ledger, withDeleted: Bool = false) throws -> UnderstoodQuery {
        guard needsLedger else { return UnderstoodQuery(text: text, filter: filter, ids: []) }
        let (text, ids) = try ledger.read { reader in
            try replacing { word in
                let found = try ShownID.all(beginning: word, on: reader.connection)
                guard let one = found.first else { return nil }
                guard found.count == 1 else { throw FilterResolutionError.ambiguousWord(word) }
                if !one.isLive, !withDeleted, let member = one.livingMember { return "thread:\(member)" }
                return "id:\(one.id)"
            }
        }
        return UnderstoodQuery(text: text, filter: try MessageFilter(query: text, in: context), ids: ids)
    }
}
