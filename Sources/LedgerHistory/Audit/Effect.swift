internal import Assist
package import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections

/// The kinds of change that events record, across all contexts.
///
/// Each event type has one kind, but for a removed copy: if its message ended with it, it counts as deleted.
public enum Effect: String, Codable, Hashable, Sendable, CaseIterable {
    case added, changed, marked, moved, removed, deleted, restored, erased, skipped

    /// Returns the kind of an event type. Types without an entry in a table, as in a new context, go by their last
    /// word.
    package static func of(type name: String) -> Effect {
        if let known = byType[name] { return known }
        let word = name.split(whereSeparator: { $0 == "-" || $0 == "." }).last.map(String.init) ?? ""
        return byLastWord[word] ?? .changed
    }

    /// Those whose last word says something else.
    private static let byType: [String: Effect] = [
        // The changes of a file's name that a sync sees are mostly flags.
        CopyChanged.type.name: .marked,
        FileSkipped.type.name: .skipped,
        AnswerUsed.type.name: .changed,
        AnswerUseCancelled.type.name: .changed,
        AnswerUseRestored.type.name: .changed,
    ]

    private static let byLastWord: [String: Effect] = [
        "added": .added, "created": .added, "opened": .added, "issued": .added, "copied": .added, "joined": .added,
        "marked": .marked, "moved": .moved, "removed": .removed, "deleted": .deleted, "revoked": .deleted,
        "restored": .restored, "erased": .erased,
    ]
}

extension LedgerReader {
    /// Whether an event has the requested effect: some removed copies ended their message, and others did not.
    func hasEffect(_ event: EventPlace, of question: LogQuestion) throws -> Bool {
        guard question.takes(event) else { return false }
        guard let effect = question.effect, event.type == CopyRemoved.type.name else { return true }
        let ends = try ChangesQuery(on: connection).endsOfMessages(from: event.position, through: event.position)
        return ends.isEmpty == (effect == .removed)
    }

    /// Whether some event of a transaction has the requested effect.
    func hasEffect(_ transaction: StoredTransaction, of question: LogQuestion) throws -> Bool {
        guard question.effect != nil else { return true }
        var found = false
        try store.forEach(EventSelection(of: transaction)) { event in
            found = try hasEffect(event.place, of: question)
            return !found
        }
        return found
    }
}

extension EventCatalogue {
    /// The event types of a kind. To the deletions belongs the removal of copies: only some of them ended their message.
    package func typeNames(of effect: Effect) -> Set<String> {
        Set((types + olderTypes).map(\.name).filter { Effect.of(type: $0) == effect })
            .union(effect == .deleted ? [CopyRemoved.type.name] : [])
    }
}
