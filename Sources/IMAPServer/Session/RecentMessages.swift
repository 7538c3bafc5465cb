package import EventLog
internal import Mail
internal import Synchronization

/// Which messages no session of this program has taken note of: `\Recent` (RFC 3501 section 2.3.2).
///
/// Mail is recent in the first session that selects its mailbox to change it. All mail from before the program began is not.
/// It is kept in memory alone: RFC 9051 has no such flag, and a look at a mailbox is no event.
package final class RecentMessages: Sendable {
    private let start: UInt32
    /// The last UID of each mailbox that a session took.
    private let taken = Mutex<[FolderID: UInt32]>([:])

    /// - Parameter start: The end of the log where the program begins.
    package init(after start: Position) {
        self.start = UInt32(clamping: start.rawValue)
    }

    /// Returns the UIDs of a mailbox that no session has, up to its last one.
    func untaken(in folder: FolderID, upTo last: UInt32) -> ClosedRange<UInt32>? {
        taken.withLock { Self.range(after: $0[folder] ?? start, upTo: last) }
    }

    /// Returns the same UIDs, and gives them to the session that asks.
    func take(in folder: FolderID, upTo last: UInt32) -> ClosedRange<UInt32>? {
        taken.withLock { taken in
            guard let range = Self.range(after: taken[folder] ?? start, upTo: last) else { return nil }
            taken[folder] = last
            return range
        }
    }

    private static func range(after taken: UInt32, upTo last: UInt32) -> ClosedRange<UInt32>? {
        taken < last ? taken + 1...last : nil
    }
}
