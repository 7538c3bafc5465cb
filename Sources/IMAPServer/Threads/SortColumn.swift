internal import IMAPProtocol

/// What one criterion of SORT compares, of all messages: in arrays, as sorting asks for it many times.
struct SortColumn {
    /// A number in the order of unsigned ones; of a text, its first eight bytes.
    private var numbers: [UInt64] = []
    /// All texts one behind the other, and where each ends; empty for numbers.
    private var texts: [UInt8] = []
    private var ends: [Int] = []

    init(_ messages: [SortedMessage], _ key: SortRequest.Key) {
        numbers.reserveCapacity(messages.count)
        for message in messages {
            switch key {
            // In whole seconds, as a client sees them.
            case .arrival: add(Self.seconds(message.arrival))
            case .date: add(Self.seconds(message.date))
            case .size: add(message.size)
            case .subject: add(message.subject)
            case .from: add(message.from)
            case .to: add(message.to)
            case .cc: add(message.cc)
            }
        }
    }

    /// The seconds before or at a moment in microseconds.
    private static func seconds(_ moment: Int64) -> Int64 {
        moment / 1_000_000 - (moment % 1_000_000 < 0 ? 1 : 0)
    }

    private mutating func add(_ number: Int64) { numbers.append(UInt64(bitPattern: number) ^ 1 << 63) }

    private mutating func add(_ text: String) {
        var first: UInt64 = 0
        for (index, byte) in text.utf8.prefix(8).enumerated() { first |= UInt64(byte) << (56 - 8 * UInt64(index)) }
        numbers.append(first)
        texts += text.utf8
        ends.append(texts.count)
    }

    /// Compares two messages by their places: less than 0 where the left one is before the right one, 0 where they are
    /// equal.
    ///
    /// Texts are keys of ``CasemapKey``, and are compared by their octets.
    func compare(_ left: Int, _ right: Int) -> Int {
        if numbers[left] != numbers[right] { return numbers[left] < numbers[right] ? -1 : 1 }
        guard !ends.isEmpty else { return 0 }
        let (one, other) = (place(left), place(right))
        let bytes = texts.span
        for index in 0..<min(one.count, other.count) {
            let (byte, otherByte) = (bytes[one.lowerBound + index], bytes[other.lowerBound + index])
            if byte != otherByte { return byte < otherByte ? -1 : 1 }
        }
        return one.count - other.count
    }

    private func place(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}
