internal import Domain
internal import JSONCoding
internal import MIME

/// A property of the form `header:Name:asForm:all` (RFC 8621 section 4.1.3).
struct HeaderProperty {
    enum Form: String {
        case raw = "asRaw"
        case text = "asText"
        case addresses = "asAddresses"
        case groupedAddresses = "asGroupedAddresses"
        case messageIDs = "asMessageIds"
        case date = "asDate"
        case urls = "asURLs"
    }

    let name: String
    let form: Form
    let takesAll: Bool

    /// Reads a property; nil for one of another form, and for a form that the field does not have.
    init?(_ property: String) {
        let parts = property.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, parts.count <= 4, parts[0] == "header", !parts[1].isEmpty,
            parts[1].utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        name = parts[1]
        var rest = parts.dropFirst(2)
        if rest.last == "all" {
            takesAll = true
            rest.removeLast()
        } else {
            takesAll = false
        }
        guard rest.count <= 1 else { return nil }
        guard let word = rest.first else {
            form = .raw
            return
        }
        guard let form = Form(rawValue: word), Self.has(form, parts[1].lowercased()) else { return nil }
        self.form = form
    }

    /// Whether a field may be read so: those of RFC 5322 and RFC 2369 have their forms, all others may be read in any.
    private static func has(_ form: Form, _ name: String) -> Bool {
        if form == .raw { return true }
        switch name {
        case "from", "sender", "reply-to", "to", "cc", "bcc", "resent-from", "resent-sender", "resent-reply-to",
            "resent-to", "resent-cc", "resent-bcc":
            return form == .addresses || form == .groupedAddresses
        case "subject", "comments", "keywords": return form == .text
        case "message-id", "in-reply-to", "references", "resent-message-id": return form == .messageIDs
        case "date", "resent-date": return form == .date
        case "list-help", "list-unsubscribe", "list-subscribe", "list-post", "list-owner", "list-archive":
            return form == .urls
        case "return-path", "received": return false
        default: return true
        }
    }

    /// The value in a header; null, or an empty list, where it has no such field.
    func value(in header: RawHeader) -> JSONValue {
        let fields = header.all(name)
        if takesAll { return .array(fields.map(value)) }
        // The last one counts (RFC 8621 section 4.1.3).
        return fields.last.map(value) ?? .null
    }

    /// Decoded texts are in Normalization Form C (RFC 8621 section 4.1.2.2).
    private func value(of field: RawHeader.Field) -> JSONValue {
        switch form {
        case .raw: .string(field.raw)
        case .text: .string(field.text.canonicalForm)
        case .addresses: .array(field.addresses.flatMap(\.mailboxes).map(Self.json))
        case .groupedAddresses: .array(Self.groups(field.addresses))
        case .messageIDs: field.messageIDs.map { .array($0.map { .string($0) }) } ?? .null
        case .date: field.date.map { .string($0) } ?? .null
        case .urls: field.urls.map { .array($0.map { .string($0) }) } ?? .null
        }
    }

    private static func json(_ mailbox: MIME.Mailbox) -> JSONValue {
        [
            "name": (mailbox.name ?? mailbox.comment).map { .string($0.canonicalForm) } ?? .null,
            "email": .string(mailbox.address),
        ]
    }

    /// Groups as they stand; addresses beside each other without a group are one without a name.
    private static func groups(_ addresses: [Address]) -> [JSONValue] {
        var groups: [JSONValue] = []
        var alone: [JSONValue] = []
        func finish() {
            if !alone.isEmpty { groups.append(["name": nil, "addresses": .array(alone)]) }
            alone = []
        }
        for address in addresses {
            switch address {
            case .mailbox(let mailbox): alone.append(json(mailbox))
            case .group(let name, let members):
                finish()
                groups.append(["name": .string(name.canonicalForm), "addresses": .array(members.map(json))])
            }
        }
        finish()
        return groups
    }
}
