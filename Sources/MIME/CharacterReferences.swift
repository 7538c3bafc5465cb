/// The character references of HTML: `&eacute;`, `&#233;`, `&#xE9;`.
enum CharacterReferences {
    /// Reads the reference that follows a `&`, as a browser does in the text of a page.
    ///
    /// The semicolon may be missing after a number, and after the oldest names: `&copy2024` begins with a sign
    /// (<https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>).
    ///
    /// - Parameter bytes: What follows the `&`.
    /// - Returns: Its text, and its length in bytes; nil if it is no reference.
    /// - Complexity: O(log *n*) for *n* names.
    static func reference(in bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
        if bytes.first == UInt8(ascii: "#") { return number(in: bytes.dropFirst()) }
        let name = bytes.prefix(longestName).prefix(while: isLetterOrDigit)
        if let end = bytes.dropFirst(name.count).first, end == UInt8(ascii: ";"), let found = entry(name) {
            return (found.text, name.count + 1)
        }
        for length in stride(from: min(name.count, longestWithoutSemicolon), through: 2, by: -1) {
            if let found = entry(name.prefix(length)), found.needsNoSemicolon { return (found.text, length) }
        }
        return nil
    }

    private static func number(in bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
        let isHex = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = bytes.dropFirst(isHex ? 1 : 0).prefix { isHex ? hexDigit($0) != nil : (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        let end = digits.endIndex
        let hasSemicolon = end < bytes.endIndex && bytes[end] == UInt8(ascii: ";")
        // A number beyond Unicode stays beyond it, however many digits follow.
        let value = digits.reduce(UInt32(0)) { min($0 * (isHex ? 16 : 10) + (hexDigit($1) ?? 0), 0x11_0000) }
        return (text(of: value), end - bytes.startIndex + 1 + (hasSemicolon ? 1 : 0))
    }

    private static func text(of number: UInt32) -> String {
        // Numbers between 128 and 159 mean windows-1252 (the HTML standard's "numeric character reference end state").
        if (0x80...0x9F).contains(number) {
            return Charset.text([UInt8(number)], charset: "windows-1252")
        }
        guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32((byte | 0x20) - 0x61 + 10)
        default: nil
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    // MARK: Names

    /// In bytes; `CounterClockwiseContourIntegral` has most.
    private static let longestName = 31
    private static let longestWithoutSemicolon = 6

    /// The lines of `Assets/references`, in the order of their bytes.
    private static let table: [UInt8] = {
        for asset in EmbeddedAssets.all where "\(asset.name)" == "references" { return Array("\(asset.text)".utf8) }
        preconditionFailure("the references are built into the program")
    }()

    private static func entry(_ name: ArraySlice<UInt8>) -> (text: String, needsNoSemicolon: Bool)? {
        var (low, high) = (0, table.count)
        while low < high {
            let middle = (low + high) / 2
            let start = table[low..<middle].lastIndex(of: 0x0A).map { $0 + 1 } ?? low
            let end = table[middle..<high].firstIndex(of: 0x0A) ?? high
            let found = table[start..<end].prefix { $0 != 0x20 }
            if found.elementsEqual(name) { return meaning(in: table[found.endIndex..<end]) }
            if found.lexicographicallyPrecedes(name) { low = end + 1 } else { high = start }
        }
        return nil
    }

    /// Reads what follows a name in its line.
    private static func meaning(in rest: ArraySlice<UInt8>) -> (text: String, needsNoSemicolon: Bool) {
        let words = rest.split(separator: 0x20)
        let scalars = words[0].split(separator: UInt8(ascii: ",")).compactMap { digits in
            Unicode.Scalar(digits.reduce(0) { $0 << 4 | (hexDigit($1) ?? 0) })
        }
        return (String(String.UnicodeScalarView(scalars)), words.count > 1)
    }
}
