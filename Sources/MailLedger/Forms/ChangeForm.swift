package import EventLog
package import Projections

/// A row of a read model that changed.
public struct ChangeForm: Encodable, Sendable {
    let position: Int64
    let entity: String
    let id: String
    let account: String
    let kind: String
    let isCountsOnly: Bool

    package init(_ change: EntityChange) {
        position = change.position.rawValue
        entity = change.entity
        id = change.id.description
        account = change.account
        kind = Self.word(for: change.kind)
        isCountsOnly = change.isCountsOnly
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
