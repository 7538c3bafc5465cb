package import JSONCoding
package import LedgerKernel
internal import Mail

/// The values of fields, in the words of people.
package struct ValueWords {
    /// The name of a thing by its id; nil if it is unknown.
    let name: (String) -> String?
    /// A time of a field, in microseconds since 1970.
    let time: (Int64) -> String

    package init(name: @escaping (String) -> String?, time: @escaping (Int64) -> String) {
        self.name = name
        self.time = time
    }

    /// A value of a field: folders by their paths, times by the clock.
    package func value(_ value: JSONValue, isTime: Bool = false) -> String {
        switch value {
        case .null: "–"
        case .string(let text): name(text) ?? (text.isEmpty ? "–" : text)
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): isTime ? time(number) : String(number)
        case .array(let values):
            values.isEmpty
                ? "–" : values.map { self.value($0, isTime: isTime).quotedIfBlank(in: $0) }.joined(separator: " ")
        case .object(let object) where object.keys == ["name", "address"]: Self.mailbox(object)
        case .object(let object) where object.keys.contains("value") && object.keys.contains("by"): claim(object)
        default: (try? JSONBytesEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }
    }

    /// A field with its old and its new value: "folder: Receipts → Trash".
    package func change(_ change: FieldChange) -> String {
        "\(change.field)\(change.isPart ? WordRules.part : ""): \(value(change.old, isTime: change.isTime)) → \(value(change.new, isTime: change.isTime))"
    }

    /// A claim: its value, and between parentheses its further facts and its source.
    private func claim(_ object: JSONObject) -> String {
        let rest = object.members.filter { $0.key != "value" && $0.value != .null }.map { value($0.value) }
        return "\(object["value"].map { value($0) } ?? "–") (\(rest.joined(separator: ", ")))"
    }

    private static func mailbox(_ object: JSONObject) -> String {
        guard case .string(let address)? = object["address"] else { return "–" }
        guard case .string(let name)? = object["name"] else { return address }
        return EmailAddress(name: name, address: address).shownText
    }
}

extension String {
    /// A word of a list that blanks divide: in quotes if it has blanks itself.
    package var quotedIfBlank: String { utf8.contains(0x20) ? "\"\(self)\"" : self }

    /// The words for a value of such a list: only a text can be taken for several.
    fileprivate func quotedIfBlank(in value: JSONValue) -> String {
        if case .string = value { quotedIfBlank } else { self }
    }
}
