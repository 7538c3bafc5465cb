package import CivilTime

/// What a program wants a header to say, exactly.
extension FieldWriter {
    /// Adds a value as it stands; one that begins without a blank gets one.
    package mutating func add(_ name: String, raw value: String) {
        let first = value.utf8.first
        append("\(name):\(first == 0x20 || first == 0x09 ? "" : " ")\(value)\r\n")
    }

    /// Adds text that is read as it was given: blanks that a reader would lose are encoded, too.
    package mutating func add(_ name: String, exactly text: String) {
        let loses = text.hasPrefix(" ") || text.hasSuffix(" ") || text.contains("  ") || text.contains("\t")
        add(name, loses ? EncodedWord.encode(text, after: name.utf8.count + 2) : nil, orElse: text)
    }

    private mutating func add(_ name: String, _ encoded: String?, orElse text: String) {
        if let encoded { add(name, encoded) } else { add(name, text: text) }
    }

    /// Adds addresses, groups as such; the empty field where there are none.
    package mutating func add(_ name: String, entries: [AddressListEntry]) {
        let written = entries.map { entry in
            switch entry {
            case .mailbox(let address): Self.written(address)
            case .group(let group):
                "\(Self.phrase(group.name)): \(group.members.map { Self.written($0) }.joined(separator: ", "));"
            }
        }
        add(name, written.joined(separator: ", "))
    }

    /// Adds a time with the zone that it was given in, in minutes east of Greenwich.
    package mutating func add(_ name: String, _ time: Timestamp, zone: Int) {
        let local = Timestamp(microseconds: time.microseconds + Int64(zone) * 60_000_000).headerDate
        let (hours, minutes) = abs(zone).quotientAndRemainder(dividingBy: 60)
        let number: Int = 10_000 + hours * 100 + minutes
        let digits = String(number).dropFirst()
        add(name, "\(local.dropLast(5))\(zone < 0 ? "-" : "+")\(digits)")
    }

    /// Whether an address can be written so that it is read again as it is.
    package static func canWrite(_ address: String) -> Bool {
        !address.isEmpty && address.utf8.count <= 900 && EmailAddress(address: address).formatted == address
    }

    private static func written(_ address: EmailAddress) -> String {
        guard let name = address.name, !name.isEmpty else { return address.address }
        return "\(phrase(name)) <\(address.address)>"
    }

    /// A name as a quoted string, or encoded.
    private static func phrase(_ name: String) -> String {
        needsEncoding(name) ? EncodedWord.encode(name, after: 40) : AddressSyntax.quoted(name)
    }
}
