package import EventLog
package import Projections

/// A row of a read model that changed.
public struct ChangeForm: Encodable, Sendable {
    package let change: EntityChange
    /// Nil once it is erased.
    package let header: TransactionHeader?

    package init(_ change: EntityChange, _ header: TransactionHeader?) {
        self.change = change
        self.header = header
    }

    enum CodingKeys: CodingKey { case position, entity, id, account, kind, isCountsOnly, actor, osUser, host }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(change.position.rawValue, forKey: .position)
        try container.encode(change.entity, forKey: .entity)
        try container.encode(change.id.description, forKey: .id)
        try container.encode(change.account, forKey: .account)
        try container.encode(Self.word(for: change.kind), forKey: .kind)
        try container.encode(change.isCountsOnly, forKey: .isCountsOnly)
        try container.encode(header?.actor, forKey: .actor)
        try container.encode(header?.osUser, forKey: .osUser)
        try container.encode(header?.host, forKey: .host)
    }

    /// The change of the row, in JMAP's words (RFC 8620, section 5.2).
    package static func word(for kind: RowChange.Kind) -> String {
        switch kind {
        case .created: "created"
        case .updated: "updated"
        case .destroyed: "destroyed"
        }
    }
}
