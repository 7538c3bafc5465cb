internal import CivilTime
internal import Cryptography
internal import Dispatch
internal import Synchronization

/// A log that lives in the memory of this process, shared by the stores that are opened on it.
///
/// It behaves as one on disk does: a second engine to hold the first one to its contract, and one whose every state a
/// simulation can look at.
public final class MemoryLog: LogPlace {
    /// All that is in it, as of one commit: a copy is a snapshot.
    struct State: Sendable {
        var tail: LogTail
        var verifier: NoteVerifier?
        var checkpoints: [Int64: String] = [:]
        var erasures: Set<ErasedPlace> = []
        var work: ErasureWork?
        var erasedContents: Set<SHA256Digest> = []
        /// Whether it came from a backup, and nothing was appended since.
        var isRestored = false
        /// The first fault that was found.
        var damage: String?
    }

    private struct Contents {
        var identity: LedgerIdentity
        var state: State
    }

    private let contents = Mutex<Contents?>(nil)
    private let writer = DispatchSemaphore(value: 1)
    private let register = MemoryViewsRegister()

    public init() {}

    // MARK: A place

    public func create(origin: String, environment: LogEnvironment) throws {
        try create(.new(origin: origin, environment: environment))
    }

    private func create(_ identity: LedgerIdentity) throws {
        try contents.withLock { contents in
            guard contents == nil else { throw EventLogError.alreadyExists(path: "memory") }
            contents = Contents(
                identity: identity, state: State(tail: LogTail(after: LogHead(position: .start, transaction: 0))))
        }
    }

    public func open(_ access: LogAccess, environment: LogEnvironment) throws -> OpenLog {
        OpenLog(store: try makeStore(access, environment), views: register)
    }

    public func openCopy(_ access: LogAccess) throws -> any LogStore {
        try makeStore(access, .system)
    }

    public func makeCopy(
        of identity: LedgerIdentity, environment: LogEnvironment, _ fill: (any LogStore) throws -> Void
    ) throws {
        try create(identity)
        do {
            try fill(makeStore(.readWrite, environment))
        } catch {
            contents.withLock { $0 = nil }
            throw error
        }
    }

    private func makeStore(_ access: LogAccess, _ environment: LogEnvironment) throws -> MemoryLogStore {
        guard let identity = contents.withLock({ $0?.identity }) else { throw EventLogError.notALedger(path: "memory") }
        return MemoryLogStore(of: self, identity, access, environment)
    }

    // MARK: What a store does

    /// The last state that was committed.
    var state: State {
        guard let state = contents.withLock({ $0?.state }) else { preconditionFailure("a store has a log") }
        return state
    }

    /// Records a finding of damage; the first one stays until a verification finds no fault.
    func mark(_ damage: String?) {
        contents.withLock { contents in
            guard damage == nil || contents?.state.damage == nil else { return }
            contents?.state.damage = damage
        }
    }

    func commit(_ state: State) {
        contents.withLock { $0?.state = state }
    }

    /// Takes the writer's lock; false if it does not become free within a number of milliseconds.
    func lock(within milliseconds: Int32) -> Bool {
        writer.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success
    }

    func unlock() {
        writer.signal()
    }
}

/// The register of the read models of a log in memory.
package final class MemoryViewsRegister: ViewsRegister, Sendable {
    private let live = Mutex<[LiveViews]>([])

    package init() {}

    package func liveViews() -> [LiveViews] { live.withLock { $0 } }

    package func latestGeneration() -> Int64 { live.withLock { $0.first?.generation ?? 0 } }

    package func viewsGeneration(of rules: ViewsRules) -> Int64 {
        live.withLock { $0.first { $0.rules == rules.description }?.generation ?? 0 }
    }

    package func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) {
        live.withLock { live in
            live.removeAll { $0.rules == rules.description }
            live.append(LiveViews(rules: rules.description, generation: generation, builtAt: .now))
            live.sort { $0.generation > $1.generation }
            live.removeLast(max(0, live.count - LiveViews.keptRules))
        }
    }

    package func forgetViews(through generation: Int64) {
        live.withLock { live in live.removeAll { $0.generation <= generation } }
    }
}
