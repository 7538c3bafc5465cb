package import IMAPProtocol
internal import Mail

/// The order of SORT.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
package enum SortOrder {
    package static func subjectKey(_ subject: String) -> String { CasemapKey.of(BaseSubject(of: subject).text) }

    /// The key of an address: its part before the domain without quotes, as ENVELOPE has it; the name does not count.
    ///
    /// - Parameter address: That of the field's first mailbox; empty where the field has none.
    package static func mailboxKey(_ address: String) -> String {
        let local = address[..<(address.lastIndex(of: "@") ?? address.endIndex)]
        guard local.count >= 2, local.hasPrefix("\""), local.hasSuffix("\"") else {
            return CasemapKey.of(String(local))
        }
        var plain = ""
        var isEscaped = false
        for sign in local.dropFirst().dropLast() {
            isEscaped = !isEscaped && sign == "\\"
            if !isEscaped { plain.append(sign) }
        }
        return CasemapKey.of(plain)
    }

    /// Sorts messages; those that are equal by all criteria are in the order of their numbers, reversed or not.
    ///
    /// - Complexity: O(*n* log *n*).
    package static func sorted(
        _ messages: [SortedMessage], by criteria: [SortRequest.Criterion]
    ) -> [SortedMessage] {
        order(of: messages, by: criteria).map { messages[$0] }
    }

    /// Returns the places of messages in the order in which they would be sorted.
    static func order(of messages: [SortedMessage], by criteria: [SortRequest.Criterion]) -> [Int] {
        let columns = criteria.map { (SortColumn(messages, $0.key), $0.isReversed) }
        return messages.indices.sorted { left, right in
            for (column, isReversed) in columns {
                let order = column.compare(left, right)
                if order != 0 { return (order < 0) != isReversed }
            }
            return messages[left].number < messages[right].number
        }
    }
}
