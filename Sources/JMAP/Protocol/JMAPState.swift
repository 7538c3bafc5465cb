internal import EventLog
internal import Hashing
internal import MailLedger
internal import Projections

/// The state of a type in an account: the last position that changed something of it, pinned to the Merkle leaf there.
///
/// `s1.153-9f3ac01d`. A log that went another way has another leaf there, and says so instead of an answer that is wrong.
struct JMAPState: Hashable {
    /// Raised when a change of rules would have told clients something else.
    private static let surface = 1

    let position: Position
    private let leaf: String

    /// The state of a type now, as far as the views have come.
    static func current(_ entity: String, _ account: AccountRow, _ reader: LedgerReader) throws -> JMAPState {
        let last = try ChangesQuery(on: reader.connection).last(of: entity, in: account.stream) ?? .start
        return JMAPState(position: last, leaf: try leaf(at: last, reader))
    }

    private static func leaf(at position: Position, _ reader: LedgerReader) throws -> String {
        String(try reader.recordedLeaf(at: position).map { $0.hex.prefix(8) } ?? "00000000")
    }

    var text: String { "s\(Self.surface).\(position.rawValue)-\(leaf)" }
}
