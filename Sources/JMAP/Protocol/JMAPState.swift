internal import Cryptography
internal import EventLog
internal import MailLedger
internal import Projections

/// The state of a type in an account: the last position that changed something of it, pinned to the Merkle leaf there.
///
/// `s1.153-9f3ac01d`. A log that went another way has another leaf there, and says so instead of an answer that is wrong.
/// A page of changes that ends within an event has the number of its last change, too: `s1.153.7-9f3ac01d`.
struct JMAPState: Hashable, Encodable, Sendable {
    /// Raised when a change of rules would have answered clients something else.
    private static let surface = 1

    let position: Position
    /// The number of the last change of the position that is known; nil for all.
    let change: Int?
    private let leaf: String

    init(at position: Position, change: Int? = nil, _ reader: LedgerReader) throws {
        self.position = position
        self.change = change
        leaf = try PinnedPosition.pin(of: reader.recordedLeaf(at: position))
    }

    /// The state of a type now, as far as the views have come.
    ///
    /// An erasure in the account makes it another one, since what was erased is announced to nobody. So does the account's return:
    /// what became of its things while it was away was not announced either.
    static func current(_ entity: String, _ account: AccountRow, _ reader: LedgerReader) throws -> JMAPState {
        let unannounced = try AccountChangesQuery(on: reader.connection, account: account.stream).lastUnannounced()
        return try current(entity, account, unannounced: unannounced, reader)
    }

    /// The same, with what is known already.
    ///
    /// - Parameters:
    ///   - unannounced: The last position of which nothing was announced.
    ///   - known: A state of this log, which may be the one.
    static func current(
        _ entity: String, _ account: AccountRow, unannounced: Position?, known: JMAPState? = nil, _ reader: LedgerReader
    ) throws -> JMAPState {
        let query = ChangesQuery(on: reader.connection)
        let changed = try entities(of: entity).compactMap { try query.last(of: $0, in: account.stream) }
        let position = max(changed.max() ?? .start, unannounced ?? .start)
        if let known, known.position == position, known.change == nil { return known }
        return try JMAPState(at: position, reader)
    }

    /// The state behind a commit that was decided in this one: what others recorded since then is not in it.
    func behind(_ commit: Receipt?, _ entity: String, _ account: AccountRow, _ reader: LedgerReader) throws -> JMAPState
    {
        guard let commit else { return self }
        let query = ChangesQuery(on: reader.connection)
        let changed = try Self.entities(of: entity).compactMap {
            try query.last(of: $0, in: account.stream, from: commit.firstPosition, through: commit.lastPosition)
        }
        return try changed.max().map { try JMAPState(at: $0, reader) } ?? self
    }

    private static func entities(of entity: String) -> [String] {
        AccountChangesQuery.Kind.allCases.first { $0.entity == entity }?.entities ?? [entity]
    }

    var text: String {
        "s\(Self.surface).\(position.rawValue)\(change.map { ".\($0)" } ?? "")-\(leaf)"
    }

    /// Reads a state that a client has.
    ///
    /// - Throws: ``MethodError/cannotCalculateChanges`` for a text that is none, one of other rules, one ahead of the views, and one of
    ///   a log that went another way.
    init(since text: String, _ reader: LedgerReader) throws {
        // What is read of another spelling is written otherwise, and so is no state.
        let start = "s\(Self.surface)."
        guard text.utf8.count <= 64, text.hasPrefix(start) else { throw MethodError.cannotCalculateChanges }
        let numbers = text.dropFirst(start.count).prefix { $0 != "-" }.split(separator: ".").map { Int64($0) }
        guard (1...2).contains(numbers.count), let number = numbers[0], (0...reader.position.rawValue).contains(number),
            number > 0 || numbers.count == 1
        else { throw MethodError.cannotCalculateChanges }
        try self.init(
            at: Position(number), change: numbers.count > 1 ? numbers[1].flatMap(Int.init(exactly:)) : nil, reader)
        guard self.text == text else { throw MethodError.cannotCalculateChanges }
    }
}
