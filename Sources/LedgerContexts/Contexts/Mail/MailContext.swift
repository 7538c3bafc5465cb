internal import EventLog
internal import LedgerKernel
internal import Mail

/// Mail, as a context of the ledger.
///
/// Other code refers to its erasures and to their effect on holds by name: queries and holds concern mail alone.
enum MailContext: LedgerContext {
    static let name = "mail"
    static var events: [any Event.Type] { MailCatalogue.events }
    static var upcasters: [Upcaster] { MailCatalogue.upcasters }

    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing { try MailUndoing(walk) }
}
