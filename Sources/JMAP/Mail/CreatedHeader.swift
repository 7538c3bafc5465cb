internal import JSONCoding

/// The header fields that a client sets on a new email, or on a part of it (RFC 8621 section 4.6).
struct CreatedHeader {
    private(set) var fields: [ComposedField] = []
    /// The names of the fields in lower case, by the properties that set them.
    private(set) var names: [String: String] = [:]
    private var taken: Set<String> = []

    /// More fields are none of a mail's.
    private static let most = 1_000

    /// The properties that stand for a field of an email.
    static let ofEmail: [String: (name: String, form: HeaderProperty.Form)] = [
        "messageId": ("Message-ID", .messageIDs), "inReplyTo": ("In-Reply-To", .messageIDs),
        "references": ("References", .messageIDs), "sender": ("Sender", .addresses), "from": ("From", .addresses),
        "to": ("To", .addresses), "cc": ("Cc", .addresses), "bcc": ("Bcc", .addresses),
        "replyTo": ("Reply-To", .addresses), "subject": ("Subject", .text), "sentAt": ("Date", .date),
    ]

    func has(_ name: String) -> Bool { taken.contains(name) }

    /// Takes a property that stands for a field; false for another property.
    mutating func take(_ property: String, _ json: JSONValue, _ invalid: inout [String]) -> Bool {
        if let known = Self.ofEmail[property] {
            add(known.name, as: known.form, property, [json], &invalid)
            return true
        }
        guard property.hasPrefix("header:") else { return false }
        guard let header = HeaderProperty(property) else {
            invalid.append(property)
            return true
        }
        if header.takesAll {
            guard case .array(let values) = json else {
                invalid.append(property)
                return true
            }
            add(header.name, as: header.form, property, values, &invalid)
        } else {
            add(header.name, as: header.form, property, [json], &invalid)
        }
        return true
    }

    private mutating func add(
        _ name: String, as form: HeaderProperty.Form, _ property: String, _ values: [JSONValue],
        _ invalid: inout [String]
    ) {
        // A list of nothing is no field: no header has one without a body.
        let values = values.filter { form == .raw || form == .text || $0 != [] }
        let made = values.compactMap { ComposedField(name, as: form, $0) }
        guard made.count == values.count, fields.count + made.count <= Self.most,
            taken.insert(name.lowercased()).inserted
        else {
            invalid.append(property)
            return
        }
        names[property] = name.lowercased()
        fields += made
    }
}
