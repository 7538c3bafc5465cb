/// The scope that an erasing event blanks.
public enum ErasureScope: Sendable, Hashable {
    /// The events of one stream.
    case stream(StreamID)
    /// Every event that concerns an account, its own among them.
    case account(StreamID)
}

/// The number of places that an erasure blanked.
public struct Blanked: Sendable, Hashable {
    public let events: Int
    /// Transactions whose header, with its actor and reason, was blanked.
    public let headers: Int

    package init(events: Int, headers: Int) {
        self.events = events
        self.headers = headers
    }
}

/// A place of a log that is blank.
public enum ErasedPlace: Sendable, Hashable {
    /// The payload of an event.
    case event(Position)
    /// The header of a transaction, by its number.
    case header(Int64)
}

/// The steps of an erasure that remain after the log itself is blank.
///
/// The log lists the steps from the transaction that blanks it until each is done. If the process is killed, the next
/// one that opens the ledger continues from there. Repeating a step does no harm.
public struct ErasureSteps: OptionSet, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Removes content that no remaining event refers to from the content store.
    public static let contents = ErasureSteps(rawValue: 1)
    /// Rebuilds the views from the blanked log and removes the old ones.
    public static let views = ErasureSteps(rawValue: 2)
    /// Empties the full text.
    public static let search = ErasureSteps(rawValue: 4)
    /// Rewrites the log's file without the pages that were freed.
    public static let log = ErasureSteps(rawValue: 8)
    /// Truncates the log's journal.
    public static let journal = ErasureSteps(rawValue: 16)

    public static let all: ErasureSteps = [.contents, .views, .search, .log, .journal]
}

/// An erasure that is not finished.
public struct ErasureWork: Sendable, Hashable {
    public var steps: ErasureSteps
    /// The last generation of the views that was built before the erasure.
    public let viewsGeneration: Int64

    package init(steps: ErasureSteps, viewsGeneration: Int64) {
        self.steps = steps
        self.viewsGeneration = viewsGeneration
    }
}
