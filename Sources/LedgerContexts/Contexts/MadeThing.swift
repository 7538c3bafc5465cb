internal import Access
internal import Assist
package import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections

/// A thing that an event makes, of a kind whose read model takes in a second one with the same id.
///
/// Every command draws a new id, so a log has two of them only if somebody made an event by hand. Read models that
/// refused such a log would lock its owner out. Events from elsewhere can be refused before they are recorded.
package struct MadeThing: Hashable, Sendable {
    /// As in "account".
    package let kind: String
    package let id: String

    /// The names of the events that make one.
    private static let typeNames: Set = [
        AccountCreated.type.name, HoldAdded.type.name, ProfileCreated.type.name, TokenIssued.type.name,
    ]

    /// Nil for an event that makes none.
    private init?(_ event: any Event) {
        switch event {
        case let created as AccountCreated: (kind, id) = (Entity.account, "\(created.id)")
        case let added as HoldAdded: (kind, id) = (Entity.hold, "\(added.id)")
        case let created as ProfileCreated: (kind, id) = (Entity.profile, "\(created.id)")
        case let issued as TokenIssued: (kind, id) = (Entity.token, "\(issued.id)")
        default: return nil
        }
    }

    /// The things that a stored event makes; none if it is erased.
    package static func made(by stored: StoredEvent) throws -> [MadeThing] {
        guard typeNames.contains(stored.type.name) else { return [] }
        return try Contexts.builtIn.catalogue.contents(of: stored).compactMap { content in
            if case .event(let event) = content { MadeThing(event) } else { nil }
        }
    }
}
