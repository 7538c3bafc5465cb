public import JSONCoding

extension Upcaster {
    /// A stored event lacks what its version always had.
    public struct Malformed: Error {
        public init() {}
    }

    /// Reads a change with both lists, as older versions have it, as the change of a list of today.
    ///
    /// - Returns: The stored form of a ``ListChange``; nil if the lists are equal.
    public static func listChange(of change: JSONValue) throws -> JSONValue? {
        guard case .object(let object) = change, case .array(let old)? = object["old"],
            case .array(let new)? = object["new"]
        else { throw Malformed() }
        guard let change = ListChange(from: old, to: new) else { return nil }
        return try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(change))
    }
}
