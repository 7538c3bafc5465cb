import CivilTime

/// Checks of the beginning of a piece of mail, which distinguish a message from another file.
package enum MailStart {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether a line begins a header field: printable ASCII without a colon, then blanks, then a colon.
    ///
    /// RFC 5322 section 2.2, with the blanks before the colon that section 4.5.8 keeps for old mail.
    package static func isField(_ line: ArraySlice<UInt8>) -> Bool {
        guard let end = line.firstIndex(where: { !(33...126).contains($0) || $0 == UInt8(ascii: ":") }),
            end > line.startIndex
        else { return false }
        return line[end...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: ":")
    }

    /// Tells whether a message begins so: a field of a header, or a "From " line and then one.
    package static func isMessage(_ start: ArraySlice<UInt8>) -> Bool { FileStart(start).hasHeader }

    /// Whether a header has a field that only mail has: a table of users and many a program's settings begin as one does.
    ///
    /// - Parameter header: The bytes from the first field on, which may be cut off anywhere.
    static func hasMailField(_ header: ArraySlice<UInt8>) -> Bool {
        for line in header.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") { continue }
            guard isField(line) else { return false }
            let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") && $0 > 32 }, as: UTF8.self).lowercased()
            if mailFields.contains(name) || mailPrefixes.contains(where: name.hasPrefix) { return true }
        }
        return false
    }

    // RFC 5322 section 3.6, RFC 2045 section 3, RFC 5536 section 3, and what servers and readers add.
    private static let mailFields: Set<String> = [
        "from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references",
        "comments", "keywords", "received", "return-path", "mime-version", "newsgroups", "path", "status",
        "delivered-to", "envelope-to", "apparently-to", "errors-to", "return-receipt-to", "precedence", "organization",
    ]
    private static let mailPrefixes = ["content-", "resent-", "list-", "x-", "dkim-", "arc-", "authentication-"]

    /// Tells whether a line is a mbox "From " line, and not a `From :` field of old style.
    package static func isFromLine(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "From ".utf8) && !isField(line)
    }

    /// Whether a line begins a message after a "From " line.
    ///
    /// Old relays quoted one more line of that kind before the header: `>From user date remote from host`.
    static func isFieldAfterFromLine(_ line: ArraySlice<UInt8>) -> Bool {
        isField(line) || line.starts(with: ">From ".utf8)
    }

    /// Whether an mbox can contain a message that begins like this: a scan requires a header field after the separator.
    ///
    /// A "From " line of the message's own will do: quoted, it is the line of old relays.
    package static func canFollowSeparator(_ start: ArraySlice<UInt8>) -> Bool {
        let line = start.prefix(4096).prefix { $0 != UInt8(ascii: "\n") }
        return isField(line) || line.starts(with: "From ".utf8)
    }

    /// Whether a "From " line looks as programs write it: one sender and a date, or a sender alone.
    ///
    /// The form is folklore (RFC 4155 appendix A): time zones, `remote from`, ISO dates and spaces in senders occur. So
    /// this requires only a time of day together with a month or a year. Mozilla writes `-` alone, and Gmail `id@xxx`.
    package static func isPlausibleFromLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard isFromLine(line) else { return false }
        let words = line.dropFirst(5).split { $0 <= 0x20 }
        if words.count == 1, let word = words.first {
            return word.elementsEqual("-".utf8) || word.contains(UInt8(ascii: "@"))
        }
        return hasDate(words)
    }

    /// Whether a "From " line has a date: a text hardly has such a line, even without a sign before it.
    static func isDatedFromLine(_ line: ArraySlice<UInt8>) -> Bool {
        isFromLine(line) && hasDate(line.dropFirst(5).split { $0 <= 0x20 })
    }

    private static func hasDate(_ words: [ArraySlice<UInt8>]) -> Bool {
        words.contains(where: isTime) && words.contains { isMonth($0) || isYear($0) }
    }

    private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        // Also inside an ISO date: 2024-01-31T12:30:00Z.
        guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex, colon + 2 < word.endIndex
        else { return false }
        return isDigit(word[colon - 1]) && isDigit(word[colon + 1]) && isDigit(word[colon + 2])
    }

    private static func isMonth(_ word: ArraySlice<UInt8>) -> Bool {
        CalendarNames.shortMonths.contains { word.elementsEqual($0.utf8) }
    }

    private static func isYear(_ word: ArraySlice<UInt8>) -> Bool {
        word.count >= 4 && word.prefix(4).allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Conclusions from the first bytes of a file.
struct FileStart {
    /// The line before the header, without its line end; nil if there is none.
    let fromLine: ArraySlice<UInt8>?
    /// Whether a header field follows.
    let hasHeader: Bool
    /// The number of bytes before the first "From " line, which empty lines may precede; nil if there is no such line.
    let mboxOffset: Int?
    /// Whether that line looks as programs write it.
    let isPlausibleMbox: Bool
    private let header: ArraySlice<UInt8>

    /// Whether a header follows that has a field of mail, or a "From " line stands before it.
    var isMail: Bool { hasHeader && (fromLine != nil || MailStart.hasMailField(header)) }

    /// Judges by the first bytes, after a byte-order mark.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        if rest.starts(with: MailStart.byteOrderMark) { rest = rest.dropFirst(MailStart.byteOrderMark.count) }
        header = rest
        let filled = Self.withoutEmptyLines(rest)
        guard MailStart.isFromLine(filled) else {
            mboxOffset = nil
            fromLine = nil
            isPlausibleMbox = false
            hasHeader = MailStart.isField(rest)
            return
        }
        let line = filled.prefix { $0 != UInt8(ascii: "\n") }
        mboxOffset = filled.startIndex - bytes.startIndex
        isPlausibleMbox = MailStart.isPlausibleFromLine(line)
        let isFirst = filled.startIndex == rest.startIndex
        fromLine = isFirst ? (line.last == UInt8(ascii: "\r") ? line.dropLast() : line) : nil
        hasHeader = isFirst && MailStart.isFieldAfterFromLine(rest[line.endIndex...].dropFirst())
    }

    private static func withoutEmptyLines(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let lineEnd = ["\n", "\r\n"].first(where: { rest.starts(with: $0.utf8) }) {
            rest = rest.dropFirst(lineEnd.utf8.count)
        }
        return rest
    }
}
