package import EventLog

/// Asks a log where it ends every 50 ms while anybody waits: once for all of them.
package final class PolledHead: HeadWatch {
    private enum Only: Hashable { case log }

    private let heads: PolledHeads<Only>

    /// - Parameters:
    ///   - pause: How long is waited between two questions.
    ///   - ask: Returns where the log ends now; some microseconds for a log in a file.
    package init(every pause: Duration = .milliseconds(50), asking ask: @escaping @Sendable () async throws -> Position)
    {
        heads = PolledHeads(every: pause) { _ in [.log: try await ask()] }
    }

    package func head(beyond position: Position) async throws -> Position? {
        try await heads.head(of: .log, beyond: position)
    }
}
