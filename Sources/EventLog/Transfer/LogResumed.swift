internal import Cryptography

/// The log continues from an earlier state: events that were recorded behind it may be lost, and their positions go to
/// others.
///
/// It is the first event after a restore, or after somebody noticed that a log lost its end. Who keeps positions for
/// names, as mail readers keep UIDs, forgets them.
public struct LogResumed: Event, Hashable {
    public static let type = EventType("ledger.log-resumed", schema: 1)

    /// The number of events that the log had before this one.
    public let events: Int64

    public init(events: Int64) {
        self.events = events
    }
}

extension LogWriting {
    /// Notes that the log lacks an event that was read from it, unless the event is there.
    ///
    /// The next writer records it (``recordResumption(_:)``). A standby that lags lacks events, too, and takes no note: the
    /// log that takes writes is compared, under the writer's lock.
    ///
    /// - Parameter leaf: The leaf of that event.
    func noteLoss(of leaf: [UInt8], at position: Position) throws {
        try withWriterLock {
            guard try recordedLeaf(at: position)?.bytes != leaf, try !isRestored() else { return }
            try setRestored(true)
        }
    }

    /// Records that the log continues from an earlier state, if that is noted and nobody did so since.
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
