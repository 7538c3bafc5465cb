internal import Cryptography
internal import EventLog
internal import JSONCoding

/// What tells two requests with the same idempotency key apart: two bytes at the end of the operation's id.
///
/// A caller that repeats a request gets the answer that it is done. One that uses a key for something else must not get it.
/// The log keeps only a digest of the key. A longer digest of the parameters would stay behind when the operation is
/// erased, and confirm a guess at them. Two bytes miss one of 65,536 mistakes, and confirm next to nothing.
struct RequestMark: Equatable {
    private let bytes: [UInt8]

    /// Marks a request from outside: its name, its parameters in any order, and who calls.
    init(of name: String, _ json: [UInt8], _ call: Call) throws {
        let body = try JSONBytesDecoder().decode(JSONValue.self, from: json)
        var parameters = JSONValue.object([:])
        if case .object(let object) = body, let found = object["parameters"], found != .null { parameters = found }
        let parts: [JSONValue] = [
            .string(name), Self.sorted(parameters), call.actor.map { .string($0) } ?? .null,
            .bool(call.overridesHolds),
        ]
        bytes = Array(SHA256Hasher.digest(of: try JSONBytesEncoder().encode(parts)).bytes.prefix(2))
    }

    /// Reads the mark of an operation; nil for one that was not marked.
    init?(in operation: OperationID) {
        let id = operation.uniqueID.bytes
        guard id[6] >> 4 == 8 else { return nil }
        bytes = Array(id.suffix(2))
    }

    /// Makes a random id with this mark, of the version for uses of one's own (RFC 9562 section 5.8).
    func operation(from random: UniqueID) -> OperationID {
        var id = random.bytes
        id[6] = id[6] & 0x0f | 0x80
        id.replaceSubrange(14..., with: bytes)
        guard let marked = UniqueID(bytes: id) else { preconditionFailure("it has as many bytes as before") }
        return OperationID(marked)
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            .object(
                JSONObject(
                    unique: object.members.sorted { $0.key < $1.key }
                        .map { JSONObject.Member($0.key, sorted($0.value)) }))
        case .array(let elements): .array(elements.map(sorted))
        default: value
        }
    }
}
