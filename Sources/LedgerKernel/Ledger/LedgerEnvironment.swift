package import CivilTime
public import EventLog
package import QueryLanguage
package import SQLiteDatabase
internal import SystemIdentity

/// The user of a ledger, and the ledger's inputs from the outside world.
public struct LedgerEnvironment: Sendable {
    public var log: LogEnvironment
    /// The declared actor; the operating system's user unless another is named.
    public var actor: String
    public var osUser: String
    public var host: String
    /// The program's name and version.
    public var program: String
    /// Whether the same commands on the same files have to make the same events anywhere, as in a sample ledger.
    ///
    /// An import then uses the clock where otherwise only a file's own time would date the receipt, and does not split
    /// its transactions by their duration.
    public var isReproducible = false

    /// Called for the passphrase of the signing key if it has one and something has to be signed.
    public var passphrase: PassphraseProvider = { _ in nil }

    /// Called with the duration of each part of a command; nil to measure nothing.
    public var observer: PhaseObserver?

    /// Called before a question is answered from the read models, with what stops it from another thread; nil to tell
    /// nobody.
    package var onQuestion: (@Sendable (Interrupter) -> Void)?
    /// The time that queries take as the present; nil for the log's clock, which dates what is recorded.
    package var present: (@Sendable () -> Timestamp)?

    public init(log: LogEnvironment, actor: String, osUser: String, host: String, program: String) {
        self.log = log
        self.actor = actor
        self.osUser = osUser
        self.host = host
        self.program = program
    }

    /// Returns the context of a command: a new operation by the actor.
    package func context(command: String, reason: String? = nil, cause: String? = nil) -> OperationContext {
        context(OperationID(newID()), actor, command, reason, cause: cause)
    }

    /// Returns the context of a request.
    ///
    /// A dry run is no operation and takes no id, so that a reproducible ledger is the same with and without it.
    package func context(of call: Call, named name: String) -> OperationContext {
        var context = context(
            call.isDryRun ? OperationID(.none) : call.operation ?? OperationID(newID()), call.actor ?? actor,
            call.command ?? name, call.reason)
        context.osUser = call.carrier ?? osUser
        return context
    }

    private func context(
        _ operation: OperationID, _ actor: String, _ command: String, _ reason: String?, cause: String? = nil
    ) -> OperationContext {
        OperationContext(
            operation: operation, command: command, actor: actor, osUser: osUser, host: host,
            program: program, reason: reason.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }, cause: cause)
    }

    /// The meaning of a query's words: its days and ages are those of ``present``, and it names no saved query.
    package var queryContext: QueryContext {
        var context = QueryContext.standard()
        context.now = (present ?? log.now)().microseconds
        context.savedQueries = {
            throw SavedQueriesRefused(
                reason: "saved queries are in a user's configuration file, which is not read here")
        }
        return context
    }

    package func newID() -> UniqueID { UniqueID.random(from: log.randomBytes) }

    /// The version of this library.
    public static let version = "0.1.0"

    /// This process as the operating system sees it.
    public static func current() -> LedgerEnvironment {
        let user = SystemUser.current
        return LedgerEnvironment(
            log: .system, actor: user, osUser: user, host: Host.name, program: "mailledger/\(version)")
    }
}
