internal import EventLog
internal import LedgerKernel
internal import Notes
internal import Projections

/// Notes and actions, as a context of the ledger.
enum NotesContext: LedgerContext {
    static let name = "notes"
    static var events: [any Event.Type] { NotesCatalogue.events }
    static var upcasters: [Upcaster] { NotesCatalogue.upcasters }

    static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { NotesUndoing(reader: walk.reader) }

    static func erasing(_ first: any Event, count: Int) -> (any Event)? {
        switch first {
        case let added as NoteAdded: NoteErased(note: added.id, events: count)
        case let added as ActionAdded: ActionErased(action: added.id, events: count)
        default: nil
        }
    }
}
