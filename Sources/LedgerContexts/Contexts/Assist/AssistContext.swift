internal import Assist
internal import EventLog
internal import LedgerKernel

/// Classification, canned answers and the profile, as a context of the ledger.
enum AssistContext: LedgerContext {
    static let name = "assist"

    static var events: [any Event.Type] { AssistCatalogue.events }

    static var claims: [ClaimedFields] {
        [
            ClaimedFields(
                on: "message",
                fields: [
                    "category", "sentiment", "opportunity_score", "answer", "reply_draft", "memory", "conversation",
                ])
        ]
    }

    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing { try AssistUndoing(walk.reader) }

    static func erasing(_ first: any Event, count: Int) -> (any Event)? {
        switch first {
        case let added as AnswerAdded: AnswerErased(answer: added.id, events: count)
        case let created as ProfileCreated: ProfileErased(profile: created.id, events: count)
        default: nil
        }
    }
}
