/// Bytes to look for in others, prepared once. Empty ones are everywhere.
///
/// The byte that is rarest in text is looked for with memchr(3), and what is around it is compared. Where that leads
/// nowhere too often, as with `aaab` in a text of `a`, the rest is read as Knuth, Morris and Pratt do.
public struct BytePattern: Sendable {
    public let bytes: [UInt8]
    /// The place of the rarest byte.
    private let rare: Int
    /// The bytes that are still matched where the next one does not match.
    private let fallback: [Int]

    /// From the most frequent byte of lower-case text to the rarest one; the others are rarer.
    private static let frequent = Array(" etaoinsrhldcu\nmfpgwybv.,-0123456789k:/".utf8)

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let rarities = bytes.map { Self.frequent.firstIndex(of: $0) ?? Self.frequent.count }
        rare = rarities.indices.max { rarities[$0] < rarities[$1] } ?? 0
        var fallback = [Int](repeating: 0, count: bytes.count)
        var matched = 0
        for index in bytes.indices.dropFirst() {
            while matched > 0, bytes[index] != bytes[matched] { matched = fallback[matched - 1] }
            if bytes[index] == bytes[matched] { matched += 1 }
            fallback[index] = matched
        }
        self.fallback = fallback
    }

    /// Returns the place of the first occurrence.
    ///
    /// - Complexity: O(the length of both), whatever they are.
    public func firstIndex(in text: Span<UInt8>, from start: Int = 0) -> Int? {
        guard !bytes.isEmpty else { return start }
        let count = bytes.count
        /// Bytes that may still be compared in vain.
        var patience = 1_024 + (text.count - start)
        var next = start + rare
        while let found = text.firstIndex(of: bytes[rare], from: min(next, text.count)) {
            let first = found - rare
            guard first + count <= text.count else { return nil }
            let matching = matching(text, at: first)
            if matching == count { return first }
            patience -= matching + 8
            next = found + 1
            if patience < 0 { return slowFirstIndex(in: text, from: first + 1) }
        }
        return nil
    }

    /// The number of bytes that match from a place on.
    private func matching(_ text: Span<UInt8>, at place: Int) -> Int {
        var index = 0
        while index < bytes.count, text[place + index] == bytes[index] { index += 1 }
        return index
    }

    private func slowFirstIndex(in text: Span<UInt8>, from start: Int) -> Int? {
        var matched = 0
        for index in start..<text.count {
            let byte = text[index]
            while matched > 0, byte != bytes[matched] { matched = fallback[matched - 1] }
            if byte == bytes[matched] { matched += 1 }
            if matched == bytes.count { return index + 1 - bytes.count }
        }
        return nil
    }
}
