internal import Content
package import Cryptography
package import EventLog
internal import Projections

/// The stores that make up a ledger, for the modules of this package that look after them.
///
/// Programs use the parts that stand on them: ``Ledger/maintenance``, `proofs`, `erasure`, …
package struct LedgerStores {
    let ledger: Ledger

    package var place: any LedgerPlace { ledger.place }
    /// The register of the read models' live generation.
    package var register: any ViewsRegister { ledger.register }
    /// The contexts of the log that this program knows.
    package var contexts: Contexts { ledger.contexts }
    package var views: Views { ledger.views }
    /// The read models of earlier moments.
    package var pastViews: PastViews { ledger.pastViews }
    /// The program's own read models.
    package var added: [AddedProjection] { ledger.added }
    package var search: SearchIndex { ledger.search }
    package var keys: SigningKeys { ledger.keys }
    package var locks: any LedgerLocks { ledger.locks }
    package var uploads: UploadFolder { ledger.uploads }
    /// The past moment that the ledger represents; nil for the present.
    package var past: PastReading? { ledger.past }

    /// Opens the ledger at a place; it does not check whether the place may be trusted.
    ///
    /// - Throws: What ``LogPlace/open(_:environment:)`` throws.
    package static func ledger(
        at place: some LedgerPlace, canWrite: Bool, environment: LedgerEnvironment, contexts: Contexts
    ) throws -> Ledger {
        try Ledger(at: place, canWrite: canWrite, environment: environment, contexts: contexts)
    }

    /// Returns the ledger as of a past moment.
    package func ledger(at past: PastReading) -> Ledger { Ledger(ledger, at: past) }

    /// Opens the index beside the views that answer questions, if it is not open yet, and returns it.
    @discardableResult
    package func openSearch() throws -> SearchIndex {
        if let past, !past.isLive {
            _ = try past.projector(progress: ledger.onRebuild)
            try past.search.attachIfNeeded()
            return past.search
        }
        _ = try views.current(progress: ledger.onRebuild)
        try search.attachIfNeeded()
        return search
    }

    /// Updates the full text to the log's head, with texts that the caller has read already.
    package func catchUpSearch(known: [SHA256Digest: IndexedText] = [:]) throws {
        try ledger.catchUp(search, known: known)
    }

    /// Returns a reader of read models that the caller opened.
    package func reader(
        of projector: Projector, _ fullText: FullText, search: SearchIndex? = nil
    ) throws -> LedgerReader {
        LedgerReader(
            connection: projector.connection, environment: ledger.environment, checkpoint: try projector.checkpoint(),
            store: ledger.log, register: register, contexts: contexts, search: search ?? self.search,
            fullText: fullText, content: ledger.content,
            location: ledger.location, factFiles: ledger.location?.factFiles(canWrite: ledger.canWrite && past == nil),
            erasureKeyInMemory: ledger.erasureKeyInMemory, past: ledger.moment,
            uploads: past == nil ? uploads : nil, showsHistory: ledger.showsHistory, showsMail: ledger.showsMail)
    }
}

extension Ledger {
    /// The stores that make it up.
    package var stores: LedgerStores { LedgerStores(ledger: self) }
}
