public import CivilTime

/// How a log is opened.
public enum LogAccess: Sendable {
    case readOnly
    case readWrite
}

/// Where the log of one ledger lies, with the engine that keeps it there.
public protocol LogPlace: Sendable {
    /// Makes a new log.
    ///
    /// - Throws: ``EventLogError/alreadyExists(path:)``, ``EventLogError/readOnly(path:)``.
    func create(origin: String, environment: LogEnvironment) throws

    /// Opens the log.
    ///
    /// - Throws: ``EventLogError/notALedger(path:)``, ``EventLogError/newerFormat(_:)`` and
    ///   ``EventLogError/olderFormat(_:)``; the log is left as it is then.
    func open(_ access: LogAccess, environment: LogEnvironment) throws -> OpenLog

    /// Opens a log to copy from or to, also one of an older format: nothing decodes its events.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` for one whose tables may be others.
    func openCopy(_ access: LogAccess) throws -> any LogStore

    /// Makes a log that is a copy of another one: with its identity, and with what the closure takes over.
    ///
    /// It is there when the closure returns; where it throws, nothing is there.
    func makeCopy(
        of identity: LedgerIdentity, environment: LogEnvironment, _ fill: (any LogStore) throws -> Void) throws
}

/// A log that was opened, and the register of the read models that are made of it here.
public struct OpenLog {
    public let store: any LogStore
    public let views: any ViewsRegister

    public init(store: any LogStore, views: any ViewsRegister) {
        self.store = store
        self.views = views
    }
}

/// The read models that one set of rules has live: a file among the generations of the views.
public struct LiveViews: Hashable, Sendable {
    /// The projections and their versions, as ``ViewsRules`` writes them.
    public let rules: String
    /// The number of the file.
    public let generation: Int64
    public let builtAt: Timestamp

    /// Of how many sets of rules the read models are kept: those of a program, and of the one that it took the place of.
    static let keptRules = 2
}

/// Which generation of the read models is live: one for each set of rules, so that an older program keeps its own.
///
/// It belongs to where the read models lie, not to the log: each node that reads a shared log has its own.
public protocol ViewsRegister: AnyObject {
    /// Returns the live views, those that were built last first.
    func liveViews() throws -> [LiveViews]

    /// Returns the number of the newest live views, whatever rules built them; 0 where there are none.
    func latestGeneration() throws -> Int64

    /// Returns the number of the views that are live under some rules, 0 where there are none; it is compared before every use
    /// of them.
    func viewsGeneration(of rules: ViewsRules) throws -> Int64

    /// Makes other views the live ones of some rules at this moment of the system's clock, and forgets those of the rules that
    /// went longest without a new build.
    func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws

    /// Forgets the views up to a number, of whatever rules: nobody takes their files for live any more.
    func forgetViews(through generation: Int64) throws
}
