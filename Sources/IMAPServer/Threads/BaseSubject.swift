/// The part of a subject by which replies are sorted and threaded: `Re: [list] Budget (fwd)` is `Budget`.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-2.1>.
package enum BaseSubject {
    /// Returns the base subject, and whether a mark of a reply or a forward was removed.
    ///
    /// The base subject of a base subject is itself. Its case is that of the subject: compare by `CasemapKey`.
    ///
    /// - Parameter subject: Decoded.
    /// - Complexity: O(the length of the subject).
    package static func of(_ subject: String) -> (text: String, isReplyOrForward: Bool) {
        var reader = SubjectReader(subject)
        reader.strip()
        return (String(decoding: reader.bytes[reader.start..<reader.end], as: UTF8.self), reader.isReplyOrForward)
    }
}

private struct SubjectReader {
    let bytes: [UInt8]
    private(set) var start = 0
    private(set) var end: Int
    private(set) var isReplyOrForward = false

    /// Step 1: tabs, line ends and runs of spaces become one space.
    init(_ subject: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(subject.utf8.count)
        for byte in subject.utf8 {
            let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
            if isBlank, bytes.last == 0x20 { continue }
            bytes.append(isBlank ? 0x20 : byte)
        }
        self.bytes = bytes
        end = bytes.count
    }

    /// Steps 2 to 6.
    mutating func strip() {
        repeat {
            stripTrailers()
            stripLeaders()
        } while stripForwardWrapper()
    }

    /// Step 2: subj-trailer = "(fwd)" / WSP
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

    /// Steps 3 to 5: subj-leader = (*subj-blob subj-refwd) / WSP, and blobs while something is left behind them.
    ///
    /// A run of blobs is read once. If `Re:` follows, all of it goes. Otherwise no blob of the run begins a leader, and
    /// they go one by one, but for the last one of a subject that has nothing else.
    private mutating func stripLeaders() {
        while start < end {
            start = endOfSpaces(from: start)
            var last = start
            var run = start
            while let next = endOfBlob(at: run) { (last, run) = (run, next) }
            guard let leader = endOfMark(at: run) else {
                start = run < end ? run : last
                return
            }
            start = leader
            isReplyOrForward = true
        }
    }

    /// Step 6: subj-fwd = "[fwd:" subject "]"
    private mutating func stripForwardWrapper() -> Bool {
        guard end - start >= 6, matches("[fwd:", at: start), bytes[end - 1] == UInt8(ascii: "]") else { return false }
        start += 5
        end -= 1
        isReplyOrForward = true
        return true
    }

    /// subj-blob = "[" *BLOBCHAR "]" *WSP
    private func endOfBlob(at index: Int) -> Int? {
        guard index < end, bytes[index] == UInt8(ascii: "[") else { return nil }
        var next = index + 1
        while next < end, bytes[next] != UInt8(ascii: "["), bytes[next] != UInt8(ascii: "]") { next += 1 }
        guard next < end, bytes[next] == UInt8(ascii: "]") else { return nil }
        return endOfSpaces(from: next + 1)
    }

    /// subj-refwd = ("re" / ("fw" ["d"])) *WSP [subj-blob] ":"
    private func endOfMark(at index: Int) -> Int? {
        for (word, length) in [("re", 2), ("fwd", 3), ("fw", 2)] where matches(word, at: index) {
            var next = endOfSpaces(from: index + length)
            next = endOfBlob(at: next) ?? next
            if next < end, bytes[next] == UInt8(ascii: ":") { return next + 1 }
        }
        return nil
    }

    private func endOfSpaces(from index: Int) -> Int {
        var next = index
        while next < end, bytes[next] == 0x20 { next += 1 }
        return next
    }

    /// Whether a word is at an index, in any case.
    private func matches(_ word: String, at index: Int) -> Bool {
        guard index + word.utf8.count <= end else { return false }
        return zip(bytes[index...], word.utf8).allSatisfy { byte, letter in
            byte == letter || ((0x41...0x5a).contains(byte) && byte + 0x20 == letter)
        }
    }
}
