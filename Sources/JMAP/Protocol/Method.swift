internal import JSONCoding
internal import MailLedger

/// A method: its name, what it is part of, and what it does.
struct Method: Sendable {
    enum Work: Sendable {
        case read(@Sendable (MethodCall, LedgerReader) throws -> JSONObject)
        case write(@Sendable (MethodCall, Ledger) throws -> JSONObject)
    }

    let name: String
    let capability: JMAPCapability
    let work: Work
    /// Returns the call that follows from one that was done, if any; it is answered under the same id.
    var implied: (@Sendable (MethodCall, JSONObject) -> Invocation?)?

    var writes: Bool { if case .write = work { true } else { false } }

    static func reading(
        _ name: String, of capability: JMAPCapability = .mail,
        _ body: @escaping @Sendable (MethodCall, LedgerReader) throws -> JSONObject
    ) -> Method {
        Method(name: name, capability: capability, work: .read(body))
    }

    static func writing(
        _ name: String, of capability: JMAPCapability = .mail,
        _ body: @escaping @Sendable (MethodCall, Ledger) throws -> JSONObject
    ) -> Method {
        Method(name: name, capability: capability, work: .write(body))
    }
}

/// One call of a method, its references resolved.
struct MethodCall {
    let name: String
    let arguments: JSONObject
    let caller: JMAPCaller
    let limits: JMAPLimits
    let budget: AnswerBudget
    /// The ids of creation ids so far.
    let createdIDs: [String: String]

    /// The same call with other arguments.
    func with(_ arguments: JSONObject) -> MethodCall {
        MethodCall(
            name: name, arguments: arguments, caller: caller, limits: limits, budget: budget, createdIDs: createdIDs)
    }

    /// Returns the arguments by their types.
    ///
    /// - Throws: ``MethodError`` for one that is not among these.
    func arguments(_ known: String...) throws(MethodError) -> Arguments {
        try Arguments(arguments, known: Set(known).union(["accountId"]))
    }

    /// Returns the id that is meant, which may be that of a thing that was just made.
    func resolved(_ id: String) -> String {
        id.utf8.first == UInt8(ascii: "#") ? createdIDs[String(id.dropFirst())] ?? id : id
    }
}
