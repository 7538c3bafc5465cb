internal import EventLog
internal import LibPQ
internal import Synchronization

/// A connection beside those of the logs, for short questions that wait for nobody: threads take turns with it.
package final class SharedConnection: Sendable {
    let log: PostgresLog
    private let connection = Mutex<PostgresConnection?>(nil)

    /// - Parameter log: A log of the database; it names the server in errors.
    package init(to log: PostgresLog) {
        self.log = log
    }

    /// Lends the connection. If the server closed it meanwhile, the closure runs once more on a new one.
    ///
    /// - Parameter body: What can be done twice.
    /// - Throws: What ``PostgresLog/mapping(_:)`` makes of the server's errors.
    func use<Output: Sendable>(_ body: @Sendable (PostgresConnection) throws -> Output) throws -> Output {
        try log.mapping {
            try connection.withLock { connection in
                if let known = connection, !known.isLost {
                    do {
                        return try body(known)
                    } catch let error as PostgresError where error.condition == .unreachable {
                        connection = nil
                    }
                }
                let made = try log.connect()
                connection = made
                return try body(made)
            }
        }
    }
}
