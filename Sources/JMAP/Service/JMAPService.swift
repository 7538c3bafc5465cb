package import JSONCoding
package import MailLedger

/// Answers requests of JMAP (RFC 8620) about a ledger, however they came.
package struct JMAPService: Sendable {
    package let limits: JMAPLimits
    private let stopsAt: @Sendable () -> Int64

    /// - Parameter stopsAt: When the server stops, in microseconds of the monotonic clock: nothing is begun behind that.
    package init(
        limits: JMAPLimits = JMAPLimits(),
        stopsAt: @escaping @Sendable () -> Int64 = { .max }
    ) {
        self.limits = limits
        self.stopsAt = stopsAt
    }

    /// The names of all methods.
    package static let methods: Set<String> = Set(Method.all.keys)

    /// Begins to answer a request, whose time runs from now on.
    package func begin(_ request: JMAPRequest, of caller: JMAPCaller) -> JMAPRun {
        JMAPRun(request, of: caller, limits, AnswerBudget(limits, stopsAt: stopsAt))
    }

    /// Answers a request on one thread.
    ///
    /// - Parameter sessionState: Reads that of the session that the caller has.
    package func answer(
        _ request: JMAPRequest, of caller: JMAPCaller, on ledger: Ledger,
        sessionState: (LedgerReader) throws -> String
    ) throws -> JSONValue {
        var run = begin(request, of: caller)
        while true {
            switch run.step {
            case .read: try run.read(on: ledger, sessionState: sessionState)
            case .write: run.write(on: ledger)
            case .over: return run.answer
            }
        }
    }
}
