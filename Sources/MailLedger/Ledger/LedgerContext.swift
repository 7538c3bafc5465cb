public import EventLog
public import Projections

/// A language of the log: its events, the read models that follow from them, and the answers that only it knows.
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
/// Reading, proofs, time travel, rebuilding, export and verification need no more than the events. `Docs/Contexts.md` tells how one is
/// made. Mail is one, too.
public protocol LedgerContext: LedgerAddition {
    /// Begins the names of its events, before the full stop: a small letter, then small letters, digits and `_`.
    static var name: String { get }

    /// Today's events.
    static var events: [any Event.Type] { get }
    /// The ways to today's events from older ones.
    static var upcasters: [Upcaster] { get }

    /// Its read models, in the order in which an event reaches them; they may stand after those that every ledger has.
    static var projections: [any Projection.Type] { get }

    /// The kinds of things that have a stream of their own: `history`, `diff`, `why`, `changes` and `erase` know them by these.
    static var things: [ThingKind] { get }
    /// The fields that its events give to things of other contexts.
    static var claims: [Claim] { get }
    /// What programs may ask of it as JSON, beside the requests that every ledger has.
    static var requests: [RequestEntry] { get }

    /// Answers the undoing of one plan's events.
    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing

    /// Returns the event that says of the thing which an event began that it was erased, an `ErasingEvent`; nil where the event began
    /// none.
    ///
    /// - Parameter count: How many of its events are blanked.
    static func erasing(_ first: any Event, count: Int) -> (any Event)?

    /// Returns the streams of the messages that events of it would take away, for holds to be asked about.
    ///
    /// Asked of a context that a program brings, before anything is recorded.
    static func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID>
}

extension LedgerContext {
    public static var upcasters: [Upcaster] { [] }
    public static var projections: [any Projection.Type] { [] }
    public static var things: [ThingKind] { [] }
    public static var claims: [Claim] { [] }
    public static var requests: [RequestEntry] { [] }
    public static func erasing(_ first: any Event, count: Int) -> (any Event)? { nil }
    public static func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID> { [] }
}

/// Fields that a context gives to things of another one, by events in the streams of those things.
public struct Claim: Sendable {
    /// The kind of thing: `message`, …
    let kind: String
    /// As its events name them; `why` tells of them beside the thing's own.
    let fields: [String]

    public init(on kind: String, fields: [String]) {
        self.kind = kind
        self.fields = fields
    }
}
