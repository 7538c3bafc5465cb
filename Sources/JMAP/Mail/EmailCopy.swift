internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/copy` (RFC 8621 section 4.7): emails of one account come into another, as one transaction.
enum EmailCopy {
    static let method: Method = {
        var method = Method.writing("Email/copy", answer)
        method.implied = destroyOriginals
        return method
    }()

    @Sendable private static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments(
            "fromAccountId", "ifFromInState", "ifInState", "create", "onSuccessDestroyOriginal", "destroyFromIfInState")
        let (from, to) = try ledger.read { try call.accounts(arguments, $0) }
        guard let create = try arguments.object("create") else {
            throw MethodError.invalidArguments("create is missing")
        }
        guard create.keys.count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let (ifInState, ifFromInState) = try (arguments.string("ifInState"), arguments.string("ifFromInState"))
        // Before anything is written: what follows from them comes behind the copy.
        _ = try (arguments.bool("onSuccessDestroyOriginal"), arguments.string("destroyFromIfInState"))
        var arriving = try ledger.read { reader in
            if let ifFromInState, try JMAPState.current(Entity.message, from, reader).text != ifFromInState {
                throw MethodError.stateMismatch
            }
            var arriving = try ArrivingEmails(call, to, ifInState: ifInState, reader)
            let place = try EmailPlace(call, to, reader)
            for member in create.members {
                try arriving.take(member.key) { try message(member.value, place, call, from, room: $0, reader) }
            }
            return arriving
        }
        try arriving.record(ledger)
        var answer = arriving.json
        answer["fromAccountId"] = .string(JMAPID.text(of: from.id))
        return answer
    }

    private static func message(
        _ json: JSONValue, _ place: EmailPlace, _ call: MethodCall, _ from: AccountRow, room: Int,
        _ reader: LedgerReader
    ) throws -> BroughtMessage {
        guard case .object(let object) = json else { throw SetError.invalidProperties("it is not an object", []) }
        var invalid = object.keys.filter { !["id", "mailboxIds", "keywords", "receivedAt"].contains($0) }
        if case .string? = object["id"] {} else { invalid.append("id") }
        let emails = try EmailsQuery(on: reader.connection, account: from.stream)
        let row = try original(object, call).flatMap { try emails.email($0) }
        let folders = place.folders(object, &invalid)
        let own = try row.flatMap { try MessageStates(on: reader.connection).state(of: $0.stream)?.keywords } ?? []
        let keywords = try place.keywords(object, &invalid, by: own)
        let receivedAt = place.receivedAt(object, &invalid)
        guard invalid.isEmpty else {
            throw SetError.invalidProperties(invalid)
        }
        guard let row, let content = try reader.blob(ofMessage: row.content) else { throw SetError.notFound }
        guard content.size <= room else { throw SetError.beyondRoom(call.limits) }
        return try BroughtMessage(
            PlacedMessage(content, in: folders, keywords: keywords, receivedAt: receivedAt ?? row.receivedAt), content)
    }

    private static func original(_ object: JSONObject, _ call: MethodCall) -> EmailID? {
        guard case .string(let id)? = object["id"] else { return nil }
        return JMAPID.email(call.resolved(id))
    }

    /// The call that ends the originals of what was copied (RFC 8620 section 5.4).
    @Sendable private static func destroyOriginals(_ call: MethodCall, _ answer: JSONObject) -> Invocation? {
        guard call.arguments["onSuccessDestroyOriginal"] == true, case .object(let create)? = call.arguments["create"]
        else { return nil }
        var ids: [JSONValue] = []
        if case .object(let created)? = answer["created"] {
            for key in created.keys {
                if case .object(let object)? = create[key], case .string(let id)? = object["id"] {
                    ids.append(.string(call.resolved(id)))
                }
            }
        }
        guard !ids.isEmpty else { return nil }
        var arguments: JSONObject = ["accountId": call.arguments["fromAccountId"] ?? .null, "destroy": .array(ids)]
        if let state = call.arguments["destroyFromIfInState"] { arguments["ifInState"] = state }
        return Invocation("Email/set", arguments, callID: "")
    }
}
