/// What an erasing event blanks.
public enum ErasureScope: Sendable, Hashable {
    /// The events of one stream.
    case stream(StreamID)
    /// Every event that concerns an account, its own among them.
    case account(StreamID)
}

/// How much was blanked.
public struct Blanked: Sendable, Hashable {
    public let events: Int
    /// Transactions that lost who and why.
    public let headers: Int
}

/// A place of a log that is blank.
public enum ErasedPlace: Sendable, Hashable {
    /// The payload of an event.
    case event(Position)
    /// The header of a transaction, by its number.
    case header(Int64)
}

/// What is left to be done of an erasure once the log itself is blank.
///
/// The steps stand in the log from the transaction that blanks it until each is done, so that whoever opens the ledger
/// next goes on where a killed process stopped. Each may be done again.
public struct ErasureSteps: OptionSet, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Content that no un-erased event names leaves the content store.
    public static let contents = ErasureSteps(rawValue: 1)
    /// The views are built anew from the blanked log, and the old ones are gone.
    public static let views = ErasureSteps(rawValue: 2)
    /// The full text is emptied.
    public static let search = ErasureSteps(rawValue: 4)
    /// The log's file is written anew, without the pages that were freed.
    public static let log = ErasureSteps(rawValue: 8)
    /// The log's journal is cut to nothing.
    public static let journal = ErasureSteps(rawValue: 16)

    public static let all: ErasureSteps = [.contents, .views, .search, .log, .journal]
}

/// An erasure that is not through.
public struct ErasureWork: Sendable, Hashable {
    public var steps: ErasureSteps
    /// The last generation of the views that was built from what is blank now.
    public let viewsGeneration: Int64
}
