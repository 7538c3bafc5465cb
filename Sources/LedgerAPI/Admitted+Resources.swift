internal import Access
internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import MailLedger
internal import WireModels

/// Answers the paths of the wire forms, each by one request of the ledger.
extension Admitted {
    func answerResource(_ match: Resource.Match, _ ledger: Ledger) throws {
        let resource = match.resource
        let query = try QueryString(request.query, kinds: resource.kinds)
        let name = try self.name(of: resource)
        try caller.requireRight(to: name, isCommand: resource.isCommand)
        if request.query.contains(where: { $0.name == "at" }) { try caller.require(.audit) }
        let json = try body(of: name, match, query)
        guard resource.isCommand else {
            return finish(try response(to: json, match, query, ledger, nil), as: name)
        }
        let identity = try identity(of: name)
        try write(as: name) { ledger in
            let response = try response(to: json, match, query, ledger, identity)
            // The next reader reads what was written.
            handler.hub.note(try ledger.store.head().position)
            finish(response, as: name)
        }
    }

    /// An action is made by the request for its type, which knows what an action of that type has to have.
    private func name(of resource: Resource) throws -> String {
        guard resource.request == "create-action" else { return resource.request }
        struct Typed: Decodable {
            let actionType: String?
            enum CodingKeys: String, CodingKey { case actionType = "action_type" }
        }
        switch try JSONBytesDecoder().decode(Typed.self, from: request.body).actionType {
        case "calendar": return "create-calendar-action"
        case "email": return "create-email-action"
        case "reminder": return "create-reminder"
        case "next_step": return "create-next-step"
        default: return resource.request
        }
    }

    /// The request as it would have come to `/v1/requests`.
    private func body(of name: String, _ match: Resource.Match, _ query: QueryString) throws -> [UInt8] {
        /// Any object: its text is checked as a whole.
        struct AnyObject: Decodable {
            enum NoKeys: CodingKey {}
            init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: NoKeys.self) }
        }
        let resource = match.resource
        var parameters = query.parameters
        if let key = resource.id, let id = match.id {
            if resource.takesWholeID, UniqueID(id) == nil {
                throw APIFailure(.validationError, "An id is a UUID.", details: ["field": key])
            }
            try parameters.add(key, id)
        }
        if resource.needsBody || !request.body.isEmpty {
            _ = try JSONBytesDecoder().decode(AnyObject.self, from: request.body)
            switch resource.body {
            case .none: break
            case .parameters: parameters.add(membersOf: request.body)
            case .member(let key), .optionalMember(let key): try parameters.add(key, json: request.body)
            }
        }
        var whole = query.envelope
        try whole.add(resource.isCommand ? "command" : "query", name)
        try whole.add("parameters", json: parameters.object)
        if resource.isCommand, let key = try idempotencyKey() { try whole.add("idempotency_key", key) }
        return whole.object
    }

    private func response(
        to json: [UInt8], _ match: Resource.Match, _ query: QueryString, _ ledger: Ledger, _ identity: RequestCaller?
    ) throws -> HTTPResponse {
        let resource = match.resource
        let wasThere = try resource.place.map { try isThere($0, ledger) } ?? false
        let answer = try ledger.answer(json: json, .alone, as: identity)
        var fields: [(name: String, value: String)] = [("Ledger-Position", answer.position.description)]
        if let operation = answer.operation { fields.append(("Ledger-Operation", operation.description)) }
        // What a key was used for before is done, and is not told again.
        if answer.isRepeat {
            fields.append(("Ledger-Repeat", "1"))
            return HTTPResponse(204, fields)
        }
        let id = match.id ?? (resource.status == 201 ? Self.id(in: answer.json) : nil)
        if let thing = resource.thing, let id, !query.isDryRun,
            let version = try ledger.read({ try $0.version(of: thing, id, through: answer.position) })
        {
            fields.append(("Ledger-Version", String(version)))
        }
        if resource.status == 204, !query.isDryRun { return HTTPResponse(204, fields) }
        fields.append(("Content-Type", "application/json"))
        if !wasThere, !query.isDryRun,
            let place = try resource.place.flatMap({ try location($0, answer.json, resource, ledger) })
        {
            fields.append(("Location", place))
            return HTTPResponse(201, fields, .bytes(answer.json + [0x0A]))
        }
        return HTTPResponse(200, fields, .bytes(answer.json + [0x0A]))
    }

    // MARK: Made things

    /// Whether the thing that a request would make is there already, where only one can be.
    private func isThere(_ place: Resource.Place, _ ledger: Ledger) throws -> Bool {
        switch place {
        case .below, .message: false
        case .profile: try ledger.read { try $0.profile() } != nil
        case .conversation: try conversation(ledger) != nil
        }
    }

    /// The id of the live conversation that the body names.
    private func conversation(_ ledger: Ledger) throws -> String? {
        guard let name = Self.id(in: request.body), let account = request.parameter("account") else { return nil }
        return try ledger.read { reader in
            // The request itself says what is wrong with the account.
            guard let account = try? reader.account(account) else { return nil }
            return try reader.conversationID(named: name, in: account)
        }
    }

    /// The path of a made thing; nil where none was made.
    private func location(
        _ place: Resource.Place, _ answer: [UInt8], _ resource: Resource, _ ledger: Ledger
    ) throws -> String? {
        switch place {
        case .below: Self.id(in: answer).map { resource.template + "/" + $0 }
        case .profile: "/v1/users/me"
        // Its id, since its name may have any characters.
        case .conversation: try conversation(ledger).map { resource.template + "/" + $0 }
        case .message: Self.id(in: answer).map { "/v1/messages/\($0)/raw" }
        }
    }

    /// The id of what was made.
    private static func id(in json: [UInt8]) -> String? {
        struct Made: Decodable { let id: String }
        return try? JSONBytesDecoder().decode(Made.self, from: json).id
    }
}
