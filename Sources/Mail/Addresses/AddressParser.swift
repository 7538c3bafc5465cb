extension EmailAddress {
    /// Reads exactly one mailbox; nil for anything else: a group, two mailboxes, no mailbox.
    ///
    /// It accepts a bare address, `<ada@example.org>`, comments anywhere, quoted local parts, domain literals and UTF-8
    /// (RFC 6532). It also accepts obsolete source routes, which it drops (RFC 5322, 4.4), and names with dots or an
    /// `@` that should be quoted. A comment after a bare address becomes its name, as in mail before RFC 2822. RFC 2047
    /// words in names are decoded, even in quotes.
    ///
    /// - Complexity: O(*n*).
    public init?(parsing text: String) {
        var parser = AddressParser(text)
        guard let address = parser.mailbox() else { return nil }
        self = address
    }
}

/// Reads the grammar of RFC 5322, 3.4, including its obsolete forms (4.4), from tokens.
///
/// It never backtracks: an entry ends at a comma, at a semicolon in a group, or at the end of the text, whatever came
/// before.
struct AddressParser {
    private let bytes: [UInt8]
    private let tokens: [AddressToken]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens = AddressLexer.tokens(of: bytes)
    }

    private var current: AddressToken? { position < tokens.count ? tokens[position] : nil }

    private func stands(at character: Unicode.Scalar) -> Bool {
        current?.isSpecial(character) == true
    }

    /// Reads one mailbox that fills the whole text.
    mutating func mailbox() -> EmailAddress? {
        var malformed: [String] = []
        guard case .mailbox(let address)? = entry(inGroup: true, malformed: &malformed), current == nil else {
            return nil
        }
        return address
    }

    mutating func list() -> (entries: [AddressListEntry], malformed: [String]) {
        var entries: [AddressListEntry] = []
        var malformed: [String] = []
        while position < tokens.count {
            if stands(at: ",") {
                position += 1
                continue
            }
            let start = position
            if let entry = entry(inGroup: false, malformed: &malformed), endsEntry(inGroup: false) {
                entries.append(entry)
            } else {
                skipEntry(inGroup: false)
                note(from: start, in: &malformed)
            }
        }
        return (entries, malformed)
    }

    private func endsEntry(inGroup: Bool) -> Bool {
        current == nil || stands(at: ",") || (inGroup && stands(at: ";"))
    }

    private mutating func skipEntry(inGroup: Bool) {
        while !endsEntry(inGroup: inGroup) { position += 1 }
    }

    private func note(from start: Int, in malformed: inout [String]) {
        // An entry of comments alone is CFWS between two commas of an obs-addr-list, and has no content.
        guard start < position, !tokens[start..<position].allSatisfy(\.isComment) else { return }
        let range = tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
        malformed.append(String(decoding: bytes[range], as: UTF8.self))
    }

    /// Reads one entry, and leaves the position after the part that it understood.
    private mutating func entry(inGroup: Bool, malformed: inout [String]) -> AddressListEntry? {
        let start = position
        scan: while let token = current {
            switch token.kind {
            case .malformed: return nil
            case .special(UInt8(ascii: ".")), .special(UInt8(ascii: "@")): break
            case .special: break scan
            default: break
            }
            position += 1
        }
        let words = tokens[start..<position]
        if stands(at: "<") {
            guard let address = angleAddress() else { return nil }
            return .mailbox(EmailAddress(name: Self.phrase(words), address: address))
        }
        if stands(at: ":"), !inGroup {
            guard let name = Self.phrase(words) else { return nil }
            position += 1
            return .group(AddressGroup(name: name, members: members(malformed: &malformed)))
        }
        guard let address = Self.addressSpecification(words) else { return nil }
        guard case .comment(let comment)? = words.last?.kind else { return .mailbox(EmailAddress(address: address)) }
        return .mailbox(EmailAddress(name: EncodedWord.decode(comment.trimmingSpaces), address: address))
    }

    /// Reads the members of a group; a missing `;` at the end of the text is accepted.
    private mutating func members(malformed: inout [String]) -> [EmailAddress] {
        var members: [EmailAddress] = []
        while let token = current {
            if token.isSpecial(";") {
                position += 1
                skipComments()
                break
            }
            if token.isSpecial(",") {
                position += 1
                continue
            }
            let start = position
            if case .mailbox(let address)? = entry(inGroup: true, malformed: &malformed), endsEntry(inGroup: true) {
                members.append(address)
            } else {
                skipEntry(inGroup: true)
                note(from: start, in: &malformed)
            }
        }
        return members
    }

    private mutating func skipComments() {
        while current?.isComment == true { position += 1 }
    }

    /// angle-addr = "<" [obs-route] addr-spec ">"
    private mutating func angleAddress() -> String? {
        position += 1
        skipComments()
        if stands(at: "@") {
            // obs-route = obs-domain-list ":"
            while let token = current, !token.isSpecial(":") {
                if token.kind == .malformed || token.isSpecial(">") || token.isSpecial("<") { return nil }
                position += 1
            }
            guard current != nil else { return nil }
            position += 1
        }
        let start = position
        while let token = current, !token.isSpecial(">") {
            if case .special(let byte) = token.kind, byte != UInt8(ascii: "."), byte != UInt8(ascii: "@") { return nil }
            position += 1
        }
        guard current != nil, let address = Self.addressSpecification(tokens[start..<position]) else { return nil }
        position += 1
        skipComments()
        return address
    }

    /// Joins the words of a phrase; dots and at signs keep their places (RFC 5322, 4.1: obs-phrase).
    private static func phrase(_ tokens: ArraySlice<AddressToken>) -> String? {
        var text = ""
        var needsSpace = false
        for token in tokens {
            let word: String
            switch token.kind {
            case .atom(let content), .quoted(let content): word = content
            case .special(let byte): word = String(Unicode.Scalar(byte))
            case .literal(let content): word = "[" + content + "]"
            case .comment, .malformed:
                needsSpace = true
                continue
            }
            if !text.isEmpty, needsSpace || token.followsSpace { text += " " }
            needsSpace = false
            text += word
        }
        let decoded = EncodedWord.decode(text)
        return decoded.isEmpty ? nil : decoded
    }

    /// addr-spec = local-part "@" domain, in its shortest form: without comments, and without quotes where a dot-atom
    /// will do.
    private static func addressSpecification(_ tokens: ArraySlice<AddressToken>) -> String? {
        var local: [String] = []
        var domain: [String] = []
        var literal: String?
        var isInDomain = false
        var needsWord = true
        for token in tokens {
            switch token.kind {
            case .comment: continue
            case .atom(let text):
                guard needsWord else { return nil }
                if isInDomain { domain.append(text) } else { local.append(text) }
                needsWord = false
            case .quoted(let text):
                guard needsWord, !isInDomain else { return nil }
                local.append(text)
                needsWord = false
            case .literal(let text):
                guard needsWord, isInDomain, domain.isEmpty, isLiteralContent(text) else { return nil }
                literal = text
                needsWord = false
            case .special(UInt8(ascii: ".")):
                guard !needsWord, literal == nil else { return nil }
                needsWord = true
            case .special(UInt8(ascii: "@")):
                guard !needsWord, !isInDomain else { return nil }
                isInDomain = true
                needsWord = true
            case .special, .malformed: return nil
            }
        }
        guard isInDomain, !needsWord else { return nil }
        let localPart = local.joined(separator: ".")
        return (AddressSyntax.isDotAtom(localPart) ? localPart : AddressSyntax.quoted(localPart))
            + "@" + (literal.map { "[\($0)]" } ?? domain.joined(separator: "."))
    }

    /// dtext is printable ASCII but `[`, `]` and `\` (RFC 5322, 3.4.1). It excludes `@` here, so that the last `@`
    /// splits the address.
    private static func isLiteralContent(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !#"@[]\"#.utf8.contains($0) }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let bytes = utf8.drop(while: AddressSyntax.isSpace)
        guard let last = bytes.lastIndex(where: { !AddressSyntax.isSpace($0) }) else { return "" }
        return String(self[bytes.startIndex...last])
    }
}
