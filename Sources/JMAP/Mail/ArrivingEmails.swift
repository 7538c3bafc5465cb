internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Projections

/// The emails that one call brings in, each under its creation id, as one transaction.
struct ArrivingEmails {
    private(set) var created = JSONObject()
    private(set) var notCreated = JSONObject()
    private(set) var oldState: JMAPState
    private(set) var newState: JMAPState
    private let call: MethodCall
    private let account: AccountRow
    private let ifInState: String?
    private var arrivals: [(key: String, message: BroughtMessage)] = []
    /// How many bytes more may come.
    private var room: Int

    /// - Throws: ``MethodError/stateMismatch``.
    init(_ call: MethodCall, _ account: AccountRow, ifInState: String?, _ reader: LedgerReader) throws {
        oldState = try JMAPState.current(Entity.message, account, reader)
        newState = oldState
        if let ifInState, ifInState != oldState.text { throw MethodError.stateMismatch }
        self.call = call
        self.account = account
        self.ifInState = ifInState
        room = call.limits.arriving
    }

    /// Takes one, or notes why it does not come.
    mutating func take(_ key: String, _ body: (_ room: Int) throws -> BroughtMessage) throws {
        do {
            try call.budget.goOn()
            let message = try body(room)
            room -= Int(message.placed.size)
            arrivals.append((key, message))
        } catch let error as SetError {
            notCreated[key] = error.json
        }
    }

    /// Records them.
    mutating func record(_ ledger: Ledger) throws {
        guard !arrivals.isEmpty else { return }
        var change = ChangeEmails(account: account.id, ifInState: ifInState)
        change.arrivals = arrivals.map(\.message.placed)
        let identity = try call.caller.identity(call.name).call(Call(command: "jmap \(call.name)"))
        let done = try ledger.mail.perform(change, bringing: arrivals.map(\.message), into: account, identity).answer
        guard let done else { throw MethodError.serverFail }
        for (arrival, outcome) in zip(arrivals, done.arrived) {
            switch outcome {
            case .email(let email): created[arrival.key] = email.json
            case .refused(let error): notCreated[arrival.key] = error.json
            }
        }
        (oldState, newState) = (done.oldState, done.newState)
    }

    /// The answer of a method that does nothing else.
    var json: JSONObject {
        [
            "accountId": .string(JMAPID.text(of: account.id)), "oldState": .string(oldState.text),
            "newState": .string(newState.text), "created": created.keys.isEmpty ? .null : .object(created),
            "notCreated": notCreated.keys.isEmpty ? .null : .object(notCreated),
        ]
    }
}

extension SetError {
    /// There is no room for all that a call brings.
    static func beyondRoom(_ limits: JMAPLimits) -> SetError {
        .tooLarge("a call brings in messages of at most \(limits.arriving) bytes; use another call")
    }
}
