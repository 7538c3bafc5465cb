public import EventLog
public import Projections

/// A vocabulary of the log: its events, the read models that follow from them, and the answers that only it knows.
///
/// ```swift
/// enum Voice: LedgerContext {
///     static let name = "voice"
///     static var events: [any Event.Type] { [RecordingAdded.self, RecordingRenamed.self] }
///     static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { VoiceUndoing(walk.reader) }
/// }
/// let ledger = try Ledger.open(at: location, access: .readWrite, adding: [Voice.self])
/// ```
///
/// Reading, proofs, time travel, rebuilding, export and verification need only the events. `Docs/Contexts.md` describes
/// how to make a context. Mail is one, too.
public protocol LedgerContext: LedgerAddition {
    /// The part of its events' names before the full stop: a small letter, then small letters, digits and `_`.
    static var name: String { get }

    /// Today's events.
    static var events: [any Event.Type] { get }
    /// The upcasters from older events to today's.
    static var upcasters: [Upcaster] { get }

    /// Its read models, in the order in which an event reaches them; they may depend on those that every ledger has.
    static var projections: [any Projection.Type] { get }

    /// The kinds of things that have their own streams, for `history`, `diff`, `why`, `changes` and `erase`.
    static var things: [ThingKind] { get }
    /// The fields that its events give to things of other contexts.
    static var claims: [ClaimedFields] { get }
    /// Its requests in JSON, beside those that every ledger has.
    static var requests: [RequestEntry] { get }

    /// Makes the part that undoes its events in one plan.
    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing

    /// Returns the `ErasingEvent` for the thing that an event began; nil if the event began none.
    ///
    /// - Parameter count: The number of its events that are blanked.
    static func erasing(_ first: any Event, count: Int) -> (any Event)?

    /// Returns the streams of the messages that its events would remove, so that holds can be checked.
    ///
    /// Called for a context that a program adds, before anything is recorded.
    static func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID>
}

extension LedgerContext {
    public static var upcasters: [Upcaster] { [] }
    public static var projections: [any Projection.Type] { [] }
    public static var things: [ThingKind] { [] }
    public static var claims: [ClaimedFields] { [] }
    public static var requests: [RequestEntry] { [] }
    public static func erasing(_ first: any Event, count: Int) -> (any Event)? { nil }
    public static func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID> { [] }
}

/// Fields that a context gives to things of another one, by events in the streams of those things.
public struct ClaimedFields: Sendable {
    /// The kind of thing: `message`, …
    let kind: String
    /// The names by which `why` shows them beside the thing's own fields, and those in the context's events.
    let fields: [(shown: String, recorded: String)]

    public init(on kind: String, fields: [String]) {
        self.init(on: kind, fields: fields.map { (shown: $0, recorded: $0) })
    }

    /// Fields that people know by another name than the context's events.
    package init(on kind: String, fields: [(shown: String, recorded: String)]) {
        self.kind = kind
        self.fields = fields
    }
}
