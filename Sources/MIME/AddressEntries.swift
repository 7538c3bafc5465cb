/// One item between the separators of an address field.
enum AddressEntry {
    case group(name: String)
    case mailbox([UInt8])
}

/// The entries of an address field that violates the grammar of RFC 5322, section 3.4, found by its separators alone.
///
/// Quotation marks, parentheses and angle brackets count only if they are closed.
struct AddressEntries: Sequence {
    private var entries: [AddressEntry] = []

    /// - Complexity: O(the length of the text).
    init(_ text: [UInt8]) {
        let closings = Closings(text)
        var start = 0
        var index = 0
        var hasAt = false
        func entry(_ end: Int) -> [UInt8]? {
            let bytes = Array(text[start..<end])
            return bytes.contains { $0 > 0x20 } ? bytes : nil
        }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["):
                index = closings.end(of: index) ?? index
            case UInt8(ascii: ","), UInt8(ascii: ";"):
                if let bytes = entry(index) { entries.append(.mailbox(bytes)) }
                start = index + 1
                hasAt = false
            case UInt8(ascii: "@"): hasAt = true
            case UInt8(ascii: ":") where !hasAt:
                // The name of a group is before the colon; it has no address.
                if let bytes = entry(index),
                    let name = Self.name(PreparedAddresses(bytes).withoutComments[...])
                {
                    entries.append(.group(name: name))
                }
                start = index + 1
            default: break
            }
            index += 1
        }
        if let bytes = entry(text.count) { entries.append(.mailbox(bytes)) }
    }

    func makeIterator() -> IndexingIterator<[AddressEntry]> { entries.makeIterator() }

    /// Returns the best reading of an entry that is no mailbox by the grammar.
    ///
    /// The address is the text in the last angle brackets, or else the word with an at sign; the rest is the name.
    /// Without either, the whole entry is the name.
    ///
    /// - Parameter entry: Prepared, and without its comments.
    static func mailbox(in entry: [UInt8]) -> Mailbox? {
        if let open = entry.lastIndex(of: UInt8(ascii: "<")) {
            let rest = entry[(open + 1)...]
            let close = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            if let address = word(rest[..<close]) {
                return Mailbox(name: name(entry[..<open]), address: address)
            }
        }
        let words = entry.split { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        guard let place = words.lastIndex(where: { $0.contains(UInt8(ascii: "@")) && $0.count > 1 }),
            let address = word(words[place].drop { $0 == 0x22 })
        else {
            return name(entry[...]).map { Mailbox(name: $0, address: "") }
        }
        let others = words[..<place] + words[(place + 1)...]
        return Mailbox(name: name(Array(others.joined(separator: [0x20]))[...]), address: address)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
        var bytes = bytes.filter { $0 > 0x20 }
        // A quotation mark that nothing opens.
        if bytes.last == 0x22, bytes.count(where: { $0 == 0x22 }) == 1 { bytes.removeLast() }
        return bytes.isEmpty ? nil : PreparedAddresses.restored(Charset.repaired(bytes))
    }

    /// Makes a display name from bytes, without the quotation marks, brackets and backslashes of the grammar.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        var plain: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == 0x5C, index + 1 < bytes.endIndex {
                plain.append(bytes[index + 1])
                index += 2
                continue
            }
            if ![0x22, 0x3C, 0x3E, 0x5C].contains(bytes[index]) { plain.append(bytes[index]) }
            index += 1
        }
        let name = collapsingSpace(PreparedAddresses.restored(Charset.repaired(plain)))
        return name.isEmpty ? nil : name
    }
}

/// The places where the brackets and quotes of an address field close.
private struct Closings {
    private var ends: [Int: Int] = [:]

    init(_ text: [UInt8]) {
        var quote: Int?
        var comments: [Int] = []
        var angle: Int?
        var bracket: Int?
        var index = 0
        while index < text.count {
            switch text[index] {
            case 0x5C where quote != nil || !comments.isEmpty: index += 1
            case 0x22 where comments.isEmpty:
                if let open = quote {
                    ends[open] = index
                    quote = nil
                } else {
                    quote = index
                }
            case UInt8(ascii: "(") where quote == nil: comments.append(index)
            case UInt8(ascii: ")") where quote == nil:
                if let open = comments.popLast() { ends[open] = index }
            case UInt8(ascii: "<") where quote == nil && comments.isEmpty: angle = index
            case UInt8(ascii: ">") where quote == nil && comments.isEmpty:
                if let open = angle { ends[open] = index }
                angle = nil
            case UInt8(ascii: "[") where quote == nil && comments.isEmpty: bracket = index
            case UInt8(ascii: "]") where quote == nil && comments.isEmpty:
                if let open = bracket { ends[open] = index }
                bracket = nil
            default: break
            }
            index += 1
        }
    }

    func end(of open: Int) -> Int? { ends[open] }
}
