internal import EventLog
internal import MailLedger
internal import Projections
internal import Synchronization

/// What a service remembers from one request to the next: numbers that cost a walk over all messages of an account.
///
/// They are kept under the states that they follow from, so they are right for as long as those are the account's.
package final class JMAPMemory: Sendable {
    private struct Entry {
        let mailboxes: JMAPState
        let threads: JMAPState
        let counts: [StreamID: MailboxCountsQuery.Counts]
    }

    /// Of more accounts nothing is remembered.
    private static let most = 1_000

    private let entries = Mutex<[StreamID: Entry]>([:])

    package init() {}

    /// Returns how many threads there are in each folder of an account.
    ///
    /// - Complexity: O(1) while nothing of the account changes, else O(the live messages of the account).
    func threads(of account: AccountRow, _ reader: LedgerReader) throws -> [StreamID: MailboxCountsQuery.Counts] {
        func count() throws -> [StreamID: MailboxCountsQuery.Counts] {
            try MailboxCountsQuery(on: reader.connection).threads(of: account.stream)
        }
        // What was erased since is in no earlier moment either, and moves no state there.
        guard !reader.isOfPast else { return try count() }
        let mailboxes = try JMAPState.current(AccountChangesQuery.Kind.mailboxes.entity, account, reader)
        let threads = try JMAPState.current(AccountChangesQuery.Kind.threads.entity, account, reader)
        let known = entries.withLock { $0[account.stream] }
        if let known, known.mailboxes == mailboxes, known.threads == threads { return known.counts }
        let entry = Entry(mailboxes: mailboxes, threads: threads, counts: try count())
        entries.withLock { entries in
            if entries.count >= Self.most { entries = [:] }
            entries[account.stream] = entry
        }
        return entry.counts
    }
}
