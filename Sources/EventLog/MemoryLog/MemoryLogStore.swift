internal import Cryptography

/// A store of a log in memory.
final class MemoryLogStore: TailReading, LogStore {
    let identity: LedgerIdentity
    private let log: MemoryLog
    private let access: LogAccess
    private let environment: LogEnvironment
    /// The state that the store reads while it writes, or keeps for a snapshot; nil for the last committed one.
    private var held: MemoryLog.State?
    private var isWriting = false
    private var hasAppended = false
    private var lockTimeout: Int32 = 10_000
    var onAppend: () -> Void = {}

    init(of log: MemoryLog, _ identity: LedgerIdentity, _ access: LogAccess, _ environment: LogEnvironment) {
        self.log = log
        self.identity = identity
        self.access = access
        self.environment = environment
    }

    var state: MemoryLog.State { held ?? log.state }
    var tail: LogTail { state.tail }
    var base: (any LogReading)? { nil }

    // MARK: Reading

    func makeReader() -> (@Sendable () throws -> any LogReading)? {
        { [log, environment] in try log.open(.readOnly, environment: environment).store }
    }

    func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output {
        guard held == nil else { return try body() }
        held = log.state
        defer { held = nil }
        return try body()
    }

    func firstVerifier() throws -> NoteVerifier? { state.verifier }

    func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] {
        try decoding {
            try events(EventSelection(typeName: KeyRotated.type.name)).compactMap { event in
                try event.payload.map { (event.position, try KeyRotated(payload: $0, at: event.position)) }
            }
        }
    }

    func keptCheckpoints() throws -> [(size: Int64, note: String)] {
        state.checkpoints.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func erasureCount() throws -> Int64 { Int64(state.erasures.count) }

    func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws {
        for place in state.erasures { try body(place) }
    }

    // MARK: Writing

    func setLockTimeout(_ milliseconds: Int32) {
        lockTimeout = milliseconds
    }

    func requireSound() throws {
        if let damage = state.damage { throw EventLogError.markedDamaged(damage) }
    }

    func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output {
        guard !isWriting else { return try body() }
        try requireSound()
        guard access == .readWrite else { throw EventLogError.readOnly(path: "memory") }
        guard log.lock(within: lockTimeout) else { throw EventLogError.busy(holder: nil) }
        (isWriting, hasAppended) = (true, false)
        held = log.state
        defer {
            (held, isWriting) = (nil, false)
            log.unlock()
            if hasAppended { onAppend() }
        }
        do {
            let output = try body()
            if let held { log.commit(held) }
            return output
        } catch {
            hasAppended = false
            throw error
        }
    }

    /// Changes the state of the log, under the writer's lock or in a commit of its own.
    func change<Output>(_ body: (inout MemoryLog.State) throws -> Output) throws -> Output {
        try withWriterLock {
            guard var state = held else { preconditionFailure("a writer holds a state") }
            // The copy that is changed is to be the only one.
            held = nil
            defer { held = state }
            return try body(&state)
        }
    }

    func append(_ proposed: ProposedTransaction, ifHead: Position?) throws -> Receipt {
        try withWriterLock {
            if let key = proposed.keyDigest, let transaction = tail.transaction(withKey: key) {
                return Receipt(of: transaction, isRepeat: true)
            }
            if let ifHead, ifHead != tail.head.position {
                throw EventLogError.conflict(expected: "head \(ifHead)", actual: "head \(tail.head.position)")
            }
            let (longer, receipt) = try tail.appending(proposed, to: self, by: environment)
            held?.tail = longer
            hasAppended = true
            return receipt
        }
    }

    func setFirstVerifier(_ verifier: NoteVerifier) throws {
        try change { $0.verifier = $0.verifier ?? verifier }
    }

    func keep(_ checkpoint: SignedCheckpoint) throws {
        try change { $0.checkpoints[checkpoint.checkpoint.size] = checkpoint.note.description }
    }

    // MARK: Copying

    func insert(_ transaction: StoredTransaction) throws {
        try change { $0.tail.begin(transaction) }
    }

    func insert(_ event: StoredEvent) throws {
        try change { $0.tail.add(event) }
        hasAppended = true
    }

    func appendLeaves(_ leaves: [SHA256Digest], toTreeOf size: Int64) throws {
        try change { $0.tail = try $0.tail.appending(leaves, toTreeOf: size, over: nil) }
    }

    func isRestored() throws -> Bool { state.isRestored }

    func setRestored(_ isRestored: Bool) throws {
        try change { $0.isRestored = isRestored }
    }

    func recordErasure(of place: ErasedPlace) throws {
        try change { _ = $0.erasures.insert(place) }
    }

    // MARK: Checking

    func noteDamage(_ finding: String) {
        log.mark(finding)
    }

    func lastPosition() throws -> Position { tail.head.position }

    func verify(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport {
        do {
            let report = try withSnapshot { try PlainVerification(of: self).run(last: count, progress: progress) }
            if count == nil, state.damage != nil { log.mark(nil) }
            return report
        } catch let fault as LogFault {
            log.mark(fault.description)
            throw fault
        }
    }

    func verifyErasures() throws {
        try PlainVerification(of: self).verifyErasures()
    }
}
