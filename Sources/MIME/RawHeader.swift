internal import CivilTime

/// All fields of a header section, in their order, as they came.
public struct RawHeader: Sendable, Hashable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// In the case in which it came.
        public let name: String
        /// The bytes after the colon, with folds, without the last line end.
        let bytes: [UInt8]

        /// The raw value without NUL, with U+FFFD for bytes that are not UTF-8.
        public var raw: String { Charset.repaired(bytes.filter { $0 != 0 }) }
    }

    public let fields: [Field]

    /// No header has more fields than this.
    private static let limit = 10_000

    init(_ section: [UInt8]) {
        var fields: [Field] = []
        var current: (name: String, value: [UInt8])?
        func finish() {
            guard let name = current?.name, var value = current?.value else { return }
            while let last = value.last, last == 0x0A || last == 0x0D { value.removeLast() }
            fields.append(Field(name: name, bytes: value))
            current = nil
        }
        for line in Self.lines(of: section) {
            if let first = line.first, first == 0x20 || first == 0x09 {
                current?.value += line
                continue
            }
            finish()
            guard fields.count < Self.limit, let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else {
                continue
            }
            var name = line[..<colon]
            while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
            guard !name.isEmpty, name.allSatisfy({ (0x21...0x7e).contains($0) }) else { continue }
            current = (String(decoding: name, as: UTF8.self), Array(line[(colon + 1)...]))
        }
        finish()
        self.fields = fields
    }

    /// The lines with their ends.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Returns the fields of a name, in any case.
    public func all(_ name: String) -> [Field] {
        let wanted = name.utf8.map(Self.lowered)
        return fields.filter { field in
            field.name.utf8.count == wanted.count && field.name.utf8.lazy.map(Self.lowered).elementsEqual(wanted)
        }
    }
}

/// The forms in which RFC 8621 section 4.1.2 reads a field.
extension RawHeader.Field {
    /// Without its folds, as addresses, ids and texts are read.
    private var unfolded: [UInt8] { bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } }

    /// The value as text: unfolded, its encoded words read where they may stand, without blanks before it.
    public var text: String {
        let text = EncodedWords.decode(unfolded, textCharset: nil, .strict)
        return String(text.drop { $0 == " " || $0 == "\t" }).trimmingLast()
    }

    /// The addresses, groups as such; no more than 1,000.
    public var addresses: [Address] {
        AddressField.parse([unfolded], limit: 1_000, textCharset: nil).addresses
    }

    /// The ids without their angle brackets; nil if there is none.
    public var messageIDs: [String]? {
        let ids = Identifiers.list(unfolded, limit: 1_000).identifiers
        return ids.isEmpty ? nil : ids
    }

    /// The time with its own zone, in the form of RFC 3339; nil if it is no date.
    public var date: String? {
        guard let instant = DateField.parse(unfolded) else { return nil }
        let offset = DateField.offset(unfolded) ?? 0
        let local = Timestamp(microseconds: instant + offset * 1_000_000).iso8601.prefix(19)
        guard offset != 0 else { return "\(local)Z" }
        let (hours, minutes) = (offset.magnitude / 60).quotientAndRemainder(dividingBy: 60)
        return "\(local)\(offset < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    /// The time behind the last semicolon, as `Received` has it (RFC 5322 section 3.6.7), in microseconds since 1970.
    public var receivedTime: Int64? {
        guard let semicolon = unfolded.lastIndex(of: 0x3B) else { return nil }
        return DateField.parse(Array(unfolded[(semicolon + 1)...]))
    }

    /// The addresses in angle brackets (RFC 2369); nil where there is none.
    public var urls: [String]? {
        let urls = unfolded.split(separator: 0x3C).dropFirst(unfolded.first == 0x3C ? 0 : 1).compactMap {
            piece -> String? in
            guard let end = piece.firstIndex(of: 0x3E) else { return nil }
            return Charset.repaired(piece[..<end].filter { $0 > 0x20 })
        }
        return urls.isEmpty ? nil : urls
    }
}

extension String {
    fileprivate func trimmingLast() -> String {
        var text = self[...]
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
