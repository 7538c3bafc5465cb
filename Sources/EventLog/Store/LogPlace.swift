public import CivilTime

/// The access with which a log is opened.
public enum LogAccess: Sendable {
    case readOnly
    case readWrite
}

/// The place of one ledger's log, with the engine that keeps it there.
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

    /// Opens a log to copy from or to, even one of an older format: nothing decodes its events.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` if its tables may differ from today's.
    func openCopy(_ access: LogAccess) throws -> any LogStore

    /// Makes a copy of another log: with its identity, and with what the closure copies.
    ///
    /// It exists once the closure returns; if the closure throws, nothing exists.
    func makeCopy(
        of identity: LedgerIdentity, environment: LogEnvironment, _ fill: (any LogStore) throws -> Void) throws
}

/// An opened log, and the register of the read models that are made of it here.
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

    /// The number of sets of rules whose read models are kept: those of a program, and of the one that it replaced.
    static let keptRules = 2
}

/// The register of the live generation of read models for each set of rules, so that an older program keeps its own.
///
/// It belongs to the place of the read models, not to the log: each node that reads a shared log has its own.
public protocol ViewsRegister: AnyObject {
    /// Returns the live views, the most recently built first.
    func liveViews() throws -> [LiveViews]

    /// Returns the number of the newest live views, whatever rules built them; 0 if there are none.
    func latestGeneration() throws -> Int64

    /// Returns the number of the live views of some rules; 0 if there are none.
    ///
    /// It is compared before every use of them.
    func viewsGeneration(of rules: ViewsRules) throws -> Int64

    /// Makes other views the live ones of some rules, with the current time of the system's clock.
    ///
    /// It forgets the views of the rules that have gone longest without a new build.
    func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws

    /// Forgets the views of all rules up to a number: their files no longer count as live.
    func forgetViews(through generation: Int64) throws
}
