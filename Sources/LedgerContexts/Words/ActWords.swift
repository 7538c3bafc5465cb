internal import EventLog
internal import LedgerKernel

/// The actor and the cause of an operation, in everyday words.
package enum ActWords {
    /// The actor, with the system's user if that is another one: `mara (root@host)`.
    package static func agent(_ actor: String?, _ osUser: String?, _ host: String?) -> String {
        guard let actor else { return ActPhrase.erased.rawValue }
        guard let osUser, osUser != actor else { return actor }
        return "\(actor) (\(osUser)@\(host ?? "?"))"
    }

    /// The same in full: `mara (account root on host)`.
    package static func agentInFull(_ actor: String?, _ osUser: String?, _ host: String?) -> String {
        guard let actor else { return ActPhrase.erased.rawValue }
        guard let osUser, osUser != actor else { return actor }
        return ActPhrase.agent.text(["actor": actor, "user": osUser, "host": host ?? "?"])
    }

    /// The cause of an operation, after its verb; empty if there is none.
    package static func cause(_ text: String?) -> String {
        switch text.map(Cause.init) {
        case .undo(let operation): " of \(operation.description.prefix(8))"
        case .undoOfTransactions(let ranges):
            " of transaction"
                + (ranges.count == 1 && ranges[0].count == 1 ? " " : "s ")
                + ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
                .joined(separator: ", ")
        case .importing("-"): " of standard input"
        case .importing(let paths): " of \(paths)"
        case .sync(let path): " with \(path)"
        case .query(let query): ": \(query)"
        case .other(let text): " (\(text))"
        case nil: ""
        }
    }
}
