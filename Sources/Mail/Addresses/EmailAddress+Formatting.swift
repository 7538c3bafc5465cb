extension EmailAddress {
    /// The mailbox in the form of a header, on one line: `Ada Lovelace <ada@example.org>`, or the bare address.
    ///
    /// A name with specials is quoted (RFC 5322, 3.2.4). A name that is not printable ASCII, or that looks like an
    /// encoded word, is written in encoded words (RFC 2047, 5). Reading the result gives the name and the address
    /// again. An invalid address loses the characters that could end it, above all line ends, so that nobody can
    /// smuggle in a header.
    public var formatted: String {
        guard let name else { return headerAddress }
        // A name alone is that of a group (RFC 5322 section 3.4).
        if address.isEmpty { return Self.phrase(for: name) + ":;" }
        return Self.phrase(for: name) + " <" + headerAddress + ">"
    }

    /// The mailbox as people read it: as ``formatted``, but a name in any script is written as it is (RFC 6532, 3.2).
    public var readable: String {
        guard let name, !address.isEmpty else { return formatted }
        let bytes = Array(name.utf8)
        let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        guard isPrintable, bytes.contains(where: { $0 >= 0x80 }), !Self.looksEncoded(bytes) else { return formatted }
        let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
        let isAtoms = words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 >= 0x80 || AddressSyntax.isAtext($0) } }
        return (isAtoms ? name : AddressSyntax.quoted(name)) + " <" + headerAddress + ">"
    }

    private static func looksEncoded(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?") }
    }

    /// The text as a phrase: atoms, a quoted string, or encoded words.
    static func phrase(for text: String) -> String {
        let bytes = Array(text.utf8)
        let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        guard isPrintable, !looksEncoded(bytes) else { return EncodedWord.encode(text) }
        let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
        let isAtoms = words.allSatisfy { !$0.isEmpty && $0.allSatisfy(AddressSyntax.isAtext) }
        return isAtoms ? text : AddressSyntax.quoted(text)
    }

    private var headerAddress: String {
        if let domain, AddressSyntax.isDotAtom(localPart), AddressSyntax.isDotAtom(domain) { return address }
        if let parsed = EmailAddress(parsing: address), parsed.name == nil, parsed.address == address { return address }
        let kept = address.utf8.filter {
            AddressSyntax.isAtext($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@")
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
