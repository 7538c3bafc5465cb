internal import Content
internal import Cryptography
internal import EventLog
internal import Projections
internal import SQLiteDatabase

extension Ledger {
    /// Updates the full text to the log's head.
    ///
    /// While another process works on the index, the answer is from its position.
    ///
    /// - Throws: ``FullTextWithheld``.
    func prepareFullText() throws {
        if let unit { return try requireNoMail(in: unit) }
        do {
            try catchUp(stores.openSearch())
        } catch let error as SQLiteError where error.meansNoRoom && canWrite && !search.isInMemory {
            try moveToMemory()
            try catchUp(stores.openSearch())
        } catch  where place.isForbidden(error) {
            throw FullTextWithheld(cause: error)
        }
    }

    func catchUp(_ search: SearchIndex, known: [SHA256Digest: IndexedText] = [:]) throws {
        // Events on trial must not get into an index that cannot remove them.
        guard unit == nil else { return }
        searchIsBehind = false
        do {
            try environment.timed(.search) {
                try search.catchUp(with: store, catalogue: catalogue, content: content, known: known)
            }
        } catch let error as SQLiteError where error.isBusy {
            // The missing texts are indexed by that process, or at the next question; until then they are not found.
            searchIsBehind = true
        }
    }

    func requireSearchAtHead() throws {
        if let unit { return try requireNoMail(in: unit) }
        try requireSearchNear()
        do {
            try search.catchUp(with: store, catalogue: catalogue, content: content)
        } catch let error as SQLiteError where error.isBusy {
            throw EventLogError.busy(holder: nil)
        }
    }
}

extension Ledger {
    /// Stops a decision if the full text is so far behind that the update would keep others waiting.
    func requireSearchNear() throws {
        guard !content.isStandIn, let position = try search.position() else { return }
        guard try isNear(position) else { throw FullTextBehind() }
    }
}

extension MessageFilter {
    /// Whether it asks for words in the full text.
    var readsFullText: Bool {
        switch self {
        case .part: true
        case .text: true
        case .and(let parts), .or(let parts): parts.contains { $0.readsFullText }
        case .not(let inner): inner.readsFullText
        default: false
        }
    }
}
