internal import CivilTime
internal import EventLog
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

    package init(_ row: HoldRow, ledger: Ledger) throws {
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
        let header = try ledger.header(ofEvent: Position(row.stream.rawValue))
        actor = header?.actor
        reason = header?.reason
        isRemoved = row.isRemoved
    }

    enum CodingKeys: String, CodingKey {
        case id, name, kind, target, added, actor, reason
        case isRemoved = "is_removed"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(kind, forKey: .kind)
        try container.encode(target, forKey: .target)
        try container.encode(added, forKey: .added)
        try container.encode(actor, forKey: .actor)
        try container.encode(reason, forKey: .reason)
        try container.encode(isRemoved, forKey: .isRemoved)
    }
}
