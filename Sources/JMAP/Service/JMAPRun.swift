internal import EventLog
package import JSONCoding
package import MailLedger

/// A request that is being answered, call by call.
///
/// ```swift
/// while true {
///     switch run.step {
///     case .read: try run.read(on: ledger) { try session($0).state }
///     case .write: run.write(on: ledger)
///     case .over: return try run.answer()
///     }
/// }
/// ```
///
/// Calls that write, and no others, are for the thread that writes: each step may be done on another one.
package struct JMAPRun: Sendable {
    package enum Step: Sendable {
        case read, write, over
    }

    private let request: JMAPRequest
    private let caller: JMAPCaller
    private let limits: JMAPLimits
    private let budget: AnswerBudget
    /// How many calls are done.
    private var done = 0
    private var answers: [Invocation] = []
    private var createdIDs: [String: String]
    private var sessionState: String?
    /// Whether a call of it has written, so that its answer must not be lost.
    package private(set) var hasWritten = false

    init(
        _ request: JMAPRequest, of caller: JMAPCaller, _ limits: JMAPLimits, _ budget: AnswerBudget
    ) {
        self.request = request
        self.caller = caller
        self.limits = limits
        self.budget = budget
        createdIDs = request.createdIDs ?? [:]
    }

    // MARK: Steps

    /// What comes next. The first step reads, if only the state of the session.
    package var step: Step {
        if sessionState == nil { return .read }
        guard done < request.calls.count else { return .over }
        return writes(request.calls[done]) ? .write : .read
    }

    private func writes(_ call: Invocation) -> Bool {
        caller.mayWrite && Method.all[call.name]?.writes == true
    }

    /// Answers the calls up to the next one that writes, all from one position of the ledger.
    ///
    /// - Parameter state: Reads the state of the session that the caller has.
    /// - Throws: Why nothing can be read. Behind a call that wrote, each of these calls is answered with that.
    package mutating func read(on ledger: Ledger, sessionState state: (LedgerReader) throws -> String) throws {
        let (start, left) = (self, budget.left)
        let calls = request.calls[done...].prefix { !writes($0) }
        do {
            // Called again where the views had to be brought up first.
            self = try ledger.read { reader in
                var run = start
                budget.giveBack(to: left)
                if run.sessionState == nil { run.sessionState = try state(reader) }
                for call in calls {
                    try run.take(call, lettingThrough: ReadingAgain.follows) { method, methodCall in
                        guard case .read(let body) = method.work else {
                            throw try methodCall.refusalToWrite(reader)
                        }
                        return try body(methodCall, reader)
                    }
                }
                run.done += calls.count
                return run
            }
        } catch  where hasWritten {
            for call in calls { refuse(call, error) }
            done += calls.count
        }
    }

    /// Does the calls that write up to the next one that reads.
    package mutating func write(on ledger: Ledger) {
        while step == .write {
            // What each of them throws is its answer.
            try? take(request.calls[done]) { method, methodCall in
                switch method.work {
                case .read(let body): try ledger.read { try body(methodCall, $0) }
                case .write(let body): try body(methodCall, ledger)
                }
            }
            (done, hasWritten) = (done + 1, true)
        }
    }

    /// Answers all that is left by saying that it cannot be done now.
    package mutating func giveUp() {
        for call in request.calls[done...] { refuse(call, MethodError.serverUnavailable) }
        done = request.calls.count
    }

    /// The answer, once nothing is left.
    package var answer: JSONValue {
        var answer: JSONObject = [
            "methodResponses": .array(answers.map(\.json)), "sessionState": .string(sessionState ?? ""),
        ]
        if request.createdIDs != nil {
            let ids = createdIDs.sorted { $0.key < $1.key }
            answer["createdIds"] = .object(JSONObject(unique: ids.map { JSONObject.Member($0.key, .string($0.value)) }))
        }
        return .object(answer)
    }

    // MARK: Calls

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
    private mutating func take(
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
                caller: caller, limits: limits, budget: budget, createdIDs: createdIDs)
            let answer = try body(method, methodCall)
            answers.append(Invocation(call.name, answer, callID: call.callID))
            if method.writes { note(answer["created"]) }
            if let next = method.implied?(methodCall, answer) {
                try take(
                    Invocation(next.name, next.arguments, callID: call.callID), lettingThrough: isLetThrough, body)
            }
        } catch  where !isLetThrough(error) {
            budget.giveBack(to: left)
            refuse(call, error)
        }
    }

    private mutating func refuse(_ call: Invocation, _ error: any Error) {
        answers.append(.error(MethodError(describing: error), callID: call.callID))
    }
}
