public import Cryptography

/// The log of one ledger as its engine keeps it: one writer at a time, any number of readers.
///
/// ```swift
/// let receipt = try store.append(ProposedTransaction(events, context: context), ifHead: head.position)
/// ```
///
/// One thread at a time uses it. An engine passes the contract suites in `Tests/EventLogTests/Contract`; nothing
/// outside its folder names it.
public protocol LogStore: LogReading, LogWriting, LogSigning, LogErasing, LogCopying, LogChecking {}

/// Appends to a log.
public protocol LogWriting: LogReading {
    /// Appends all events or none, and returns their places once they are durable.
    ///
    /// With `ifHead` it refuses if anything else was appended since, which guards what is unique across streams. An
    /// empty transaction is a programmer's error.
    func append(_ transaction: ProposedTransaction, ifHead: Position?) throws -> Receipt

    /// Keeps every other writer out while the closure decides and appends; appends within it are one atomic step with
    /// it.
    ///
    /// - Throws: ``EventLogError/markedDamaged(_:)``, ``EventLogError/busy(holder:)``, and what the closure throws,
    ///   which rolls back all appends.
    func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output

    /// Whether the log came from a backup or lost its end, and nothing was appended since that was noted.
    func isRestored() throws -> Bool

    /// Notes that the log came from a backup or lost its end, or that an event says so now.
    func setRestored(_ isRestored: Bool) throws

    /// Sets how long to wait for another writer before ``EventLogError/busy(holder:)``, in milliseconds; ten seconds at
    /// first.
    func setLockTimeout(_ milliseconds: Int32)

    /// Called once after each commit of events, when the writer's lock has been released.
    var onAppend: () -> Void { get set }
}

extension LogWriting {
    /// Appends without a condition on the head.
    public func append(_ transaction: ProposedTransaction) throws -> Receipt {
        try append(transaction, ifHead: nil)
    }
}

/// Keeps the keys and signatures of a log.
public protocol LogSigning: LogReading {
    /// Records the first key; a key that is recorded already stays.
    func setFirstVerifier(_ verifier: NoteVerifier) throws

    /// Keeps a checkpoint that was handed out, so that the log can be compared with it.
    func keep(_ checkpoint: SignedCheckpoint) throws
}

/// Blanks payloads and headers: the only change to a log's contents.
///
/// The salt of a payload or a header is blanked with it; the salted digest stays, and so do entries, leaves and proofs.
public protocol LogErasing: LogReading {
    /// Blanks the payloads of some scopes before a position, and the headers of transactions that are entirely blank
    /// then.
    ///
    /// Called under the writer's lock, in the atomic step that appends the erasing events. Erased events stay erased,
    /// and erasing events stay.
    ///
    /// - Parameters:
    ///   - position: That of the first erasing event.
    ///   - includingSharedHeaders: Whether to blank headers that other events share, too.
    /// - Complexity: For streams linear in their events; for an account linear in the log.
    func blank(_ scopes: [ErasureScope], before position: Position, includingSharedHeaders: Bool) throws -> Blanked

    /// Blanks what another copy of this log has blanked, as far as this one has it, and returns the number of events.
    ///
    /// Called under the writer's lock. If anything was blanked, ``erasureWork()`` then lists the files to clean.
    /// - Complexity: O(what the other copy has erased).
    func takeErasures(of source: any LogReading) throws -> Int

    /// Blanks the headers of some transactions, and returns the number; a transaction without a blank event keeps its
    /// header.
    ///
    /// Called under the writer's lock.
    @discardableResult
    func blankHeaders(_ transactions: [Int64]) throws -> Int

    /// The unfinished erasure; nil for most ledgers most of the time.
    func erasureWork() throws -> ErasureWork?

    /// Records that all steps have to be done, in the atomic step that blanks.
    ///
    /// - Parameters:
    ///   - contents: Contents that may have to leave the content store.
    ///   - viewsGeneration: The newest read models, which still contain what is blank now.
    func beginErasureWork(contents: Set<SHA256Digest>, viewsGeneration: Int64) throws

    /// Returns the contents that may have to leave the content store.
    func erasureContents() throws -> [SHA256Digest]

    /// Records that a step is done; the last one ends the work.
    func endErasureStep(_ step: ErasureSteps) throws

    /// Removes copies of blanked bytes that the engine keeps beside the log's own rows.
    /// - Complexity: Linear in the log; other writers wait meanwhile.
    func purge() throws

    /// Truncates the engine's journal; false while a reader uses an earlier state.
    func truncateJournal() throws -> Bool
}

/// Copies transactions and events from another copy, byte for byte; ``LogReceiver`` builds on it.
///
/// Called under the writer's lock.
public protocol LogCopying: LogReading {
    /// Adds the next transaction unchanged.
    func insert(_ transaction: StoredTransaction) throws

    /// Adds the next event unchanged.
    func insert(_ event: StoredEvent) throws

    /// Adds leaves to the Merkle tree, which has this size before.
    func appendLeaves(_ leaves: [SHA256Digest], toTreeOf size: Int64) throws

    /// Records that a place was blank on arrival.
    func recordErasure(of place: ErasedPlace) throws
}

/// Checks a log against itself.
public protocol LogChecking: LogReading {
    /// Recomputes every digest, leaf and tile, checks every position and version, and compares the log with its
    /// checkpoints.
    ///
    /// If the log fails the check, it refuses writes from then on, until a verification of all of it succeeds.
    ///
    /// - Parameters:
    ///   - count: Reads only the last *n* events, and the hashes of the tree for those before them.
    ///   - progress: Called from time to time with the number of events read; false stops with
    ///     ``EventLogError/cancelled``.
    /// - Throws: ``LogFault`` for the first fault.
    /// - Complexity: Linear in what is read.
    func verify(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport

    /// Refuses a log that was found damaged and not found sound since.
    ///
    /// - Throws: ``EventLogError/markedDamaged(_:)``.
    func requireSound() throws

    /// Compares the list of erasures with the blank places.
    ///
    /// A blank place that is not listed was lost. A listed one has to be blank, and an erasing event has to follow it.
    ///
    /// - Throws: ``LogFault`` for the first place that differs.
    /// - Complexity: O(erased events), and for each the events of its stream.
    func verifyErasures() throws

    /// Returns the last position that has an event, whatever the transactions say.
    func lastPosition() throws -> Position
}

extension LogChecking {
    /// Verifies without a report of progress.
    public func verify(last count: Int64? = nil) throws -> LogReport {
        try verify(last: count) { _ in true }
    }

    /// Verifies the whole log.
    public func verify(progress: (Position) -> Bool) throws -> LogReport {
        try verify(last: nil, progress: progress)
    }

    /// The first fault of the log, in words; nil if all of it is sound.
    package func fault() throws -> String? {
        do {
            _ = try verify()
            return nil
        } catch let fault as LogFault {
            return fault.description
        } catch EventLogError.corrupt(let reason) {
            return reason
        }
    }
}
