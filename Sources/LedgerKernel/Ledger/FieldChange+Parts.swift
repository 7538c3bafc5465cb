internal import EventLog
package import JSONCoding

// Changes of lists and of long texts, of which an event has only what left and what came.
extension FieldChange {
    /// Reads the change of a part of a value; nil for an object of another kind.
    package init?(partOf field: String, _ object: JSONObject) {
        switch object.keys {
        case ["removed"], ["added"], ["removed", "added"]:
            guard let old = Self.members(object["removed"]), let new = Self.members(object["added"]) else { return nil }
            // An element that only moved has neither left nor come.
            self.init(
                field: field, old: .array(old.filter { !new.contains($0) }),
                new: .array(new.filter { !old.contains($0) }), part: .object(object))
        case ["at", "removed", "added", "number", "digest"]:
            self.init(
                field: field, old: object["removed"] ?? .null, new: object["added"] ?? .null, part: .object(object))
        default: return nil
        }
    }

    /// The elements of one side of a change of a list, or of keywords, which have no places; nil for something else.
    private static func members(_ side: JSONValue?) -> [JSONValue]? {
        guard let side else { return [] }
        guard case .array(let members) = side else { return nil }
        let values = members.compactMap { member -> JSONValue? in
            if case .string = member { return member }
            guard case .object(let object) = member, object.keys == ["at", "value"] else { return nil }
            return object["value"]
        }
        return values.count == members.count ? values : nil
    }

    /// Returns the whole value of the field after the change.
    ///
    /// - Throws: For a value that is not the one before the change.
    package func value(after old: JSONValue) throws -> JSONValue {
        guard let part else { return new }
        let bytes = try JSONBytesEncoder().encode(part)
        if case .string(let text) = old {
            return .string(try JSONBytesDecoder().decode(TextChange.self, from: bytes).applied(to: text))
        }
        let list: [JSONValue] = if case .array(let list) = old { list } else { [] }
        return .array(try JSONBytesDecoder().decode(ListChange<JSONValue>.self, from: bytes).applied(to: list))
    }

    /// Returns this change and a later one of the same field as one.
    package func followed(by later: FieldChange) -> FieldChange {
        guard isPart, later.isPart, case .array(let old) = self.old, case .array(let new) = self.new,
            case .array(let laterOld) = later.old, case .array(let laterNew) = later.new
        else { return FieldChange(field: field, old: self.old, new: later.new, part: later.part) }
        return FieldChange(
            field: field, old: .array(old + laterOld.filter { !new.contains($0) }),
            new: .array(new.filter { !laterOld.contains($0) } + laterNew), part: later.part)
    }
}
