/// The entries of an address field as they are written, encoded words included (RFC 5322 section 3.4).
///
/// ``AddressField`` reads names for people. This keeps the parts of an address apart, and the start and end of a group.
///
/// What violates the grammar is found by its separators. Quotation marks, parentheses and angle brackets count only if
/// they are closed.
package struct RawAddresses: Sendable {
    /// A mailbox or a mark of a group.
    package enum Entry: Sendable, Hashable {
        case mailbox(RawMailbox)
        case groupStart(name: [UInt8])
        case groupEnd
    }

    package private(set) var entries: [Entry] = []

    private let text: [UInt8]
    private var index = 0
    private var draft = Draft()
    private var isInGroup = false
    /// The signs that nothing closes from here on: each is looked for once.
    private var unclosed: Set<UInt8> = []

    /// - Parameters:
    ///   - field: The unfolded value.
    ///   - limit: The greatest number of entries. A group that is open there is closed.
    /// - Complexity: O(the length of the field).
    package init(_ field: [UInt8], limit: Int) {
        text = field
        read(limit: limit)
        if entries.count < limit { finishEntry() }
        if isInGroup { entries.append(.groupEnd) }
    }

    private mutating func read(limit: Int) {
        while index < text.count, entries.count < limit {
            let byte = text[index]
            index += 1
            switch byte {
            case 0x2C: finishEntry()
            case 0x3B:
                finishEntry()
                if isInGroup { entries.append(.groupEnd) }
                isInGroup = false
            case 0x3A where !draft.hasAddress: startGroup()
            case 0x22: if let string = quoted() { draft.append(string) }
            case 0x28: readComment()
            case 0x3C: readAngle()
            case 0x3E: draft.endWord()
            case 0x5B where draft.endsWithAt: readLiteral()
            case 0x3D where draft.isBetweenWords && index < text.count && text[index] == 0x3F: readEncodedWord()
            case 0x40: draft.appendAt()
            case 0...0x20: draft.endWord()
            default: draft.append(byte)
            }
        }
    }

    /// A group has a name, and is in no other.
    private mutating func startGroup() {
        let name = draft.phrase
        guard !isInGroup, !name.isEmpty else { return finishEntry() }
        entries.append(.groupStart(name: name))
        draft = Draft()
        isInGroup = true
    }

    private mutating func finishEntry() {
        if let mailbox = draft.mailbox { entries.append(.mailbox(mailbox)) }
        draft = Draft()
    }

    /// Reads a quoted string whose first sign was met; nil, and nothing is read, if it is not closed.
    private mutating func quoted() -> [UInt8]? {
        guard !unclosed.contains(0x22) else { return nil }
        var string: [UInt8] = []
        var end = index
        while end < text.count, text[end] != 0x22 {
            if text[end] == 0x5C, end + 1 < text.count { end += 1 }
            string.append(text[end])
            end += 1
        }
        guard end < text.count else {
            unclosed.insert(0x22)
            return nil
        }
        index = end + 1
        return string
    }

    private mutating func readComment() {
        draft.endWord()
        guard !unclosed.contains(0x28) else { return }
        guard let comment = Comment(text[index...]) else {
            unclosed.insert(0x28)
            return
        }
        index = comment.end
        draft.comment = comment.text
    }

    private mutating func readEncodedWord() {
        guard let word = EncodedWords.word(in: text, at: index - 1) else { return draft.append(0x3D) }
        draft.append(Array(text[(index - 1)..<word.end]))
        index = word.end
    }

    /// The address of a host by its number: `[127.0.0.1]`.
    private mutating func readLiteral() {
        draft.append(0x5B)
        guard !unclosed.contains(0x5B) else { return }
        guard let end = text[index...].firstIndex(of: 0x5D) else {
            unclosed.insert(0x5B)
            return
        }
        draft.append(Array(text[index...end]))
        index = end + 1
    }

    /// Reads what follows `<`: a route, an address, and the sign that closes it.
    ///
    /// Without that sign a comma ends it, except in a route.
    private mutating func readAngle() {
        draft.endWord()
        let start = index
        var comma: Int?
        var end = index
        var isQuoted = false
        let isClosable = !unclosed.contains(0x3C)
        while end < text.count, isQuoted || text[end] != 0x3E && text[end] != 0x3C, isClosable || comma == nil {
            switch text[end] {
            case 0x22: if isClosable { isQuoted.toggle() }
            case 0x5C where isQuoted && end + 1 < text.count: end += 1
            case 0x28 where !isQuoted && !unclosed.contains(0x28):
                if let comment = Comment(text[(end + 1)...]) {
                    end = comment.end - 1
                } else {
                    unclosed.insert(0x28)
                }
            case 0x2C, 0x3B: if !isQuoted, comma == nil { comma = end }
            default: break
            }
            end += 1
        }
        let isClosed = end < text.count && text[end] == 0x3E
        if end == text.count { unclosed.insert(0x3C) }
        // What follows the comma is an entry of its own.
        if !isClosed, let comma { end = comma }
        index = isClosed ? end + 1 : end
        if draft.angle == nil || draft.angle?.isEmpty == true { draft.angle = Array(text[start..<end]) }
    }
}

/// A comment, which may hold others (RFC 5322 section 3.2.2).
private struct Comment {
    var text: [UInt8] = []
    /// The place behind the sign that closes it.
    let end: Int

    /// Reads a comment behind the sign that opens it; nil if it is not closed.
    init?(_ bytes: ArraySlice<UInt8>) {
        var depth = 1
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == 0x5C, index + 1 < bytes.endIndex {
                index += 1
            } else if bytes[index] == 0x28 {
                depth += 1
            } else if bytes[index] == 0x29 {
                depth -= 1
                if depth == 0 { break }
            }
            text.append(bytes[index])
            index += 1
        }
        guard depth == 0 else { return nil }
        end = index + 1
    }
}

/// A mailbox, its parts without quotation marks and comments.
package struct RawMailbox: Sendable, Hashable {
    /// The phrase before the angle brackets, else a comment.
    package var name: [UInt8]?
    /// The hosts of a source route, such as `@a,@b` (RFC 5322 section 4.4).
    package var route: [UInt8]?
    /// Empty where it is missing.
    package var mailbox: [UInt8] = []
    /// Empty where it is missing.
    package var host: [UInt8] = []
}

/// An entry that is being read: its words, and what may be its address.
private struct Draft {
    private struct Word {
        var bytes: [UInt8] = []
        /// The places of at signs that are not quoted.
        var firstAt: Int?
        var lastAt: Int?
        var startsWithAt: Bool { firstAt == 0 }
        var endsWithAt: Bool { lastAt.map { $0 == bytes.count - 1 } ?? false }
    }

    private var words: [Word] = []
    private var word: Word?
    var comment: [UInt8]?
    /// The text in angle brackets.
    var angle: [UInt8]?

    var isBetweenWords: Bool { word == nil }
    var endsWithAt: Bool { word?.endsWithAt ?? words.last?.endsWithAt ?? false }
    /// Kept, so that a field of colons costs no square.
    private var hasAt = false

    /// Whether a colon here is a part of an address, and not the end of a group's name.
    var hasAddress: Bool { angle != nil || hasAt }

    mutating func append(_ byte: UInt8) { word = appending([byte]) }

    mutating func append(_ bytes: [UInt8]) { word = appending(bytes) }

    mutating func appendAt() {
        var current = word ?? Word()
        word = nil
        hasAt = true
        current.lastAt = current.bytes.count
        current.firstAt = current.firstAt ?? current.lastAt
        current.bytes.append(0x40)
        word = current
    }

    private mutating func appending(_ bytes: [UInt8]) -> Word {
        var current = word ?? Word()
        word = nil
        current.bytes += bytes
        return current
    }

    mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    /// All words, with one blank between them.
    var phrase: [UInt8] {
        var all = words
        if let word { all.append(word) }
        return Array(all.map(\.bytes).joined(separator: [0x20]))
    }

    /// Nil where there is nothing but blanks and comments.
    var mailbox: RawMailbox? {
        if let angle {
            var mailbox = Self.address(in: angle)
            mailbox.name = named(phrase)
            return mailbox
        }
        var all = words
        if let word { all.append(word) }
        all = Self.joiningAt(all)
        guard let place = all.lastIndex(where: { $0.firstAt != nil }) else {
            guard let only = all.first else { return nil }
            return all.count == 1
                ? RawMailbox(name: named([]), mailbox: only.bytes) : RawMailbox(name: named(phrase))
        }
        var mailbox = RawMailbox()
        let at = all[place].lastAt ?? 0
        mailbox.mailbox = Array(all[place].bytes[..<at])
        mailbox.host = Array(all[place].bytes[(at + 1)...])
        all.remove(at: place)
        mailbox.name = named(Array(all.map(\.bytes).joined(separator: [0x20])))
        return mailbox
    }

    private func named(_ phrase: [UInt8]) -> [UInt8]? {
        phrase.isEmpty ? comment.flatMap { $0.isEmpty ? nil : $0 } : phrase
    }

    /// Joins the words around an at sign: blanks are allowed there (RFC 5322 section 4.4).
    private static func joiningAt(_ words: [Word]) -> [Word] {
        var joined: [Word] = []
        for word in words {
            guard var last = joined.last,
                last.endsWithAt && word.firstAt == nil || word.startsWithAt && last.firstAt == nil
            else {
                joined.append(word)
                continue
            }
            joined.removeLast()
            if let at = word.lastAt {
                last.lastAt = last.bytes.count + at
                last.firstAt = last.firstAt ?? last.lastAt
            }
            last.bytes += word.bytes
            joined.append(last)
        }
        return joined
    }

    /// Reads `route:mailbox@host`; the last at sign that is not quoted parts mailbox and host.
    private static func address(in angle: [UInt8]) -> RawMailbox {
        var mailbox = RawMailbox()
        var rest = angle[...].drop { $0 <= 0x20 }
        if rest.first == 0x40, let colon = rest.firstIndex(of: 0x3A) {
            mailbox.route = rest[..<colon].filter { $0 > 0x20 }
            rest = rest[(colon + 1)...]
        }
        var plain = Word()
        var isQuoted = false
        var mayHoldComment = true
        var index = rest.startIndex
        while index < rest.endIndex {
            switch rest[index] {
            case 0x28 where !isQuoted && mayHoldComment:
                if let comment = Comment(rest[(index + 1)...]) {
                    index = comment.end - 1
                } else {
                    mayHoldComment = false
                    plain.bytes.append(0x28)
                }
            case 0x22: isQuoted.toggle()
            case 0x5C where isQuoted && index + 1 < rest.endIndex:
                index += 1
                plain.bytes.append(rest[index])
            case 0x40 where !isQuoted:
                plain.lastAt = plain.bytes.count
                plain.bytes.append(0x40)
            case 0...0x20 where !isQuoted: break
            default: plain.bytes.append(rest[index])
            }
            index += 1
        }
        guard let at = plain.lastAt else {
            mailbox.mailbox = plain.bytes
            return mailbox
        }
        mailbox.mailbox = Array(plain.bytes[..<at])
        mailbox.host = Array(plain.bytes[(at + 1)...])
        return mailbox
    }
}
