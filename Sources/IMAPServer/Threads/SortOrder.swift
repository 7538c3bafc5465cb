internal import IMAPProtocol

/// A message as SORT knows it; what no key asks for is empty.
struct SortedMessage: Sendable {
    let number: UInt32
    let arrival: Int64
    let date: Int64
    let size: Int64
    let subject: String
    let from: String
    let to: String
    let cc: String
}

/// The order of SORT (RFC 5256 section 3); texts are compared without case (RFC 5051).
enum SortOrder {
    static func subjectKey(_ subject: String) -> String { BaseSubject.of(subject).text.uppercased() }

    /// The part of an address before its domain.
    static func mailboxKey(_ address: String) -> String {
        let end = address.lastIndex(of: "@") ?? address.endIndex
        return address[..<end].uppercased()
    }

    /// Returns messages in an order; those that are equal by all keys are in the order of their numbers.
    ///
    /// - Complexity: O(*n* log *n*).
    static func sorted(_ messages: [SortedMessage], by criteria: [SortRequest.Criterion]) -> [SortedMessage] {
        messages.sorted { left, right in
            for criterion in criteria {
                let order = compare(left, right, criterion.key)
                if order != 0 { return (order < 0) != criterion.isReversed }
            }
            return left.number < right.number
        }
    }

    private static func compare(_ left: SortedMessage, _ right: SortedMessage, _ key: SortRequest.Key) -> Int {
        switch key {
        case .arrival: order(left.arrival, right.arrival)
        case .cc: order(left.cc, right.cc)
        case .date: order(left.date, right.date)
        case .from: order(left.from, right.from)
        case .size: order(left.size, right.size)
        case .subject: order(left.subject, right.subject)
        case .to: order(left.to, right.to)
        }
    }

    private static func order<Key: Comparable>(_ left: Key, _ right: Key) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}
