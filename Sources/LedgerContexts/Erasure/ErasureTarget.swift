public import EventLog
public import LedgerKernel
public import Projections

/// The target of an erasure; the actions that are on an erased message go with it.
public enum ErasureTarget: Sendable, Hashable {
    /// The message whose id has this prefix, deleted or not.
    case message(prefix: String)
    /// An account by its address or the beginning of its id, with all that was ever in it.
    case account(String)
    /// The note whose id has this prefix, deleted or not, and its actions.
    case note(prefix: String)
    /// Every message that a filter takes, deleted ones too.
    case query(MessageFilter)
    /// Every message whose header names this whole address, in any case, deleted ones too.
    case address(String)
    /// A conversation by its name at its source or the beginning of its id, deleted or not, with its messages.
    case conversation(String)
    /// The messages, and the things of other contexts, with these streams.
    case streams([StreamID])
}

/// The effects of an erasure, or of a dry run.
public struct ErasurePlan: Sendable, Hashable {
    /// The address of the account that goes as a whole.
    public let account: String?
    public let messages: Int
    /// The numbers of other things by their kind in answers: `conversation`, `note`, `action`, `answer`, `profile`.
    public let things: [String: Int]
    /// The number of blanked events.
    public let events: Int
    /// The number of transactions whose header is blanked, because they contain nothing else.
    public let headers: Int
    /// The number of headers that stay, because other events share them; none if those are blanked, too.
    public let sharedHeaders: Int
    /// The number of contents that leave the content store.
    public let contents: Int
    /// Their bytes as they came.
    public let bytes: Int64
    /// The number of contents that stay, because other mail has the same bytes.
    public let keptContents: Int
    /// The Maildirs to which a sync has written some of it: those files stay.
    public let maildirs: [String]
    /// The holds that prevent it; none in the result of an erasure.
    public let holds: [HoldInTheWay]

    public var isEmpty: Bool { events == 0 }
}

/// The result of an erasure.
public struct ErasureOutcome: Sendable, Hashable {
    public let plan: ErasurePlan
    /// Nil when there was nothing to erase.
    public let receipt: Receipt?
    /// The steps that another process prevents now: the next command continues them.
    public let remaining: ErasureSteps
}
