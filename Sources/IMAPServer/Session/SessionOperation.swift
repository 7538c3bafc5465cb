internal import CivilTime
internal import EventLog
internal import MailLedger

/// Makes the commands that come right behind each other one operation, so that one key press is one undo.
struct SessionOperation {
    private static let pause: Int64 = 1_000_000
    private static let longest: Int64 = 10_000_000
    private var current: (id: OperationID, began: Int64, last: Int64)?

    /// Returns the operation of a change at a moment: the last one, if it was a moment ago.
    mutating func next(_ environment: LedgerEnvironment) -> OperationID {
        let now = environment.log.now().microseconds
        if let current, now - current.last <= Self.pause, now - current.began <= Self.longest, now >= current.last {
            self.current?.last = now
            return current.id
        }
        let id = OperationID(environment.newID())
        current = (id, now, now)
        return id
    }

    /// Lets the next change be an operation of its own.
    mutating func end() { current = nil }
}
