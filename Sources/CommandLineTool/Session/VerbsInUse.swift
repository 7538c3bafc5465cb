internal import EventLog
internal import MailLedger

/// The verbs of contexts beside mail that the ledger at hand uses.
enum VerbsInUse {
    /// By a type of event with which such a context begins.
    private static let verbs: [(type: String, verbs: [String])] = [
        ("mail.hold-added", ["hold"]), ("notes.note-added", ["note", "notes"]),
        ("notes.action-added", ["action", "actions"]), ("chat.conversation-opened", ["chat", "outbox"]),
        ("assist.message-classified", ["classify"]), ("assist.answer-added", ["answer"]),
        ("assist.profile-created", ["profile"]), ("access.token-issued", ["token", "serve"]),
    ]

    /// Nothing where there is no ledger, or it cannot be read: help must not fail, nor wait for a server.
    static func ofLedger() -> [String] {
        guard case .folder(let location)? = try? Settings().ledger(flag: nil),
            let ledger = try? Ledger.open(
                at: location, access: .readOnly, environment: Surroundings.current.environment())
        else { return [] }
        return verbs.flatMap { type, verbs in
            let found = (try? ledger.store.event(ofType: type)) ?? false
            return found ? verbs : []
        }
    }
}

extension LogReading {
    /// Whether there is an event of a type.
    fileprivate func event(ofType type: String) throws -> Bool {
        var found = false
        try forEach(EventSelection(typeName: type)) { _ in
            found = true
            return false
        }
        return found
    }
}
