package import EventLog
package import Projections

/// A row of a read model that changed.
public struct ChangeForm: Encodable, Sendable {
    package let change: EntityChange

    package init(_ change: EntityChange) {
        self.change = change
    }

    enum CodingKeys: CodingKey { case position, entity, id, account, kind, isCountsOnly }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(change.position.rawValue, forKey: .position)
        try container.encode(change.entity, forKey: .entity)
        try container.encode(change.id.description, forKey: .id)
        try container.encode(change.account, forKey: .account)
        try container.encode(Self.word(for: change.kind), forKey: .kind)
        try container.encode(change.isCountsOnly, forKey: .isCountsOnly)
    }

    /// What became of the row, in JMAP's words (RFC 8620, section 5.2).
    package static func word(for kind: RowChange.Kind) -> String {
        switch kind {
        case .created: "created"
        case .updated: "updated"
        case .destroyed: "destroyed"
        }
    }
}
