package import Cryptography

/// The facts of one kind about up to 1,024 messages with near numbers, as a file has them.
///
/// A head, an entry of the directory for each message in the order of their numbers, and the facts in the same order.
/// A damaged file is none.
package struct FactSegment {
    package let bytes: [UInt8]
    /// The position of the log at which the file was written, and the leaf of the event there.
    let position: Int64
    package let leaf: SHA256Digest
    private let count: Int

    /// Where the facts about a message are, and of which bytes.
    package struct Entry {
        /// The position at which the message had these bytes.
        package let since: Int64
        package let place: Range<Int>
        fileprivate let digestPlace: Range<Int>
    }

    /// What a new file has of a message.
    package struct Fact {
        let digest: SHA256Digest
        let since: Int64
        let bytes: [UInt8]

        package init(digest: SHA256Digest, since: Int64, bytes: [UInt8]) {
            self.digest = digest
            self.since = since
            self.bytes = bytes
        }
    }

    /// Rises with each change of what is kept, or of how it is read.
    static let version: Int64 = 4
    private static let mark = Int64(bigEndian: 0x4D4C_4641_4354_5331)
    /// The mark, the version, the sum of all behind it, the position, the leaf and the count.
    private static let headSize = 5 * 8 + SHA256Digest.byteCount
    private static let summed = 24
    /// The message's number, the position, the end of the facts, and the digest.
    private static let entrySize = 3 * 8 + SHA256Digest.byteCount
    /// Of all facts; a message whose facts would not fit is left out.
    static let mostBytes = 8 << 20

    static func number(of message: Int64) -> Int64 { message >> 10 }

    /// The messages that a file can have.
    static func messages(of number: Int64) -> Range<Int64> { number << 10..<(number + 1) << 10 }

    package init?(_ bytes: [UInt8], version: Int64) {
        guard bytes.count >= Self.headSize, Self.int64(bytes, 0) == Self.mark, Self.int64(bytes, 8) == version,
            let count = Int(exactly: Self.int64(bytes, 32)), count >= 0,
            count <= (bytes.count - Self.headSize) / Self.entrySize,
            Self.int64(bytes, 16) == Self.sum(of: bytes),
            let leaf = SHA256Digest(bytes: Array(bytes[40..<Self.headSize]))
        else { return nil }
        var end = Self.headSize + count * Self.entrySize
        for index in 0..<count {
            let next = Self.int64(bytes, Self.entry(index) + 16)
            guard next >= end, next <= bytes.count else { return nil }
            end = Int(next)
        }
        self.bytes = bytes
        self.count = count
        self.leaf = leaf
        position = Self.int64(bytes, 24)
    }

    /// Returns the place of a message in the directory, where one goes on from the place of an earlier one; nil if it
    /// is not there.
    ///
    /// - Complexity: O(log *n*), and O(1) for the message behind the earlier one.
    package func index(of message: Int64, after earlier: Int = -1) -> Int? {
        if earlier + 1 < count, number(earlier + 1) == message { return earlier + 1 }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if number(middle) < message { low = middle + 1 } else { high = middle }
        }
        return low < count && number(low) == message ? low : nil
    }

    private func number(_ index: Int) -> Int64 { Self.int64(bytes, Self.entry(index)) }

    package subscript(index: Int) -> Entry {
        let place = Self.entry(index)
        let start =
            index == 0 ? Self.headSize + count * Self.entrySize : Int(Self.int64(bytes, place - Self.entrySize + 16))
        return Entry(
            since: Self.int64(bytes, place + 8), place: start..<Int(Self.int64(bytes, place + 16)),
            digestPlace: (place + 24)..<(place + Self.entrySize))
    }

    /// Returns the digest of the bytes that the facts are of.
    package func digest(of entry: Entry) -> SHA256Digest? {
        SHA256Digest(span: bytes.span.extracting(entry.digestPlace))
    }

    // MARK: Writing

    /// Returns the bytes of a file with the facts of this one and others, of which the others are right.
    package static func made(
        adding new: [Int64: Fact], to old: FactSegment?, version: Int64, position: Int64, leaf: SHA256Digest
    ) -> [UInt8] {
        var facts = new
        for index in 0..<(old?.count ?? 0) {
            guard let old, facts[old.number(index)] == nil, let digest = old.digest(of: old[index]) else { continue }
            facts[old.number(index)] = Fact(
                digest: digest, since: old[index].since, bytes: Array(old.bytes[old[index].place]))
        }
        var size = 0
        var messages: [(message: Int64, fact: Fact)] = []
        for (message, fact) in facts.sorted(by: { $0.key < $1.key }) where size + fact.bytes.count <= mostBytes {
            size += fact.bytes.count
            messages.append((message, fact))
        }
        var end = headSize + messages.count * entrySize
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end + size)
        for number in [mark, version, 0, position, Int64(messages.count)] { append(number, to: &bytes) }
        bytes += leaf.bytes
        for (message, fact) in messages {
            end += fact.bytes.count
            for number in [message, fact.since, Int64(end)] { append(number, to: &bytes) }
            bytes += fact.digest.bytes
        }
        for (_, fact) in messages { bytes += fact.bytes }
        var sum: [UInt8] = []
        append(Self.sum(of: bytes), to: &sum)
        bytes.replaceSubrange(16..<summed, with: sum)
        return bytes
    }

    // MARK: Numbers

    private static func entry(_ index: Int) -> Int { headSize + index * entrySize }

    /// A number in the order of bytes of this machine: the file is of this machine alone.
    static func int64(_ bytes: [UInt8], _ place: Int) -> Int64 {
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: Int64.self) }
    }

    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Shows a file of which a part was lost; it keeps nobody from making one up.
    private static func sum(of bytes: [UInt8]) -> Int64 {
        unsafe bytes.withUnsafeBytes { bytes -> Int64 in
            func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
                let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                return product ^ product >> 29
            }
            // Eight beside each other, as one waits for its product each time.
            var sums = (
                UInt64(bytes.count), UInt64(2), UInt64(3), UInt64(4), UInt64(5), UInt64(6), UInt64(7), UInt64(8)
            )
            func word(_ place: Int) -> UInt64 { unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
            var place = summed
            while place + 64 <= bytes.count {
                sums.0 = mixed(sums.0, word(place))
                sums.1 = mixed(sums.1, word(place + 8))
                sums.2 = mixed(sums.2, word(place + 16))
                sums.3 = mixed(sums.3, word(place + 24))
                sums.4 = mixed(sums.4, word(place + 32))
                sums.5 = mixed(sums.5, word(place + 40))
                sums.6 = mixed(sums.6, word(place + 48))
                sums.7 = mixed(sums.7, word(place + 56))
                place += 64
            }
            while place < bytes.count {
                sums.0 = mixed(sums.0, UInt64(unsafe bytes[place]))
                place += 1
            }
            let (one, two) = (mixed(sums.0, sums.1), mixed(sums.2, sums.3))
            let (three, four) = (mixed(sums.4, sums.5), mixed(sums.6, sums.7))
            return Int64(bitPattern: mixed(mixed(one, two), mixed(three, four)))
        }
    }
}
