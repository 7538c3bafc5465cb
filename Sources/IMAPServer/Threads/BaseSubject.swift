/// The part of a subject by which replies are sorted and threaded (RFC 5256 section 2.1).
package enum BaseSubject {
    /// Returns the base subject, and whether a sign of a reply or a forward was taken off.
    ///
    /// - Parameter subject: Decoded; runs of blanks count as one.
    /// - Complexity: O(the length of the subject).
    package static func of(_ subject: String) -> (text: String, isReplyOrForward: Bool) {
        var reader = Reader(subject)
        reader.strip()
        return (String(decoding: reader.bytes[reader.start..<reader.end], as: UTF8.self), reader.isReplyOrForward)
    }

    private struct Reader {
        let bytes: [UInt8]
        var start: Int
        var end: Int
        var isReplyOrForward = false

        init(_ subject: String) {
            var bytes: [UInt8] = []
            for byte in subject.utf8 {
                let isBlank = byte == 0x20 || (0x09...0x0d).contains(byte)
                if isBlank, bytes.last == 0x20 { continue }
                bytes.append(isBlank ? 0x20 : byte)
            }
            self.bytes = bytes
            (start, end) = (0, bytes.count)
        }

        mutating func strip() {
            while true {
                stripTrailers()
                stripLeaders()
                guard begins(with: "[fwd:"), end > start, bytes[end - 1] == UInt8(ascii: "]") else { return }
                start += 5
                end -= 1
                isReplyOrForward = true
            }
        }

        private mutating func stripTrailers() {
            while end > start {
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

        private mutating func stripLeaders() {
            while true {
                start = behindBlanks(start)
                // Blobs like [list] count where a sign of a reply stands behind them, or some text.
                var last = start
                var behind = start
                while let next = behindBlob(behind) { (last, behind) = (behind, next) }
                if let next = behindReply(behind) {
                    start = next
                    isReplyOrForward = true
                    continue
                }
                start = behind < end ? behind : last
                return
            }
        }

        private func behindBlanks(_ index: Int) -> Int {
            var index = index
            while index < end, bytes[index] == 0x20 { index += 1 }
            return index
        }

        /// The index behind `[…]` and blanks; nil where there is none.
        private func behindBlob(_ index: Int) -> Int? {
            guard index < end, bytes[index] == UInt8(ascii: "["), !begins(with: "[fwd:", at: index) else { return nil }
            var next = index + 1
            while next < end, bytes[next] != UInt8(ascii: "]") {
                guard bytes[next] != UInt8(ascii: "[") else { return nil }
                next += 1
            }
            return next < end ? behindBlanks(next + 1) : nil
        }

        /// The index behind `Re:`, `Fw:` or `Fwd:`, with a blob before its colon perhaps.
        private func behindReply(_ index: Int) -> Int? {
            let word =
                begins(with: "re", at: index)
                ? 2 : begins(with: "fwd", at: index) ? 3 : begins(with: "fw", at: index) ? 2 : 0
            guard word > 0 else { return nil }
            var next = behindBlanks(index + word)
            next = behindBlob(next) ?? next
            return next < end && bytes[next] == UInt8(ascii: ":") ? next + 1 : nil
        }

        private func begins(with word: StaticString) -> Bool { begins(with: word, at: start) }

        private func begins(with word: StaticString, at index: Int) -> Bool {
            index + word.utf8CodeUnitCount <= end && matches(word, at: index)
        }

        private func matches(_ word: StaticString, at index: Int) -> Bool {
            for (offset, letter) in word.description.utf8.enumerated() {
                let byte = bytes[index + offset]
                guard ((0x41...0x5a).contains(byte) ? byte | 0x20 : byte) == letter else { return false }
            }
            return true
        }
    }
}
