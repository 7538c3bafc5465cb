internal import Cryptography
public import DiskFiles
internal import Synchronization

/// A disk in memory for tests: it knows which writes would survive, and fails on request.
///
/// Synced data survives a loss of power. Each other write survives, is lost, or survives in some of its sectors, in any
/// order. Names appear and disappear in their order, as in a file system with a journal, up to some point behind the
/// last folder that was synced.
///
/// ```swift
/// let disk = SimulatedDisk()
/// let ledger = try Ledger.create(at: LedgerLocation("/ledger", on: disk))
/// disk.fault = .powerLoss(after: 17)
/// // … some command …
/// let ledger = try Ledger.open(at: LedgerLocation("/ledger", on: disk.afterPowerLoss(seed: 1)), access: .readWrite)
/// ```
public final class SimulatedDisk: Sendable {
    /// A fault in one call of ``Files``, or of SQLite below it, counted from 1 since the fault was set.
    public enum Fault: Sendable, Hashable {
        /// The call does nothing and fails.
        case fails(call: Int, code: SystemCode)
        /// A write leaves half of its bytes and fails for lack of room; another call fails with the same error at once.
        case shortWrite(call: Int)
        /// After this number of calls that change something, every call fails.
        case powerLoss(after: Int)
    }

    let state: Mutex<DiskState>
    let registration = Mutex<DatabaseSystem?>(nil)
    /// Called before each call, with nothing locked, so that several threads can hand over to each other.
    ///
    /// Its argument says whether the caller cannot continue before another one has.
    let yield: (@Sendable (_ waits: Bool) -> Void)?

    /// Makes an empty disk.
    ///
    /// - Parameter yield: Called before each call.
    public convenience init(yield: (@Sendable (_ waits: Bool) -> Void)? = nil) {
        self.init(DiskState(), yield: yield)
    }

    init(_ state: DiskState, yield: (@Sendable (_ waits: Bool) -> Void)? = nil) {
        self.state = Mutex(state)
        self.yield = yield
    }

    /// Another disk with the same contents, written and synced.
    public func copy(yield: (@Sendable (_ waits: Bool) -> Void)? = nil) -> SimulatedDisk {
        var copy = state.withLock { $0 }
        copy.syncAll()
        copy.letGo()
        return SimulatedDisk(copy, yield: yield)
    }

    /// Copies a file of another disk, or a folder with all in it, to the same path.
    public func take(_ path: String, from other: any Files) throws {
        let status = try other.status(of: path)
        guard status.isFolder else {
            let file = try File(self, path, .createNew)
            let bytes = try other.contents(of: path) ?? []
            try file.write(bytes.span, at: 0)
            try setModified(status.modified, of: file.handle)
            return try setPermissions(status.permissions, of: path)
        }
        var folder = ""
        for name in path.split(separator: "/") {
            folder += "/" + name
            try makeFolderIfMissing(folder)
        }
        for name in try other.names(in: path).sorted() { try take(path + "/" + name, from: other) }
    }

    /// The disk after the power comes back.
    ///
    /// - Parameter seed: Decides at random which unsynced data survived.
    public func afterPowerLoss(seed: UInt64) -> SimulatedDisk {
        var random = SeededRandom(seed: seed)
        return SimulatedDisk(state.withLock { $0.afterPowerLoss(&random) })
    }

    /// The fault to inject; setting it restarts the counts.
    public var fault: Fault? {
        get { state.withLock { $0.fault } }
        set {
            state.withLock { state in
                state.fault = newValue
                (state.calls, state.changes, state.isDown) = (0, 0, false)
            }
        }
    }

    /// Whether syncs do nothing, as on a disk that lies: a test that passes on such a disk proves nothing.
    public var ignoresSyncs: Bool {
        get { state.withLock { $0.ignoresSyncs } }
        set { state.withLock { $0.ignoresSyncs = newValue } }
    }

    /// The number of calls since the fault was set.
    public var calls: Int { state.withLock { $0.calls } }

    /// The number of these calls that changed something or synced.
    public var changes: Int { state.withLock { $0.changes } }

    /// The calls from now on, each with its path; nil unless a test sets it.
    public var trace: [String]? {
        get { state.withLock { $0.trace } }
        set { state.withLock { $0.trace = newValue } }
    }
}
