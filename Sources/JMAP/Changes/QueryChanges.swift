internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// What a `/queryChanges` is asked (RFC 8620 section 5.6).
struct QueryChanges {
    private let oldState: String
    /// All behind this may be unknown to the client.
    let since: Position
    private let most: Int
    let upTo: String?
    let calculatesTotal: Bool
    private let account: AccountRow

    init(
        _ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader
    ) throws {
        guard let text = try arguments.string("sinceQueryState") else {
            throw MethodError.invalidArguments("sinceQueryState is missing")
        }
        let most = try arguments.unsigned("maxChanges")
        guard most != 0 else { throw MethodError.invalidArguments("maxChanges is 0") }
        self.most = most ?? .max
        upTo = try arguments.string("upToId").map(call.resolved)
        calculatesTotal = try arguments.bool("calculateTotal")
        self.account = account
        oldState = text
        let state = try JMAPState(since: text, reader)
        let changes = AccountChangesQuery(on: reader.connection, account: account.stream)
        if let last = try changes.lastUnannounced(), last > state.position { throw MethodError.cannotCalculateChanges }
        guard try changes.place(ofChange: call.limits.changes, after: state.position, change: state.change) == nil
        else {
            throw MethodError.cannotCalculateChanges
        }
        // An event of which the client knows a part counts as a whole again.
        since = state.change == nil ? state.position : state.position.advanced(by: -1)
    }

    func json(
        removed: [String], added: [(id: String, index: Int)], total: Int?, _ state: JMAPState
    ) throws -> JSONObject {
        guard removed.count + added.count <= most else { throw MethodError.tooManyChanges }
        var answer: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)), "oldQueryState": .string(oldState),
            "newQueryState": .string(state.text), "removed": .array(removed.map { .string($0) }),
            "added": .array(added.map { ["id": .string($0.id), "index": .integer(Int64($0.index))] }),
        ]
        if let total { answer["total"] = .integer(Int64(total)) }
        return answer
    }
}
