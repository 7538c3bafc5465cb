/// A refusal of the server, or a connection that gave no answer.
package struct PostgresError: Error, Hashable, Sendable {
    /// What a caller can do about it.
    package enum Condition: Hashable, Sendable {
        /// Another session keeps a lock for longer than the time-out.
        case busy
        /// The server ended the statement, after `statement_timeout` or for an administrator.
        case cancelled
        /// The server is a standby, or takes no writes for another reason.
        case readOnly
        /// There is no connection, or it was lost; what it was asked may have been done.
        case unreachable
        /// The same transaction may succeed if it is tried again.
        case retry
        /// A row of the same key is there.
        case taken
        /// Pages of the database are damaged.
        case corrupt
        /// No room is left.
        case full
        /// The role may not do that.
        case forbidden
        /// The tables are not there.
        case noSchema
        /// The client library refuses a parameter, and has asked no server.
        case badParameters
        /// The server refuses the role or its password, a parameter of the connection, or has no such database.
        case noAccess
        case other
    }

    package let condition: Condition
    /// Five characters (<https://www.postgresql.org/docs/15/errcodes-appendix.html>), empty where no server spoke.
    package let state: String
    /// The server's or libpq's first line, without the statement and its values.
    package let message: String

    package init(state: String, message: String) {
        condition = Self.condition(of: state)
        self.state = state
        self.message = message
    }

    /// A connection that is gone or gives no answer.
    package static func unreachable(_ message: String) -> PostgresError {
        PostgresError(state: "08006", message: message)
    }

    /// A refusal of the client library, which has no SQLSTATE.
    static func badParameters(_ message: String) -> PostgresError {
        PostgresError(.badParameters, state: "", message)
    }

    /// The refusal of a connection.
    ///
    /// A server that starts, stops or is full has nothing against the caller; all else stays so however often one asks.
    static func refused(state: String, _ message: String) -> PostgresError {
        let isForNow = ["08", "53", "57", "58"].contains(state.prefix(2))
        let isRefused = state == "08P01" ? isRefusedByPooler(message) : !isForNow
        return PostgresError(isRefused ? .noAccess : .unreachable, state: state, message)
    }

    /// Whether the words are those of a refusal by pgbouncer, which has one state for all that it has to say.
    private static func isRefusedByPooler(_ message: String) -> Bool {
        let words = ["password", "authentication", "role \"", "database \"", "no such", "pg_hba", "startup parameter"]
        return words.contains { message.contains($0) } && !message.contains("too many connections")
    }

    private init(_ condition: Condition, state: String, _ message: String) {
        self.condition = condition
        self.state = state
        self.message = message
    }

    /// The one table from SQLSTATE to condition: whole states first, then their classes.
    private static func condition(of state: String) -> Condition {
        switch state {
        case "55P03": .busy
        case "57014": .cancelled
        case "25006": .readOnly
        case "40001", "40P01": .retry
        case "23505": .taken
        case "XX001", "XX002": .corrupt
        case "53100": .full
        case "42501": .forbidden
        case "42P01", "3F000": .noSchema
        case "3D000": .noAccess
        // Too many connections; idle for too long within a transaction, whose session is ended.
        case "53300", "25P03": .unreachable
        default:
            switch state.prefix(2) {
            case "08": .unreachable
            case "28": .noAccess
            default: state.hasPrefix("57P") ? .unreachable : .other
            }
        }
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String { message }
}
