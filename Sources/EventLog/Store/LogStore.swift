public import Hashing
public import Signing

/// The log of one ledger as its engine keeps it: one writer at a time, any number of readers.
///
/// ```swift
/// let receipt = try store.append(ProposedTransaction(events, context: context), ifHead: head.position)
/// ```
///
/// Used by one thread at a time. An engine passes the contract suites in `Tests/EventLogTests/Contract`; nothing outside its
/// folder names it.
public protocol LogStore: LogReading, LogWriting, LogSigning, LogErasing, LogCopying, LogChecking {}

/// Appends to a log.
public protocol LogWriting: LogReading {
    /// Appends all events or none, and returns where they stand once they are durable.
    ///
    /// `ifHead` refuses when anything else was appended since, which guards what is unique across streams.
    /// An empty transaction is a programmer's error.
    func append(_ transaction: ProposedTransaction, ifHead: Position?) throws -> Receipt

    /// Keeps every other writer out while the closure decides and appends; appends within it are one atomic step with it.
    ///
    /// - Throws: ``EventLogError/markedDamaged(_:)``, ``EventLogError/busy(holder:)``, and what the closure throws, which takes
    ///   back whatever was appended.
    func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output

    /// Waits this long, in milliseconds, for another writer before ``EventLogError/busy(holder:)``; ten seconds at first.
    func setLockTimeout(_ milliseconds: Int32)

    /// Called whenever events have been committed, once a commit, after the writer's lock was let go.
    var onAppend: () -> Void { get set }
}

extension LogWriting {
    /// Appends without a condition on the head.
    public func append(_ transaction: ProposedTransaction) throws -> Receipt {
        try append(transaction, ifHead: nil)
    }
}

/// Keeps what was signed of a log.
public protocol LogSigning: LogReading {
    /// Records the first key; one that is recorded already stays.
    func setFirstVerifier(_ verifier: NoteVerifier) throws

    /// Keeps a checkpoint that was given away, so that the log can be compared with it.
    func keep(_ checkpoint: SignedCheckpoint) throws
}

/// Blanks payloads and headers: the one change of what is in a log.
///
/// A payload or a header goes with its salt; the salted digest stays, so that entries, leaves and proofs stay as they are.
public protocol LogErasing: LogReading {
    /// Blanks what some scopes hold before a position, and the headers of the transactions that are blank as a whole then.
    ///
    /// Called under the writer's lock, in the atomic step that appends the erasing events. What is erased already stays so,
    /// and erasing events stay.
    ///
    /// - Parameters:
    ///   - position: That of the first erasing event.
    ///   - includingSharedHeaders: Whether headers go too that other events share.
    /// - Complexity: For streams linear in their events; for an account linear in the log.
    func blank(_ scopes: [ErasureScope], before position: Position, includingSharedHeaders: Bool) throws -> Blanked

    /// Blanks what another copy of this log has blanked, as far as this one has it, and returns how many events.
    ///
    /// Called under the writer's lock. Where something went blank, ``erasureWork()`` says that files are left to be cleaned.
    /// - Complexity: O(what the other copy has erased).
    func takeErasures(of source: any LogReading) throws -> Int

    /// Blanks who and why of some transactions, and returns of how many; one without a blank event keeps them.
    ///
    /// Called under the writer's lock.
    @discardableResult
    func blankHeaders(_ transactions: [Int64]) throws -> Int

    /// The erasure that is not through; nil for most ledgers most of the time.
    func erasureWork() throws -> ErasureWork?

    /// Notes that all steps are to be done, in the atomic step that blanks.
    ///
    /// - Parameters:
    ///   - contents: What may have to leave the content store.
    ///   - viewsGeneration: The newest read models, which hold what is blank now.
    func beginErasureWork(contents: Set<SHA256Digest>, viewsGeneration: Int64) throws

    /// Returns the contents that may have to leave the content store.
    func erasureContents() throws -> [SHA256Digest]

    /// Notes that a step is done; the last one ends the work.
    func endErasureStep(_ step: ErasureSteps) throws

    /// Gives back what the engine keeps of blanked bytes beside the log's own rows.
    /// - Complexity: Linear in the log; other writers wait meanwhile.
    func purge() throws

    /// Cuts the engine's journal to nothing; false while somebody reads what was before.
    func truncateJournal() throws -> Bool
}

/// Takes over transactions and events from another copy, byte for byte: what ``LogReceiver`` stands on.
///
/// Called under the writer's lock.
public protocol LogCopying: LogReading {
    /// Adds the next transaction as it is.
    func insert(_ transaction: StoredTransaction) throws

    /// Adds the next event as it is.
    func insert(_ event: StoredEvent) throws

    /// Adds leaves to the Merkle tree of a size.
    func appendLeaves(_ leaves: [SHA256Digest], toTreeOf size: Int64) throws

    /// Notes that a place came blank.
    func recordErasure(of place: ErasedPlace) throws
}

/// Checks a log against itself.
public protocol LogChecking: LogReading {
    /// Recomputes every digest, leaf and tile, checks every position and stream version, and compares the log with the
    /// checkpoints that it kept.
    ///
    /// A log that does not hold is not written to from then on, until a verification of all of it finds that it does.
    ///
    /// - Parameters:
    ///   - count: Reads only the last *n* events, and what the tree says of those before them.
    ///   - progress: Called with how many events have been read from time to time; false stops with
    ///     ``EventLogError/cancelled``.
    /// - Throws: ``LogFault`` for the first thing that does not hold.
    /// - Complexity: Linear in what is read.
    func verify(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport

    /// Refuses a log that was found damaged, and that nobody found whole since.
    ///
    /// - Throws: ``EventLogError/markedDamaged(_:)``.
    func requireSound() throws

    /// Compares the list of erasures with what is blank: a blank place that is not listed was lost, and one that is listed is
    /// blank and has an erasing event behind it.
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

    /// What does not hold, in words; nil where all of the log does.
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
