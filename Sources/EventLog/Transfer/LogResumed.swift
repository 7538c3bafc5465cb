/// The log continues from a backup: events that were recorded behind it may be lost, and their positions go to others.
///
/// It is the first event after a restore. Who keeps positions for names, as mail readers keep UIDs, forgets them.
public struct LogResumed: Event, Hashable {
    public static let type = EventType("ledger.log-resumed", schema: 1)

    /// The number of events that the backup had.
    public let events: Int64

    public init(events: Int64) {
        self.events = events
    }
}

extension LogWriting {
    /// Records that the log continues from a backup, if nobody did since the restore.
    ///
    /// It is a step of its own, before anything is decided: a decision that starts over must not take it back, since read
    /// models have it then.
    public func recordResumption(_ context: @autoclosure () -> OperationContext) throws {
        guard try isRestored() else { return }
        try withWriterLock {
            guard try isRestored() else { return }
            let head = try head().position
            let event = ProposedEvent(LogResumed(events: head.rawValue), target: .noStream, account: .none)
            _ = try append(ProposedTransaction([event], context: context()), ifHead: head)
            try setRestored(false)
        }
    }
}
