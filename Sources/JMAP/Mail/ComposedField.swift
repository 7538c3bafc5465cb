internal import CivilTime
internal import JSONCoding
internal import Mail

/// A header field that a client sets, in one of the forms of RFC 8621 section 4.1.2.
struct ComposedField {
    let name: String
    private let value: Value

    private enum Value {
        case raw(String)
        case text(String)
        case addresses([AddressListEntry])
        case identifiers([String])
        case time(Timestamp, zone: Int)
        case urls([String])
    }

    /// No line of a header is longer (RFC 5322 section 2.1.1).
    private static let longestLine = 998
    /// No value is longer, in bytes.
    private static let longest = 64 << 10
    private static let mostEntries = 1_000

    /// Reads a value; nil for one that the form does not have, or that a header cannot hold.
    init?(_ name: String, as form: HeaderProperty.Form, _ json: JSONValue) {
        let value: Value? =
            switch form {
            case .raw: Self.text(json).flatMap { Self.isRaw($0) ? .raw($0) : nil }
            case .text: Self.line(json).map { .text($0) }
            case .addresses: Self.addresses(json).map { .addresses($0.map { .mailbox($0) }) }
            case .groupedAddresses: Self.groups(json).map { .addresses($0) }
            case .messageIDs: Self.lines(json).flatMap { $0.allSatisfy(Self.isIdentifier) ? .identifiers($0) : nil }
            case .date: Self.line(json).flatMap(Self.time).map { .time($0.0, zone: $0.1) }
            case .urls: Self.lines(json).flatMap { $0.allSatisfy(Self.isURL) ? .urls($0) : nil }
            }
        guard name.utf8.count <= 100, let value else { return nil }
        self.name = name
        self.value = value
    }

    /// Writes the field.
    func write(to header: inout FieldWriter) {
        switch value {
        case .raw(let text): header.add(name, raw: text)
        case .text(let text): header.add(name, exactly: text)
        case .addresses(let entries): header.add(name, entries: entries)
        case .identifiers(let ids): header.add(name, identifiers: ids)
        case .time(let time, let zone): header.add(name, time, zone: zone)
        case .urls(let urls): header.add(name, urls.map { "<\($0)>" }.joined(separator: ", "))
        }
    }

    // MARK: Values

    private static func text(_ json: JSONValue) -> String? {
        guard case .string(let text) = json, text.utf8.count <= longest else { return nil }
        return text
    }

    /// A text in which nothing can begin another field.
    static func line(_ json: JSONValue) -> String? {
        text(json).flatMap { $0.unicodeScalars.allSatisfy(isPlain) ? $0 : nil }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        // Control characters, and the line ends of Unicode.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
        default: true
        }
    }

    /// A value as it stands: its lines may be folded, and each has something on it (RFC 5322 section 2.2.3).
    private static func isRaw(_ text: String) -> Bool {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        return lines.enumerated().allSatisfy { index, line in
            let isFolded = line.first == " " || line.first == "\t"
            return line.utf8.count <= longestLine - 102 && line.unicodeScalars.allSatisfy(isPlain)
                && (index == 0 || isFolded && line.contains { $0 != " " && $0 != "\t" })
        }
    }

    private static func lines(_ json: JSONValue) -> [String]? {
        guard case .array(let values) = json, values.count <= mostEntries else { return nil }
        let lines = values.compactMap(line)
        return lines.count == values.count ? lines : nil
    }

    private static func isIdentifier(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 900 && isGraphic(id)
    }

    private static func isURL(_ url: String) -> Bool { !url.isEmpty && url.utf8.count <= 900 && isGraphic(url) }

    private static func isGraphic(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    }

    private static func addresses(_ json: JSONValue) -> [EmailAddress]? {
        guard case .array(let values) = json, values.count <= mostEntries else { return nil }
        let addresses = values.compactMap(address)
        return addresses.count == values.count ? addresses : nil
    }

    private static func address(_ json: JSONValue) -> EmailAddress? {
        guard case .object(let object) = json, object.keys.allSatisfy({ ["name", "email"].contains($0) }),
            let email = object["email"].flatMap(line), FieldWriter.canWrite(email)
        else { return nil }
        guard let name = object["name"], name != .null else { return EmailAddress(address: email) }
        return line(name).map { EmailAddress(name: $0, address: email) }
    }

    private static func groups(_ json: JSONValue) -> [AddressListEntry]? {
        guard case .array(let values) = json, values.count <= mostEntries else { return nil }
        let groups = values.compactMap(group)
        return groups.count == values.count ? groups.flatMap { $0 } : nil
    }

    /// A group under its name, or the addresses of one that has none.
    private static func group(_ json: JSONValue) -> [AddressListEntry]? {
        guard case .object(let object) = json, object.keys.allSatisfy({ ["name", "addresses"].contains($0) }),
            let members = object["addresses"].flatMap(addresses)
        else { return nil }
        guard let name = object["name"], name != .null else { return members.map { .mailbox($0) } }
        return line(name).flatMap { $0.isEmpty ? nil : [.group(AddressGroup(name: $0, members: members))] }
    }

    /// Reads a time with its zone (RFC 3339).
    private static func time(_ text: String) -> (Timestamp, Int)? {
        guard
            let match = text.wholeMatch(
                of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/),
            let time = Timestamp(iso8601: text)
        else { return nil }
        guard match.1 != "Z" else { return (time, 0) }
        let digits = match.1.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard digits.count == 2, digits[0] < 24, digits[1] < 60 else { return nil }
        let minutes = digits[0] * 60 + digits[1]
        return (time, match.1.first == "-" ? -minutes : minutes)
    }
}
