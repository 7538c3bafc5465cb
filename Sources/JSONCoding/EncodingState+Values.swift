extension EncodingState {
    /// Writes a value of JSON in one go: the containers of `Encodable` cost several times as much as its bytes.
    ///
    /// - Parameter depth: That of the container which has the value as its member.
    /// - Returns: False, with nothing written, for what the general way lays out otherwise, or refuses with the place.
    mutating func writePlainly(_ value: JSONValue, in depth: Int) -> Bool {
        guard !pretty, textKeys.isEmpty else { return false }
        let start = writer.count
        if write(value, in: depth) { return true }
        writer.truncate(to: start)
        return false
    }

    private mutating func write(_ value: JSONValue, in depth: Int) -> Bool {
        switch value {
        case .null: writer.write("null")
        case .bool(let value): writer.write(value)
        case .integer(let value): writer.write(integer: value)
        case .unsigned(let value): writer.write(integer: value)
        case .number(let value):
            guard value.isFinite else { return false }
            writer.write(number: value)
        case .string(let value): writer.write(string: value)
        case .array(let elements):
            guard depth < JSONLimits.depth else { return false }
            writer.write(UInt8(ascii: "["))
            for index in elements.indices {
                if index > 0 { writer.write(UInt8(ascii: ",")) }
                guard write(elements[index], in: depth + 1) else { return false }
            }
            writer.write(UInt8(ascii: "]"))
        case .object(let object):
            guard depth < JSONLimits.depth else { return false }
            writer.write(UInt8(ascii: "{"))
            for index in object.members.indices {
                if index > 0 { writer.write(UInt8(ascii: ",")) }
                writer.write(string: object.members[index].key)
                writer.write(UInt8(ascii: ":"))
                guard write(object.members[index].value, in: depth + 1) else { return false }
            }
            writer.write(UInt8(ascii: "}"))
        }
        return true
    }
}
