internal import JSONCoding

/// A query as it comes from outside.
///
/// ```json
/// {"query": "list-messages", "parameters": {"filter": "is:unread"}, "at": "2h ago"}
/// ```
struct QueryBody<Query: LedgerQuestion>: Decodable {
    let query: Query
    /// The moment that is asked about; nil for now.
    let at: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: BodyKey.self)
        _ = try container.decode(String.self, forKey: .query)
        query = try container.parameters(Query.self)
        at = try container.decodeIfPresent(String.self, forKey: .at)
    }
}

/// A command as it comes from outside.
///
/// ```json
/// {"command": "mark-messages", "parameters": {"filter": "in:INBOX", "adding": ["$seen"]}, "reason": "vacation"}
/// ```
struct CommandBody<Command: LedgerWork>: Decodable {
    let command: Command
    let call: Call

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: BodyKey.self)
        _ = try container.decode(String.self, forKey: .command)
        command = try container.parameters(Command.self)
        call = try Call(from: decoder)
    }
}

/// The name and the kind of a request from outside.
package struct BodyHead: Decodable {
    private let key: BodyKey
    package let name: String

    package var isCommand: Bool { key == .command }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: BodyKey.self)
        let named = (
            query: try container.decodeIfPresent(String.self, forKey: .query),
            command: try container.decodeIfPresent(String.self, forKey: .command)
        )
        (key, name) =
            switch named {
            case (let name?, nil): (.query, name)
            case (nil, let name?): (.command, name)
            default:
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "a request has either \"query\" or \"command\""))
            }
    }

    /// The entry of the request, among those that a ledger knows.
    package func entry(among known: (_ name: String, _ isCommand: Bool) -> RequestEntry?) throws -> RequestEntry {
        guard let entry = known(name, isCommand) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [key],
                    debugDescription: "there is no \(key.rawValue) of that name; Docs/Requests.md lists them"))
        }
        return entry
    }
}

private enum BodyKey: String, CodingKey {
    case query, command, parameters, at
}

extension KeyedDecodingContainer<BodyKey> {
    fileprivate func parameters<Request: LedgerRequest>(_ type: Request.Type) throws -> Request {
        guard try contains(.parameters) && !decodeNil(forKey: .parameters) else {
            // A missing `parameters` means no parameters.
            return try JSONBytesDecoder().decode(Request.self, from: Array("{}".utf8))
        }
        // A request without parameters opens nothing, and every key in it is one too many.
        _ = try nestedContainer(keyedBy: BodyKey.self, forKey: .parameters)
        return try decode(Request.self, forKey: .parameters)
    }
}
