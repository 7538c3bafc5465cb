internal import Chat
package import EventLog
package import JSONCoding
package import LedgerKernel
internal import Mail

extension JSONValue {
    /// The payload of an event.
    package init(payloadOf event: any Event) throws {
        self = try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(event))
    }
}

extension FieldChange {
    /// Finds every field that an event changes.
    package static func all(of event: any Event) throws -> [FieldChange] {
        all(in: try JSONValue(payloadOf: event), of: type(of: event).type)
    }

    /// Finds every field of a payload that has an old and a new value.
    ///
    /// The fields of a thing's first event have no old value: each counts as a change from null.
    package static func all(in payload: JSONValue, of type: EventType) -> [FieldChange] {
        if type == FileSkipped.type { return skipped(payload) }
        if type == ConflictDetected.type { return conflict(payload) }
        var changes: [FieldChange] = []
        collect(payload, path: [], into: &changes)
        // A copy that came or went has no old value, or no new one.
        if case .object(let object) = payload, let copy = object["copy"], case .object = copy, object["id"] == nil {
            changes =
                created("copy", copy).map {
                    type == CopyRemoved.type ? FieldChange(field: $0.field, old: $0.new, new: .null) : $0
                } + changes
        }
        // The rule that pruned a message is no change of a field either.
        if case .object(let object) = payload, let rule = object["pruned_by"] { changes += created("pruned_by", rule) }
        guard changes.isEmpty, case .object(let object) = payload else { return changes }
        // A message that joined a conversation began by an event before this one.
        if type.name == ChatMessageJoined.type.name {
            return object.members.filter { $0.key != "message" }.flatMap { created($0.key, $0.value) }
        }
        guard object["id"] != nil else { return changes }
        return object.members.flatMap { created($0.key, $0.value) }
    }

    /// Returns the fields of a skipped file and of the reason.
    private static func skipped(_ payload: JSONValue) -> [FieldChange] {
        guard case .object(let object) = payload else { return [] }
        return object.members.filter { $0.key != "account" && $0.value != .null }.map {
            FieldChange(field: $0.key, old: .null, new: $0.value)
        }
    }

    /// Returns the values of a conflict in the ledger and in the Maildir, null for a missing one.
    private static func conflict(_ payload: JSONValue) -> [FieldChange] {
        guard case .object(let object) = payload, case .object(let here)? = object["here"] else { return [] }
        var there: JSONObject?
        if case .object(let side)? = object["there"] { there = side }
        return here.members.map {
            FieldChange(field: "conflict.\($0.key)", old: $0.value, new: there?[$0.key] ?? .null)
        }.filter { $0.old != $0.new }
    }

    private static func collect(_ value: JSONValue, path: [String], into changes: inout [FieldChange]) {
        switch value {
        case .object(let object):
            if object.keys == ["old", "new"], let old = object["old"], let new = object["new"] {
                changes.append(FieldChange(field: path.joined(separator: "."), old: old, new: new))
            } else if let change = FieldChange(partOf: path.joined(separator: "."), object) {
                changes.append(change)
            } else {
                for member in object.members { collect(member.value, path: path + [member.key], into: &changes) }
            }
        case .array(let values):
            for value in values { collect(value, path: path, into: &changes) }
        default: break
        }
    }

    private static func created(_ field: String, _ value: JSONValue) -> [FieldChange] {
        switch (field, value) {
        case ("id", _), ("account", _), ("identity", _), ("parser", _), (_, .array([])), (_, .string("")): []
        // `show` has the header and the parts of a message; here are its place and its size.
        case ("headers", .object(let object)):
            object.members.filter { ["message_id", "subject", "date"].contains($0.key) }.flatMap {
                created($0.key, $0.value)
            }
        case ("copy", .object(let object)):
            object.members.filter { ["folder", "source", "flags"].contains($0.key) }.flatMap {
                created($0.key, $0.value)
            }
        // A recording comes and goes as a whole.
        case ("audio", _): [FieldChange(field: field, old: .null, new: value)]
        case (_, .object(let object)):
            object.members.flatMap { created("\(field).\($0.key)", $0.value) }
        case ("attachments", _), ("snippet", _): []
        default: [FieldChange(field: field, old: .null, new: value)]
        }
    }
}
