internal import EventLog
internal import Mail

/// Mail as the ledger is told of it.
///
/// Its erasures and what it takes from under holds are asked for by name elsewhere: queries and holds are about mail alone.
enum MailContext: LedgerContext {
    static let name = "mail"
    static var events: [any Event.Type] { MailCatalogue.events }
    static var upcasters: [Upcaster] { MailCatalogue.upcasters }

    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing { try MailUndoing(walk) }
}
