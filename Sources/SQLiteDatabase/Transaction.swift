/// An open transaction, which rolls back when it is dropped without a commit.
///
/// ```swift
/// let transaction = try Transaction(.immediate, on: connection)
/// try connection.run("DELETE FROM keyword")
/// try transaction.commit()
/// ```
public struct Transaction: ~Copyable {
    /// When the locks are taken (<https://www.sqlite.org/lang_transaction.html>).
    public enum Kind: Sendable {
        /// At the first read: everything read in it is of one moment.
        case deferred
        /// At the beginning, so that nobody else writes meanwhile.
        case immediate
    }

    private let connection: Connection

    /// Begins a transaction.
    public init(_ kind: Kind, on connection: Connection) throws {
        switch kind {
        case .deferred: try connection.run("BEGIN DEFERRED")
        case .immediate: try connection.run("BEGIN IMMEDIATE")
        }
        // Last of all: from here on a deinit rolls back, and a transaction that a failed BEGIN found open belongs to
        // another owner.
        self.connection = connection
    }

    deinit {
        takeBack()
    }

    /// Takes all its changes back, as dropping it does.
    public consuming func rollBack() {}

    /// Makes all its changes last, or none of them when it throws.
    public consuming func commit() throws {
        try connection.run("COMMIT")
    }

    // After a commit nothing is open any more, and after some errors SQLite itself has rolled back
    // (sqlite.org/lang_transaction.html, section 2.4).
    private func takeBack() {
        // An interrupt that comes now stops this statement, too: the transaction would stay open.
        for _ in 0..<10 where connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    }
}

extension Connection {
    /// Runs the closure in a transaction, which is rolled back when the closure throws.
    public func transaction<Output>(_ kind: Transaction.Kind, _ body: () throws -> Output) throws -> Output {
        let transaction = try Transaction(kind, on: self)
        let output = try body()
        try transaction.commit()
        return output
    }
}
