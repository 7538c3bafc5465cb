internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/set` (RFC 8621 section 4.6): keywords, mailboxes and ends of messages, as one transaction.
struct EmailSet {
    @Sendable static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments("ifInState", "create", "update", "destroy")
        let account = try ledger.read { try call.account(arguments, $0) }
        let (create, update) = (try arguments.object("create"), try arguments.object("update"))
        let destroy = try arguments.strings("destroy")
        let count = (create?.keys.count ?? 0) + (update?.keys.count ?? 0) + (destroy?.count ?? 0)
        guard count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let ifInState = try arguments.string("ifInState")

        let known = try ledger.read { try JMAPState.current(Entity.message, account, $0) }
        if let ifInState, ifInState != known.text { throw MethodError.stateMismatch }
        var outcome = SetAnswer()
        var change = ChangeEmails(account: account.id, ifInState: ifInState)
        var names: [EmailID: String] = [:]
        for key in create?.keys ?? [] {
            outcome.notCreated[key] = SetError.forbidden("messages are not made by this way yet").json
        }
        try ledger.read { reader in
            let emails = EmailsQuery(on: reader.connection, account: account.stream)
            for key in destroy ?? [] {
                guard let id = JMAPID.email(call.resolved(key)), try emails.email(id) != nil else {
                    outcome.notDestroyed[key] = SetError.notFound.json
                    continue
                }
                // Named twice by one key, it is ended once; by another key, it is there no more.
                guard names[id] == nil else {
                    if names[id] != key { outcome.notDestroyed[key] = SetError.notFound.json }
                    continue
                }
                names[id] = key
                change.ends.append(id)
            }
            for member in update?.members ?? [] {
                try call.budget.goOn()
                do {
                    let (id, patch) = try Self.patch(member, call, account, reader)
                    if let other = names[id] {
                        throw change.patches[id] == nil
                            ? SetError.willDestroy : SetError.invalidPatch("\(other) is the same email")
                    }
                    names[id] = member.key
                    change.patches[id] = patch
                } catch let error as SetError {
                    outcome.notUpdated[member.key] = error.json
                }
            }
        }
        guard !change.isEmpty else { return outcome.json(account, from: known, to: known) }
        let identity = try call.caller.identity("Email/set").call(Call(command: "jmap Email/set"))
        guard let done = try ledger.perform(change, identity).answer else { throw MethodError.serverFail }
        for (id, key) in names.sorted(by: { $0.value < $1.value }) {
            outcome.add(key, isEnd: change.patches[id] == nil, done.refused[id])
        }
        return outcome.json(account, from: done.oldState, to: done.newState)
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
            try EmailPatch(patch, mailbox: { JMAPID.folder(call.resolved($0)) }) { property in
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
}
