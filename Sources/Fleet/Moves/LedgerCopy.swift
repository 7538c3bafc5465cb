internal import Content
internal import Cryptography
internal import EventLog
internal import MailLedger

/// The copying of a move: all of a ledger, or what another copy of it lacks.
struct LedgerCopy {
    private let source: any LogStore
    private let contents: ContentStore
    private let progress: (_ done: Int, _ total: Int) -> Void

    /// - Parameter progress: Called with the numbers of contents done and in total.
    init(
        of source: any LogStore, _ contents: ContentStore, progress: @escaping (_ done: Int, _ total: Int) -> Void
    ) {
        self.source = source
        self.contents = contents
        self.progress = progress
    }

    /// Brings another copy to the state of the ledger: events, contents, erasures, signatures.
    ///
    /// Contents that the ledger has no more are listed as an unfinished erasure of the copy, which the next command ends.
    ///
    /// - Parameters:
    ///   - place: What messages call the copy.
    ///   - viewsGeneration: The newest read models beside the copy, which may hold what is erased by now.
    /// - Returns: What was copied of the contents.
    /// - Throws: ``FleetError/diverged(place:)`` if the copy has other events.
    func bring(
        to copy: any LogStore, _ stored: ContentStore, at place: String, viewsGeneration: Int64 = 0
    ) throws -> ContentCopy {
        let (start, end) = (try copy.head(), try source.head())
        guard start.position <= end.position,
            try copy.root(at: start.position) == source.root(at: start.position)
        else { throw FleetError.diverged(place: place) }
        let copied = try stored.copyContents(from: contents) { done, total in
            progress(done, total)
            return true
        }
        let root = try copy.receive { receiver in
            try receiver.takeAll(of: source, after: start.position, through: end.position)
        }
        guard try root == source.root(at: end.position) else {
            throw EventLogError.corrupt("the copy has another root")
        }
        let erased = try copy.withWriterLock { try copy.takeErasures(of: source) }
        try copy.takeSignatures(of: source, through: end.position)
        try copy.setRestored(source.isRestored())
        let gone = try contentsToRemove(from: stored)
        if erased > 0 || !gone.isEmpty {
            try copy.withWriterLock { try copy.beginErasureWork(contents: gone, viewsGeneration: viewsGeneration) }
        }
        return copied
    }

    /// Those that the ledger has removed; an erasure of its own that has not ended may be about to remove others.
    private func contentsToRemove(from stored: ContentStore) throws -> Set<SHA256Digest> {
        var digests: Set<SHA256Digest> = []
        try stored.forEach { digest, _ in digests.insert(digest) }
        digests.subtract(try contents.stored(among: digests))
        return digests.union(try source.erasureContents())
    }
}
