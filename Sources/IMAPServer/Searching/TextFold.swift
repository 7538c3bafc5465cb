/// The form in which SEARCH compares texts: letters of any case are alike (RFC 9051 section 6.4.4).
enum TextFold {
    static func fold(_ text: String) -> [UInt8] {
        var text = text
        let ascii: [UInt8]? = text.withUTF8 { bytes in
            var folded: [UInt8] = []
            folded.reserveCapacity(bytes.count)
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                guard byte < 0x80 else { return nil }
                folded.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
            }
            return folded
        }
        return ascii ?? Array(text.lowercased().utf8)
    }

    /// Whether a text has a needle somewhere; both are folded. An empty needle is in every text.
    ///
    /// - Complexity: O(the length of both).
    static func contains(_ text: [UInt8], _ needle: Needle) -> Bool { needle.isIn(text) }

    /// A text to look for, prepared once (Knuth, Morris and Pratt).
    struct Needle: Sendable {
        private let bytes: [UInt8]
        /// How much of the needle is still matched where the next byte does not match.
        private let fallback: [Int]

        init(_ text: String) {
            let bytes = TextFold.fold(text)
            var fallback = [Int](repeating: 0, count: bytes.count)
            var matched = 0
            for index in bytes.indices.dropFirst() {
                while matched > 0, bytes[index] != bytes[matched] { matched = fallback[matched - 1] }
                if bytes[index] == bytes[matched] { matched += 1 }
                fallback[index] = matched
            }
            self.bytes = bytes
            self.fallback = fallback
        }

        func isIn(_ text: [UInt8]) -> Bool {
            guard !bytes.isEmpty else { return true }
            var matched = 0
            for byte in text {
                while matched > 0, byte != bytes[matched] { matched = fallback[matched - 1] }
                if byte == bytes[matched] { matched += 1 }
                if matched == bytes.count { return true }
            }
            return false
        }
    }
}
