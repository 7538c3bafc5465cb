/// The base of a subject, by which answers are known: `Re: [list] Fwd: Budget (fwd)` has `Budget` (RFC 5256, 2.1).
///
/// The base has no `Re:`, `Fw:` and `Fwd:`, in any case, nor a blob in brackets before or after them. It has no blobs in
/// front, unless nothing else would be left, no `(fwd)` at the end, and no wrapping `[Fwd: …]`. Its white space is single
/// spaces. The base of a base is itself.
public struct BaseSubject: Hashable, Sendable {
    /// The base in the case of the subject: compare as the purpose requires.
    public let text: String
    /// Whether a mark of a reply or a forward was removed.
    public let isReplyOrForward: Bool

    /// Strips a subject to its base.
    ///
    /// - Parameters:
    ///   - subject: The subject, decoded.
    ///   - marks: The words to remove: those of the RFC alone (`AW:` and `SV:` stay), or those of any language.
    /// - Complexity: O(*n*).
    public init(of subject: String, marks: ReplyMarks = .standard) {
        var reader = SubjectReader(squeezing: subject, marks)
        reader.strip()
        text = reader.rest
        isReplyOrForward = reader.isReplyOrForward
    }
}

private struct SubjectReader {
    private let bytes: [UInt8]
    private var start = 0
    private var end: Int
    private(set) var isReplyOrForward = false
    private let marks: ReplyMarks
    private let words: [String]

    /// (1) Turns line ends, tabs and runs of spaces into one space.
    init(squeezing subject: String, _ marks: ReplyMarks) {
        self.marks = marks
        words = marks.words
        var squeezed: [UInt8] = []
        squeezed.reserveCapacity(subject.utf8.count)
        for byte in subject.utf8 {
            if !AddressSyntax.isSpace(byte) {
                squeezed.append(byte)
            } else if squeezed.last != 0x20 {
                squeezed.append(0x20)
            }
        }
        bytes = squeezed
        end = squeezed.count
    }

    /// What is left.
    var rest: String { String(decoding: bytes[start..<end], as: UTF8.self) }

    /// Removes what is in no base, with a wrapper around what is left, and again within that.
    mutating func strip() {
        repeat {
            stripTrailers()
            stripLeaders()
        } while stripForwardWrapper()
    }

    /// (2) Removes all of subj-trailer = "(fwd)" / WSP.
    private mutating func stripTrailers() {
        while start < end {
            if bytes[end - 1] == 0x20 {
                end -= 1
            } else if end - start >= 5, matches("(fwd)", at: end - 5) {
                end -= 5
                isReplyOrForward = true
            } else {
                return
            }
        }
    }

    /// (3), (4) and (5): removes leaders, and blobs while something is left after them.
    ///
    /// A run of blobs is read once. If `Re:` follows it, all of it is removed. Otherwise nothing after a blob of the
    /// run can be a leader before the run ends, and its blobs are removed one by one.
    private mutating func stripLeaders() {
        while start < end {
            start = skipSpaces(from: start)
            // Where the run ends, and the last place before that.
            var (last, run) = (start, start)
            while let next = endOfBlob(at: run) { (last, run) = (run, next) }
            guard let leader = endOfReplyMark(at: run) else {
                // (4) requires a base that is not empty.
                start = run < end ? run : last
                return
            }
            start = leader
            isReplyOrForward = true
        }
    }

    /// (6) subj-fwd = "[fwd:" subject "]"
    private mutating func stripForwardWrapper() -> Bool {
        guard end - start >= 6, matches("[fwd:", at: start), bytes[end - 1] == UInt8(ascii: "]") else { return false }
        start += 5
        end -= 1
        isReplyOrForward = true
        return true
    }

    /// subj-blob = "[" *BLOBCHAR "]" *WSP
    private func endOfBlob(at position: Int) -> Int? {
        guard position < end, bytes[position] == UInt8(ascii: "[") else { return nil }
        var next = position + 1
        while next < end, bytes[next] != UInt8(ascii: "["), bytes[next] != UInt8(ascii: "]") { next += 1 }
        guard next < end, bytes[next] == UInt8(ascii: "]") else { return nil }
        return skipSpaces(from: next + 1)
    }

    /// subj-refwd = ("re" / ("fw" ["d"])) *WSP [subj-blob] ":"
    private func endOfReplyMark(at position: Int) -> Int? {
        for word in words where matches(word, at: position) {
            var next = skipSpaces(from: position + word.utf8.count)
            next = endOfBlob(at: next) ?? next
            if next < end, bytes[next] == UInt8(ascii: ":") { return next + 1 }
            if marks == .anyLanguage, matches("\u{FF1A}", at: next) { return next + 3 }
        }
        return nil
    }

    private func skipSpaces(from position: Int) -> Int {
        var next = position
        while next < end, bytes[next] == 0x20 { next += 1 }
        return next
    }

    private func matches(_ word: String, at position: Int) -> Bool {
        guard position + word.utf8.count <= end else { return false }
        return zip(bytes[position...], word.utf8).allSatisfy { byte, letter in
            byte == letter || ((0x41...0x5a).contains(byte) && byte + 0x20 == letter)
        }
    }
}
