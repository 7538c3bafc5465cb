internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/set` (RFC 8621 section 4.6): keywords, as one unit of work.
struct EmailSet {
    @Sendable static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments("ifInState", "create", "update", "destroy")
        let account = try ledger.read { try call.account(arguments, $0) }
        guard call.caller.mayWrite else { throw MethodError.accountReadOnly }
        let (create, update) = (try arguments.object("create"), try arguments.object("update"))
        let destroy = try arguments.strings("destroy")
        let count = (create?.keys.count ?? 0) + (update?.keys.count ?? 0) + (destroy?.count ?? 0)
        guard count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let ifInState = try arguments.string("ifInState")

        let before = try ledger.read { try JMAPState.current(Entity.message, account, $0) }
        if let ifInState, ifInState != before.text { throw MethodError.stateMismatch }
        var outcome = Outcome()
        var patches: [MessageID: EmailPatch] = [:]
        for member in update?.members ?? [] {
            do {
                let (id, patch) = try ledger.read { try Self.patch(member, call, account, $0) }
                patches[id.message] = patch
                outcome.updated[member.key] = .null
            } catch let error as SetError {
                outcome.notUpdated[member.key] = error.json
            }
        }
        for key in create?.keys ?? [] {
            outcome.notCreated[key] = SetError.forbidden("messages are not made by this way yet").json
        }
        for id in destroy ?? [] {
            outcome.notDestroyed[id] = SetError.forbidden("messages are not deleted by this way yet").json
        }
        if !patches.isEmpty {
            let identity = try call.caller.identity("Email/set").call(Call(command: "jmap Email/set"))
            let command = SetKeywords(account: account.id, patches: patches, ifInState: ifInState)
            _ = try ledger.perform(command, identity)
        }
        let after = try ledger.read { try JMAPState.current(Entity.message, account, $0) }
        return outcome.json(account, from: before, to: after)
    }

    /// Reads the update of one message.
    private static func patch(
        _ member: JSONObject.Member, _ call: MethodCall, _ account: AccountRow, _ reader: LedgerReader
    ) throws -> (EmailID, EmailPatch) {
        let emails = EmailsQuery(on: reader.connection, account: account.stream)
        guard let id = JMAPID.email(call.resolved(member.key)), try emails.email(id) != nil else {
            throw SetError.notFound
        }
        guard case .object(let patch) = member.value else { throw SetError.invalidPatch("the patch is no object") }
        let text = JMAPID.text(of: id)
        return (
            id,
            try EmailPatch(patch) { property in
                let arguments: JSONObject = [
                    "accountId": .string(JMAPID.text(of: account.id)), "ids": [.string(text)],
                    "properties": [.string(property)],
                ]
                guard case .array(let list)? = try EmailGet.answer(call.with(arguments), reader)["list"],
                    case .object(let email)? = list.first
                else { return nil }
                return email[property]
            }
        )
    }

    /// What became of each object.
    private struct Outcome {
        var updated = JSONObject()
        var notCreated = JSONObject()
        var notUpdated = JSONObject()
        var notDestroyed = JSONObject()

        func json(_ account: AccountRow, from old: JMAPState, to new: JMAPState) -> JSONObject {
            func some(_ object: JSONObject) -> JSONValue { object.keys.isEmpty ? .null : .object(object) }
            return [
                "accountId": .string(JMAPID.text(of: account.id)), "oldState": .string(old.text),
                "newState": .string(new.text), "created": nil, "updated": some(updated), "destroyed": nil,
                "notCreated": some(notCreated), "notUpdated": some(notUpdated), "notDestroyed": some(notDestroyed),
            ]
        }
    }
}

/// Sets the keywords of messages, each its own.
struct SetKeywords: LedgerCommand {
    static let name = "set-keywords"
    typealias Answer = Done

    struct Done: Encodable, Sendable {}

    let account: AccountID
    let patches: [MessageID: EmailPatch]
    let ifInState: String?

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Done> {
        guard let account = try reader.accounts().first(where: { $0.id == account }) else {
            throw MethodError.accountNotFound
        }
        // Another process may have been first.
        if let ifInState, try JMAPState.current(Entity.message, account, reader).text != ifInState {
            throw MethodError.stateMismatch
        }
        let states = try MessageStates(on: reader.connection)
        let labels = LabelsQuery(on: reader.connection)
        let emails = EmailsQuery(on: reader.connection, account: account.stream)
        var events: [(StreamID, ProposedEvent)] = []
        for (id, patch) in patches {
            guard let row = try emails.email(id), let state = try states.state(of: row.stream) else { continue }
            let keywords = try patch.applied(to: state.keywords) { try labels.spelling(of: $0) ?? $0 }
            if let event = state.marked(keywords) { events.append((row.stream, event)) }
        }
        return Decision(events.sorted { $0.0 < $1.0 }.map(\.1)) { _ in Done() }
    }
}
