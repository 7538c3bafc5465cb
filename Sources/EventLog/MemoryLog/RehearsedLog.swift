package import Cryptography

/// A log with additional transactions on trial: none of them reaches the log itself.
///
/// It is used while the log's writer lock is held, so that nobody else appends meanwhile.
package final class RehearsedLog: TailReading {
    private let log: any LogReading
    private(set) var tail: LogTail
    private let environment: LogEnvironment

    package init(_ log: any LogReading, environment: LogEnvironment) throws {
        self.log = log
        self.environment = environment
        tail = try LogTail(after: log.head())
    }

    package var identity: LedgerIdentity { log.identity }
    package var reopenings: Int { log.reopenings }
    var base: (any LogReading)? { log }

    /// Appends on trial; the positions are those that the events will have.
    @discardableResult
    package func append(_ transaction: ProposedTransaction) throws -> Receipt {
        let (longer, receipt) = try tail.appending(transaction, to: self, by: environment)
        tail = longer
        return receipt
    }

    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output { try log.withSnapshot(body) }
    package func withConnection<Output>(_ body: () throws -> Output) throws -> Output { try log.withConnection(body) }

    package func firstVerifier() throws -> NoteVerifier? { try log.firstVerifier() }

    package func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] { try log.keyRotations() }

    package func keptCheckpoints() throws -> [(size: Int64, note: String)] { try log.keptCheckpoints() }

    package func erasureCount() throws -> Int64 { try log.erasureCount() }

    package func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws { try log.forEachErasure(body) }
}
