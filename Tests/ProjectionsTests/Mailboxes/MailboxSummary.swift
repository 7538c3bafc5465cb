import EventLog
import Projections

/// What a mailbox says of itself: its numbers, and what STATUS counts in it.
@dynamicMemberLookup
struct MailboxSummary: Hashable, Sendable {
    let numbers: MailboxNumbers
    let counts: MailboxCounts

    subscript<Value>(dynamicMember path: KeyPath<MailboxNumbers, Value>) -> Value { numbers[keyPath: path] }
    subscript<Value>(dynamicMember path: KeyPath<MailboxCounts, Value>) -> Value { counts[keyPath: path] }
}

extension MailboxesQuery {
    func summary(of folder: StreamID) throws -> MailboxSummary {
        MailboxSummary(numbers: try numbers(of: folder), counts: try pages(of: folder).counts)
    }
}
