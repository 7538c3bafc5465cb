internal import EventLog
package import JSONCoding
package import MailLedger

/// Answers requests of JMAP (RFC 8620) about a ledger, however they came.
package struct JMAPService: Sendable {
    package let limits: JMAPLimits
    private let memory: JMAPMemory
    private let stopsAt: @Sendable () -> Int64

    /// - Parameter stopsAt: When the server stops, in microseconds of the monotonic clock: nothing is begun behind that.
    package init(
        limits: JMAPLimits = JMAPLimits(), memory: JMAPMemory = JMAPMemory(),
        stopsAt: @escaping @Sendable () -> Int64 = { .max }
    ) {
        self.limits = limits
        self.memory = memory
        self.stopsAt = stopsAt
    }

    /// The names of all methods.
    package static let methods: Set<String> = Set(Method.all.keys)

    /// Whether a request of a caller may change something.
    package func writes(_ request: JMAPRequest, by caller: JMAPCaller) -> Bool {
        caller.mayWrite && request.calls.contains { Method.all[$0.name]?.writes ?? false }
    }

    /// Answers a request; one of reads only from one position of the ledger.
    ///
    /// - Parameter sessionState: Reads that of the session that the caller has.
    package func answer(
        _ request: JMAPRequest, of caller: JMAPCaller, on ledger: Ledger,
        sessionState: (LedgerReader) throws -> String
    ) throws -> JSONValue {
        var run = makeRun(request, of: caller)
        let state: String
        if writes(request, by: caller) {
            state = try ledger.read(sessionState)
            for call in request.calls {
                try run.take(call) { method, methodCall in
                    switch method.work {
                    case .read(let body): try ledger.read { try body(methodCall, $0) }
                    case .write(let body): try body(methodCall, ledger)
                    }
                }
            }
        } else {
            // Called again where the views had to be brought up first.
            (run, state) = try ledger.read { reader in
                let state = try sessionState(reader)
                var run = makeRun(request, of: caller)
                for call in request.calls {
                    try run.take(call, lettingThrough: ReadingAgain.follows) { method, methodCall in
                        guard case .read(let body) = method.work else {
                            throw try methodCall.refusalToWrite(reader)
                        }
                        return try body(methodCall, reader)
                    }
                }
                return (run, state)
            }
        }
        var answer: JSONObject = [
            "methodResponses": .array(run.answers.map(\.json)), "sessionState": .string(state),
        ]
        if request.createdIDs != nil {
            let ids = run.createdIDs.sorted { $0.key < $1.key }
            answer["createdIds"] = .object(JSONObject(unique: ids.map { JSONObject.Member($0.key, .string($0.value)) }))
        }
        return .object(answer)
    }

    private func makeRun(_ request: JMAPRequest, of caller: JMAPCaller) -> Run {
        Run(
            request: request, caller: caller, limits: limits, budget: AnswerBudget(limits, stopsAt: stopsAt),
            memory: memory)
    }
}

/// The answers to a request so far.
private struct Run {
    let request: JMAPRequest
    let caller: JMAPCaller
    let limits: JMAPLimits
    private let budget: AnswerBudget
    private let memory: JMAPMemory
    var answers: [Invocation] = []
    var createdIDs: [String: String]

    init(
        request: JMAPRequest, caller: JMAPCaller, limits: JMAPLimits, budget: AnswerBudget, memory: JMAPMemory
    ) {
        self.memory = memory
        self.request = request
        self.caller = caller
        self.limits = limits
        self.budget = budget
        createdIDs = request.createdIDs ?? [:]
    }

    /// Takes the ids of what a `/set` made, by which later calls may name it (RFC 8620 section 5.3).
    private mutating func note(_ created: JSONValue?) {
        guard case .object(let created)? = created else { return }
        for member in created.members {
            if case .object(let object) = member.value, case .string(let id)? = object["id"] {
                createdIDs[member.key] = id
            }
        }
    }

    /// Does one call, or notes why it could not be done: what calls before it wrote is answered all the same.
    ///
    /// - Throws: Errors that are let through alone.
    mutating func take(
        _ call: Invocation, lettingThrough isLetThrough: (any Error) -> Bool = { _ in false },
        _ body: (Method, MethodCall) throws -> JSONObject
    ) throws {
        let left = budget.left
        do {
            try budget.goOn()
            guard let method = Method.all[call.name], request.capabilities.contains(method.capability) else {
                throw MethodError.unknownMethod
            }
            guard caller.reachesAll || Method.ofAccounts.contains(call.name) else { throw BeyondReach() }
            let methodCall = MethodCall(
                name: call.name, arguments: try ResultReference.resolve(call.arguments, answers, limits, budget),
                caller: caller,
                limits: limits, budget: budget, memory: memory, createdIDs: createdIDs)
            let answer = try body(method, methodCall)
            answers.append(Invocation(call.name, answer, callID: call.callID))
            if method.writes { note(answer["created"]) }
            if let next = method.implied?(methodCall, answer) {
                try take(
                    Invocation(next.name, next.arguments, callID: call.callID), lettingThrough: isLetThrough, body)
            }
        } catch  where !isLetThrough(error) {
            budget.giveBack(to: left)
            answers.append(.error(MethodError(describing: error), callID: call.callID))
        }
    }
}
