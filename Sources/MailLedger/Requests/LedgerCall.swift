internal import JSONCoding

/// A request with its envelope, as it comes from outside.
///
/// ```json
/// {"command": "mark-messages", "parameters": {"filter": "in:INBOX", "adding": ["$seen"]}, "reason": "vacation"}
/// ```
public enum LedgerCall: Sendable {
    case query(any LedgerQuery, QueryOptions = QueryOptions())
    case command(any LedgerCommand, CommandOptions = CommandOptions())
}

/// What the envelope of a query says beside it.
public struct QueryOptions: Codable, Hashable, Sendable {
    /// The moment that is asked about: a position, a time, a date, `2h ago`, `tx:N` or `op:ID`; now where nothing is said.
    public var at: String?

    public init(at: String? = nil) {
        self.at = at
    }
}

/// What the envelope of a command says beside it.
public struct CommandOptions: Codable, Hashable, Sendable {
    /// Who does it; the environment's actor where nothing is said.
    public var actor: String?
    /// Why it is done.
    public var reason: String?
    /// A text of the caller's own by which the same command is known again, and not done twice.
    public var idempotencyKey: String?
    /// Whether it is only looked at.
    public var isDryRun: Bool?
    /// Whether mail that a hold covers may be taken away, which needs a reason.
    public var overridesHolds: Bool?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case actor, reason
        case idempotencyKey = "idempotency_key"
        case isDryRun = "dry_run"
        case overridesHolds = "override_holds"
    }

    public init(
        actor: String? = nil, reason: String? = nil, idempotencyKey: String? = nil, isDryRun: Bool? = nil,
        overridesHolds: Bool? = nil
    ) {
        self.actor = actor
        self.reason = reason
        self.idempotencyKey = idempotencyKey
        self.isDryRun = isDryRun
        self.overridesHolds = overridesHolds
    }
}

extension LedgerCall: Codable {
    private enum Keys: String, CodingKey {
        case query, command, parameters, at
    }

    /// Any key of an object, to find those that nobody knows.
    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let named = (
            query: try container.decodeIfPresent(String.self, forKey: .query),
            command: try container.decodeIfPresent(String.self, forKey: .command)
        )
        switch named {
        case (let name?, nil):
            guard let type = LedgerRequests.query(named: name) else {
                throw Self.unknown(name, .query, in: container)
            }
            try Self.refuseUnknownKeys(of: decoder, knowing: ["query", "parameters", "at"])
            self = .query(try Self.parameters(of: type, in: container), try QueryOptions(from: decoder))
        case (nil, let name?):
            guard let type = LedgerRequests.command(named: name) else {
                throw Self.unknown(name, .command, in: container)
            }
            let options = CommandOptions.CodingKeys.allCases.map(\.rawValue)
            try Self.refuseUnknownKeys(of: decoder, knowing: ["command", "parameters"] + options)
            self = .command(try Self.parameters(of: type, in: container), try CommandOptions(from: decoder))
        default:
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "a request has either \"query\" or \"command\""))
        }
    }

    private static func unknown(_ name: String, _ key: Keys, in container: KeyedDecodingContainer<Keys>)
        -> DecodingError
    {
        .dataCorruptedError(
            forKey: key, in: container,
            debugDescription: "there is no \(key.rawValue) of that name; Docs/Requests.md lists them")
    }

    private static func parameters<Request: LedgerRequest>(
        of type: Request.Type, in container: KeyedDecodingContainer<Keys>
    ) throws -> Request {
        guard try container.contains(.parameters) && !container.decodeNil(forKey: .parameters) else {
            // Without parameters a request is what it is with none of them.
            return try JSONBytesDecoder().decode(Request.self, from: Array("{}".utf8))
        }
        try refuseUnknownKeys(
            of: container.superDecoder(forKey: .parameters), knowing: Request.CodingKeys.allCases.map(\.stringValue))
        let request = try container.decode(Request.self, forKey: .parameters)
        try refuseForgottenKeys(
            of: container.decode(JSONValue.self, forKey: .parameters),
            behind: JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(request)),
            at: container.codingPath + [Keys.parameters])
        return request
    }

    /// Refuses what lies deeper in the parameters and is not in the request that was read of them: it is known to nobody there.
    private static func refuseForgottenKeys(
        of said: JSONValue, behind kept: JSONValue?, at path: [any CodingKey]
    ) throws {
        switch (said, kept) {
        case (.object(let said), .object(let kept)):
            for key in said.keys where said[key] != .null {
                let place = path + [AnyKey(stringValue: key)]
                guard let inner = kept[key] else {
                    throw DecodingError.dataCorrupted(
                        DecodingError.Context(codingPath: place, debugDescription: "is not known here"))
                }
                try refuseForgottenKeys(of: said[key] ?? .null, behind: inner, at: place)
            }
        case (.array(let said), .array(let kept)) where said.count == kept.count:
            for (index, pair) in zip(said, kept).enumerated() {
                try refuseForgottenKeys(of: pair.0, behind: pair.1, at: path + [AnyKey(stringValue: String(index))])
            }
        default: break
        }
    }

    private static func refuseUnknownKeys(of decoder: any Decoder, knowing keys: [String]) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        guard let unknown = container.allKeys.first(where: { !keys.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: unknown, in: container,
            debugDescription: "is not known here; there is \(keys.isEmpty ? "no key" : keys.joined(separator: ", "))")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch self {
        case .query(let query, let options):
            try container.encode(type(of: query).name, forKey: .query)
            try container.encode(query, forKey: .parameters)
            try options.encode(to: encoder)
        case .command(let command, let options):
            try container.encode(type(of: command).name, forKey: .command)
            try container.encode(command, forKey: .parameters)
            try options.encode(to: encoder)
        }
    }
}
