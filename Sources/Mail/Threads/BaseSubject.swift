/// Strips a subject to its base: `Re: [list] Fwd: Budget (fwd)` to `Budget` (RFC 5256, 2.1).
///
/// It removes `Re:`, `Fw:` and `Fwd:` in any case, with a blob in brackets before or after them. It also removes blobs
/// in front, unless nothing else would be left, `(fwd)` at the end, and the wrapping `[Fwd: …]`. It squeezes white
/// space to single spaces, and keeps the case: compare as the purpose requires.
///
/// - Parameters:
///   - subject: The subject, decoded.
///   - marks: The words to remove: those of the RFC alone (`AW:` and `SV:` stay), or those of any language.
/// - Complexity: O(*n*).
public func baseSubject(of subject: String, marks: ReplyMarks = .standard) -> String {
    var reader = SubjectReader(squeezing: subject, marks)
    return reader.base()
}

private struct SubjectReader {
    private let bytes: [UInt8]
    private var start = 0
    private var end: Int
    private let marks: ReplyMarks

    /// (1) Turns line ends, tabs and runs of spaces into one space.
    init(squeezing subject: String, _ marks: ReplyMarks) {
        self.marks = marks
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

    mutating func base() -> String {
        repeat {
            stripTrailers()
            stripLeaders()
        } while stripForwardWrapper()
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// (2) Removes all of subj-trailer = "(fwd)" / WSP.
    private mutating func stripTrailers() {
        while start < end {
            if bytes[end - 1] == 0x20 {
                end -= 1
            } else if end - start >= 5, matches("(fwd)", at: end - 5) {
                end -= 5
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
            if bytes[start] == 0x20 {
                start += 1
                continue
            }
            var blobs = [start]
            while let next = endOfBlob(at: blobs[blobs.count - 1]) { blobs.append(next) }
            let run = blobs[blobs.count - 1]
            if let leader = endOfReplyMark(at: run) {
                start = leader
                continue
            }
            // The last place that leaves some text; (4) requires a base that is not empty.
            start = blobs.last { $0 < end } ?? start
            return
        }
    }

    /// (6) subj-fwd = "[fwd:" subject "]"
    private mutating func stripForwardWrapper() -> Bool {
        guard end - start >= 6, matches("[fwd:", at: start), bytes[end - 1] == UInt8(ascii: "]") else { return false }
        start += 5
        end -= 1
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
        for word in marks.words where matches(word, at: position) {
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
