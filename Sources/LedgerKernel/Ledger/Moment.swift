public import CivilTime
public import EventLog
internal import QueryLanguage

/// A moment in a ledger's history, as a person names it.
///
/// ```swift
/// let count = try ledger.read(at: Moment(.transaction(41))) { try $0.countMessages() }
/// ```
///
/// Whatever is named, the moment is the end of a whole transaction, or the one before the first: a ledger was never in
/// any other state.
public struct Moment: Hashable, Sendable {
    /// The reference point of a moment.
    public enum Anchor: Hashable, Sendable {
        /// The log's head.
        case now
        /// The transaction that contains the event at this position; ``Position/start`` is the empty ledger.
        case position(Position)
        /// The last transaction that was recorded then or before, in the order of positions.
        case time(Timestamp)
        case transaction(Int64)
        /// The last transaction of the operation whose id has this prefix.
        case operation(prefix: String)
    }

    public var anchor: Anchor
    /// Whether the moment is right before the reference point; for an operation, before its first transaction.
    public var isBefore: Bool

    public init(_ anchor: Anchor, isBefore: Bool = false) {
        self.anchor = anchor
        self.isBefore = isBefore
    }

    public static let now = Moment(.now)
}

/// The place of a moment in a log.
public struct ResolvedMoment: Hashable, Sendable {
    /// The position of the last event that counts; ``Position/start`` before the first transaction.
    public let position: Position
    /// The number of the last transaction that counts; 0 before the first.
    public let transaction: Int64
    /// When it was recorded; nil before the first.
    public let recordedAt: Timestamp?
    /// A fact that may surprise the person who asks.
    public let remark: Remark?

    public enum Remark: Hashable, Sendable {
        /// The named position is not the end of a transaction.
        case withinTransaction(asked: Position)
        /// The number of transactions before the moment with a later time than the named one.
        case clockRanBackwards(laterTimes: Int)
    }

    init(end transaction: StoredTransaction?, remark: Remark? = nil) {
        position = transaction?.lastPosition ?? .start
        self.transaction = transaction?.number ?? 0
        recordedAt = transaction?.recordedAt
        self.remark = remark
    }
}

/// A moment that a ledger does not have.
public enum MomentError: Error, Hashable, Sendable {
    /// The typed text names no moment.
    case malformed(String, reason: String)
    case future(Timestamp)
    case beyondHead(asked: Position, head: Position)
    case noTransaction(Int64, last: Int64)
    /// The second of two moments is the earlier one.
    case reversed(Position, Position)
}

extension MomentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let text, let reason): "\(QueryFault.shown(text)) names no moment: \(reason)"
        case .future(let time): "\(time) lies in the future"
        case .beyondHead(let asked, let head): "position \(asked) lies beyond the log's head, \(head)"
        case .reversed(let first, let second):
            "the first moment, position \(first), is later than the second, \(second); name the earlier one first"
        case .noTransaction(let number, let last): "there is no transaction \(number); the last one is \(last)"
        }
    }
}
