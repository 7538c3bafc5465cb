public import EventLog
public import Projections

/// What is to be erased.
public enum ErasureTarget: Sendable, Hashable {
    /// The message whose id begins so, deleted or not.
    case message(prefix: String)
    /// An account by its address or the beginning of its id, with all that was ever in it.
    case account(String)
    /// The note whose id begins so, deleted or not, and its actions.
    case note(prefix: String)
    /// Every message that a filter takes, deleted ones too.
    case query(MessageFilter)
    /// A conversation by its name at its source or the beginning of its id, deleted or not, with its messages.
    case conversation(String)
    /// The messages, and the things of other contexts, with these streams.
    case streams([StreamID])
}

/// What an erasure takes away, or would.
public struct ErasurePlan: Sendable, Hashable {
    /// The address of the account that goes as a whole.
    public let account: String?
    public let messages: Int
    /// How many other things, by what they are in the words of answers: `conversation`, `note`, `action`, `answer`, `profile`.
    public let things: [String: Int]
    /// How many events are blanked.
    public let events: Int
    /// How many transactions lose who and why, as nothing else is in them.
    public let headers: Int
    /// How many keep who and why, as other events share them; none where those are to go too.
    public let sharedHeaders: Int
    /// How many contents leave the content store.
    public let contents: Int
    /// Their bytes as they came.
    public let bytes: Int64
    /// How many contents stay, as mail that is not erased has the same bytes.
    public let keptContents: Int
    /// The Maildirs where a sync has kept some of it: what lies there stays.
    public let maildirs: [String]
    /// The holds that stand in the way of it; in what came of an erasure, none.
    public let holds: [HoldInTheWay]

    public var isEmpty: Bool { events == 0 }
}

/// What came of an erasure.
public struct ErasureOutcome: Sendable, Hashable {
    public let plan: ErasurePlan
    /// Nil when there was nothing to erase.
    public let receipt: Receipt?
    /// What another process keeps from being done now: the next command goes on with it.
    public let remaining: ErasureSteps
}
