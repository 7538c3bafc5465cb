internal import CivilTime
internal import EventLog
package import LedgerKernel
package import Projections

/// A hold.
public struct HoldForm: Encodable, Sendable {
    package let id: String
    package let name: String
    package let kind: String
    /// An id, or the query.
    package let target: String
    package let added: String
    package let actor: String?
    package let reason: String?
    package let isRemoved: Bool

    package init(_ row: HoldRow, _ reader: LedgerReader) throws {
        id = row.id.description
        name = row.name
        (kind, target) =
            switch row.target {
            case .message(let id): ("message", id.description)
            case .account(let id): ("account", id.description)
            case .query(let query): ("query", query)
            }
        added = row.added.iso8601
        // The stream of a hold is the position of the event that made it.
        let header = try reader.store.header(ofEvent: Position(row.stream.rawValue))
        actor = header?.actor
        reason = header?.reason
        isRemoved = row.isRemoved
    }
}
