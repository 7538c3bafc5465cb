public import LedgerKernel

/// The answers of a list, the first one of now and then one for each transaction that changes it, whichever process made
/// it.
///
/// It continues until its task is cancelled, and then ends. While nothing happens, the log's head is read twenty times a
/// second.
public struct LiveAnswers<Row: Identifiable & Equatable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = LiveAnswer<Row>

    let container: LedgerContainer
    let list: LiveList<Row>
    let start: Moment?
    let pace: LivePace

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let container: LedgerContainer
        fileprivate let start: Moment?
        fileprivate var steps: ListSteps<Row>
        fileprivate var hasBegun = false
        fileprivate var waiting: ArraySlice<LiveAnswer<Row>> = []

        /// How many rows of answers are held before they are handed out.
        private static var mostRows: Int { 50_000 }

        /// - Throws: What reading the ledger throws, as the errors of the query.
        /// - Complexity: That of reading the rows, for each transaction that changes things of which they are made. When
        ///   several have come together, the read models of the last answer are copied, and built first if they are not
        ///   kept, to read the answers between (``LivePace/everyTransaction``).
        public mutating func next() async throws -> LiveAnswer<Row>? {
            guard hasBegun else { return try await first() }
            while !Task.isCancelled {
                if let next = waiting.popFirst() { return next }
                let before = steps
                let found = try await container.firstAnswer(beyond: before.position) { ledger in
                    var steps = before
                    var answers: [LiveAnswer<Row>] = []
                    var held = 0
                    try steps.forEachAnswer(from: ledger) { answer in
                        answers.append(answer)
                        held += answer.rows.count
                        return held <= Self.mostRows
                    }
                    return steps.position > before.position ? (steps: steps, answers: answers) : nil
                }
                guard let found else { return nil }
                steps = found.steps
                waiting = found.answers[...]
            }
            return nil
        }

        private mutating func first() async throws -> LiveAnswer<Row>? {
            guard !Task.isCancelled else { return nil }
            let (before, start) = (steps, start)
            let begun = try await container.perform { ledger in
                var steps = before
                let answer = try steps.first(from: ledger, at: start)
                return (steps: steps, answer: answer)
            }
            (steps, hasBegun) = (begun.steps, true)
            return begun.answer
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(container: container, start: start, steps: ListSteps(list, pace: pace))
    }
}

extension LedgerContainer {
    /// Observes a list: its answer, and a new one for each transaction that changes it.
    ///
    /// ```swift
    /// for try await answer in container.observe(.messages("is:unread in:INBOX")) {
    ///     table.update(answer.rows, by: answer.difference)
    /// }
    /// ```
    ///
    /// A transaction that leaves the rows as they are gives none. Rows are equal if all that they show is.
    ///
    /// A query that names a folder or an account which is not there has no rows; at the beginning it is refused. If it
    /// goes, its rows are removed.
    ///
    /// It takes turns with this container's other work: an observer of a busy ledger has a container of its own
    /// (``open(at:access:environment:adding:)``). A list with a limit is read more quickly, and holds fewer rows in
    /// memory.
    ///
    /// - Parameters:
    ///   - start: The moment of the first answer, from which on each transaction counts; nil for now.
    ///   - pace: Whether each transaction has its answer, or all that came meanwhile have one.
    public nonisolated func observe<Row>(
        _ list: LiveList<Row>, from start: Moment? = nil, pace: LivePace = .everyTransaction
    ) -> LiveAnswers<Row> {
        LiveAnswers(container: self, list: list, start: start, pace: pace)
    }
}
