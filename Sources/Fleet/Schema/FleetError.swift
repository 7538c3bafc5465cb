package import LibPQ
internal import MailLedger

/// A reason why a server or its settings are of no use for a ledger.
package enum FleetError: Error, Hashable, Sendable {
    /// The tables are missing, or of a version that this program does not know.
    case schema(found: Int64?)
    /// A table of the schema is missing.
    case incomplete(String)
    /// The client library refuses a parameter of the URL, of a service or of the environment.
    case badParameters(String)
    /// A setting of the server that can lose or change mail.
    case setting(ServerFault)
    /// No standby confirms what is written, and the ledger demands one.
    case noStandby
    /// No standby confirms what is written, and ledgers are made only where one does.
    case noStandbyForNew
    /// It is in the database already, and keeps what was said of its standby.
    case keepsStandby(isRequired: Bool)
    /// The server gave no answer to a change that is no event: it may or may not have been made.
    case unanswered
    /// It takes no writes: its move has not ended, or it has moved.
    case sealed(String)
    /// Two copies of a ledger have different events, so that neither can take the place of the other.
    case diverged(place: String)
    /// The URL names no ledger.
    case noLedgerNamed
    /// The server refuses the role, its password or a parameter, or has no such database.
    case noAccess(place: String, String)
    /// The role may not do that.
    case forbidden(String)
    /// The server refused in another way.
    case server(PostgresError)
}

extension FleetError {
    /// Changes something that is no event, and that can be changed again.
    ///
    /// - Throws: ``unanswered`` where the connection that was there gives no answer.
    static func changing<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as PostgresError where error.condition == .unreachable {
            throw FleetError.unanswered
        }
    }
}

extension FleetError: MayLackRoom {
    package var lacksRoom: Bool {
        if case .server(let error) = self { error.condition == .full } else { false }
    }
}

extension FleetError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .schema(nil): "the database has no tables of MailLedger"
        case .schema(let found?):
            found > FleetSchema.version
                ? "the tables of the database are of version \(found), newer than this program"
                : "the tables of the database are of version \(found); this program needs \(FleetSchema.version)"
        case .incomplete(let words): "the database has lost a part of MailLedger's tables: \(words)"
        case .badParameters(let words): "no connection can be made with these parameters: \(words)"
        case .setting(let fault): "\(fault)"
        case .noStandby:
            "the ledger takes writes only if a standby confirms them, and synchronous_standby_names is empty"
        case .noStandbyForNew:
            "a new ledger takes writes only if a standby confirms them, and synchronous_standby_names is empty"
        case .keepsStandby(let isRequired):
            isRequired
                ? "the ledger is in the database already, and takes writes only if a standby confirms them"
                : "the ledger is in the database already, and takes writes without a standby"
        case .unanswered: "the server gave no answer in time: this may or may not have been done"
        case .diverged(let place): "\(place) has events of its own, which the ledger does not have"
        case .sealed(let reason): "the ledger takes no changes: \(reason)"
        case .noLedgerNamed: "the URL names no ledger: add ?ledger=NAME"
        case .noAccess(let place, let words): "\(place) cannot be opened: \(words)"
        case .forbidden(let words): "the server forbids it: \(words)"
        case .server(let error):
            "the server refused: \(error)" + (error.condition == .cancelled ? " (\(Self.reason(ofEnd: error)))" : "")
        }
    }

    /// Who ended a statement: the server has one state for both, and says which only in its words.
    private static func reason(ofEnd error: PostgresError) -> String {
        error.message.contains("statement timeout")
            ? "statement_timeout of its role or database" : "an administrator or a time-out ended it"
    }
}
