internal import JSONCoding

/// Members of a JSON object that is written piece by piece.
struct RequestMembers {
    private(set) var json: [UInt8] = []

    /// Adds a member with a value that is encoded.
    mutating func add(_ name: String, _ value: some Encodable) throws {
        try add(name, json: JSONBytesEncoder().encode(value))
    }

    /// Adds a member whose value is JSON, as it stands.
    mutating func add(_ name: String, json value: [UInt8]) throws {
        if !json.isEmpty { json.append(UInt8(ascii: ",")) }
        json += try JSONBytesEncoder().encode(name)
        json.append(UInt8(ascii: ":"))
        json += value
    }

    /// Adds what stands between the braces of an object.
    mutating func add(membersOf object: [UInt8]) {
        guard let first = object.firstIndex(of: UInt8(ascii: "{")), let last = object.lastIndex(of: UInt8(ascii: "}"))
        else { return }
        let inner = object[(first + 1)..<last]
        guard inner.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return }
        if !json.isEmpty { json.append(UInt8(ascii: ",")) }
        json += inner
    }

    /// The object.
    var object: [UInt8] { [UInt8(ascii: "{")] + json + [UInt8(ascii: "}")] }
}
