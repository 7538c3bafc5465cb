/// Bytes to look for in others, prepared once. Empty ones are everywhere.
///
/// The two bytes that are rarest in text are looked for at 32 places at once, and what is around them is compared. Where that leads
/// nowhere too often, as with `aaab` in a text of `a`, the rest is read as Knuth, Morris and Pratt do.
public struct BytePattern: Sendable {
    public let bytes: [UInt8]
    /// The place of the rarest byte.
    private let rare: Int
    /// The place of the next rarest one; the same for a single byte.
    private let second: Int
    /// The bytes that are still matched where the next one does not match.
    private let fallback: [Int]

    /// From the most frequent byte of lower-case text to the rarest one; the others are rarer.
    private static let frequent = Array(" etaoinsrhldcu\nmfpgwybv.,-0123456789k:/".utf8)

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let rarities = bytes.map { Self.frequent.firstIndex(of: $0) ?? Self.frequent.count }
        let places = rarities.indices.sorted { (rarities[$1], $0) < (rarities[$0], $1) }
        rare = places.first ?? 0
        second = places.first { bytes[$0] != bytes[places[0]] } ?? rare
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
        let last = text.count - bytes.count
        /// Bytes that may still be compared in vain.
        var patience = 1_024 + (text.count - start)
        var next = start
        while let first = candidate(in: text, next, last) {
            let matching = matching(text, at: first)
            if matching == bytes.count { return first }
            patience -= matching + 8
            next = first + 1
            if patience < 0 { return slowFirstIndex(in: text, from: first + 1) }
        }
        return nil
    }

    /// Returns the first of some places, the last one included, where the rare bytes are as they would be in an occurrence.
    private func candidate(in text: Span<UInt8>, _ start: Int, _ last: Int) -> Int? {
        typealias Block = SIMD32<UInt8>
        guard start <= last else { return nil }
        // memchr(3) has more places at once.
        guard rare != second, last - start >= Block.scalarCount else {
            let found = text.firstIndex(of: bytes[rare], from: start + rare).map { $0 - rare }
            return found.flatMap { $0 <= last ? $0 : nil }
        }
        let (one, other) = (Block(repeating: bytes[rare]), Block(repeating: bytes[second]))
        return unsafe text.withUnsafeBytes { text -> Int? in
            var next = start
            while true {
                // The last block has some places of the one before.
                let block = min(next, last + 1 - Block.scalarCount)
                let isOne = unsafe text.loadUnaligned(fromByteOffset: block + rare, as: Block.self) .== one
                let isOther = unsafe text.loadUnaligned(fromByteOffset: block + second, as: Block.self) .== other
                let found = unsafe unsafeBitCast(isOne .& isOther, to: SIMD4<UInt64>.self)
                if found.x | found.y | found.z | found.w != 0 {
                    for place in max(block, next)..<(block + Block.scalarCount)
                    where found[(place - block) / 8] >> UInt64((place - block) % 8 * 8) & 1 != 0 {
                        return place
                    }
                }
                next = block + Block.scalarCount
                guard next <= last else { return nil }
            }
        }
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
