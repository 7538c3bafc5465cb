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
        let (old, new) = try lists(of: change)
        guard let change = ListChange(from: old, to: new) else { return nil }
        return try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(change))
    }

    /// Reads a change with both sets as what left and what came, without places; a side that is empty is left out.
    public static func setChange(of change: JSONValue) throws -> JSONValue {
        let (old, new) = try lists(of: change)
        var sides = JSONObject()
        for (side, members) in [
            ("removed", old.filter { !new.contains($0) }), ("added", new.filter { !old.contains($0) }),
        ] where !members.isEmpty { sides[side] = .array(members) }
        return .object(sides)
    }

    private static func lists(of change: JSONValue) throws -> (old: [JSONValue], new: [JSONValue]) {
        guard case .object(let object) = change, case .array(let old)? = object["old"],
            case .array(let new)? = object["new"]
        else { throw Malformed() }
        return (old, new)
    }
}
