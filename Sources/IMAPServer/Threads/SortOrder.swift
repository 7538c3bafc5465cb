package import IMAPProtocol

/// The order of SORT.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
package enum SortOrder {
    package static func subjectKey(_ subject: String) -> String { CasemapKey.of(BaseSubject.of(subject).text) }

    /// The key of an address: its part before the domain, as ENVELOPE has it; the name does not count.
    ///
    /// - Parameter address: That of the field's first mailbox; empty where the field has none.
    package static func mailboxKey(_ address: String) -> String {
        CasemapKey.of(String(address[..<(address.lastIndex(of: "@") ?? address.endIndex)]))
    }

    /// Sorts messages; those that are equal by all criteria are in the order of their numbers, reversed or not.
    ///
    /// - Complexity: O(*n* log *n*).
    package static func sorted(
        _ messages: [SortedMessage], by criteria: [SortRequest.Criterion]
    ) -> [SortedMessage] {
        messages.indices.sorted { left, right in
            let (left, right) = (messages[left], messages[right])
            for criterion in criteria {
                let order = compare(left, right, criterion.key)
                if order != 0 { return (order < 0) != criterion.isReversed }
            }
            return left.number < right.number
        }.map { messages[$0] }
    }

    /// Less than 0 where the left message is before the right one, 0 where they are equal.
    private static func compare(_ left: SortedMessage, _ right: SortedMessage, _ key: SortRequest.Key) -> Int {
        switch key {
        case .arrival: compare(left.arrival, right.arrival)
        case .cc: CasemapKey.compare(left.cc, right.cc)
        case .date: compare(left.date, right.date)
        case .from: CasemapKey.compare(left.from, right.from)
        case .size: compare(left.size, right.size)
        case .subject: CasemapKey.compare(left.subject, right.subject)
        case .to: CasemapKey.compare(left.to, right.to)
        }
    }

    private static func compare(_ left: Int64, _ right: Int64) -> Int { left < right ? -1 : left == right ? 0 : 1 }
}
