public import EventLog

/// Rules that read models could have but do not: a replay shows what would differ.
public struct OtherRules: Hashable, Sendable {
    /// Whether mail in spam only counts in its account.
    public var countsSpam = false
    /// Whether mail in the trash only counts in its account.
    public var countsTrash = false
    /// Whether an answer with another subject begins a new thread.
    public var splitsThreadsBySubject = false

    public init() {}

    /// Returns the read models, with those that follow these rules in place of the usual ones.
    public func replacing(in types: [any Projection.Type]) -> [any Projection.Type] {
        types.map { type in
            switch type.name {
            case UnreadProjector.name: unread
            case ThreadsProjector.name where splitsThreadsBySubject: ThreadsBySubject.self
            default: type
            }
        }
    }

    private var unread: any Projection.Type {
        switch (countsSpam, countsTrash) {
        case (false, false): UnreadProjector.self
        case (true, false): OtherCounts<LeavingOutTrash>.self
        case (false, true): OtherCounts<LeavingOutSpam>.self
        case (true, true): OtherCounts<LeavingOutNothing>.self
        }
    }

    /// The tables that read models use to compute their answers, and that contain no answers themselves.
    public static let bookkeeping: Set<String> = [
        "thread_reference", "thread_reply", "thread_join", "thread_marked_before",
    ]
}
