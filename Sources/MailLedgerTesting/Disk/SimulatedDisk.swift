public import DiskFiles
internal import Hashing
internal import Synchronization

/// A disk in memory for tests: it knows what would last, and fails where it is told to.
///
/// What was synced is there after a loss of power. Of all else each write is there, or not, or some of its sectors are, in whatever
/// order; names come and go in their order, as a file system with a journal has it, up to some point behind the last folder that
/// was synced.
///
/// ```swift
/// let disk = SimulatedDisk()
/// let ledger = try Ledger.create(at: LedgerLocation("/ledger", on: disk))
/// disk.fault = .powerLoss(after: 17)
/// // … some command …
/// let ledger = try Ledger.open(at: LedgerLocation("/ledger", on: disk.afterPowerLoss(seed: 1)), access: .readWrite)
/// ```
public final class SimulatedDisk: Sendable {
    /// What happens to one call of ``Files``, and of SQLite's below it, counted from 1 since the fault was set.
    public enum Fault: Sendable, Hashable {
        /// The call does nothing and fails.
        case fails(call: Int, code: SystemCode)
        /// A write leaves half of its bytes there and fails for want of room; another call fails so at once.
        case shortWrite(call: Int)
        /// Nothing works any more behind so many calls that change something.
        case powerLoss(after: Int)
    }

    let state: Mutex<DiskState>
    let registration = Mutex<DatabaseSystem?>(nil)
    /// Asked before each call, with nothing locked: where several threads hand over to each other. Whoever waits cannot go on before
    /// another one did.
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

    /// Another disk with the same on it, written and synced.
    public func copy(yield: (@Sendable (_ waits: Bool) -> Void)? = nil) -> SimulatedDisk {
        var copy = state.withLock { $0 }
        copy.syncAll()
        copy.letGo()
        return SimulatedDisk(copy, yield: yield)
    }

    /// Takes over a file of another disk, or a folder with all in it, under the same path.
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

    /// The disk as it is when the power comes back.
    ///
    /// - Parameter seed: Draws what was kept of what had not been synced.
    public func afterPowerLoss(seed: UInt64) -> SimulatedDisk {
        var random = SeededRandom(seed: seed)
        return SimulatedDisk(state.withLock { $0.afterPowerLoss(&random) })
    }

    /// What goes wrong; setting it begins the counts anew.
    public var fault: Fault? {
        get { state.withLock { $0.fault } }
        set {
            state.withLock { state in
                state.fault = newValue
                (state.calls, state.changes, state.isDown) = (0, 0, false)
            }
        }
    }

    /// Whether syncs do nothing, as on a disk that lies: what holds on such a disk proves nothing.
    public var ignoresSyncs: Bool {
        get { state.withLock { $0.ignoresSyncs } }
        set { state.withLock { $0.ignoresSyncs = newValue } }
    }

    /// How many calls there were since the fault was set.
    public var calls: Int { state.withLock { $0.calls } }

    /// How many of them changed something, or made it last.
    public var changes: Int { state.withLock { $0.changes } }

    /// The calls that are made from now on, each with its path; nil where nobody asked for them.
    public var trace: [String]? {
        get { state.withLock { $0.trace } }
        set { state.withLock { $0.trace = newValue } }
    }
}
