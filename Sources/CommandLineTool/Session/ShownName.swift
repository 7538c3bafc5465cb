internal import ArgumentParser
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// A name of a message on the command line: the first digits of its id, or a term of the query language that names one.
enum ShownName {
    /// Returns the id of the one message that a name means.
    static func id(of name: String, in ledger: Ledger, includingDeleted: Bool = false) throws -> String {
        let ids = try ids(of: name, in: ledger, includingDeleted: includingDeleted)
        guard ids.count == 1, !ids[0].hasPrefix("thread:") else {
            let what = ids.count == 1 ? "a thread" : Counted.messages(ids.count)
            throw ValidationError(
                "'\(name)' means \(what), and one message is needed; 'mailledger messages \(name) --output ids' lists ids"
            )
        }
        return ids[0]
    }

    /// Returns the ids that a name means: of `mid:` all messages with it, of several accounts maybe.
    ///
    /// `thread:3f2a` stays as it is, and so does what is no term of a query.
    /// - Throws: `ValidationError` for a query of another kind, saying how it is asked for ids.
    static func ids(of name: String, in ledger: Ledger, includingDeleted: Bool = false) throws -> [String] {
        guard let colon = name.firstIndex(of: ":"), let field = QueryField(named: String(name[..<colon])) else {
            return [name]
        }
        switch field {
        case .thread: return ["thread" + name[colon...]]
        case .id: return [String(name[colon...].dropFirst())]
        case .messageID, .external:
            var id = name[colon...].dropFirst()
            if field == .messageID, id.hasPrefix("<"), id.hasSuffix(">") { id = id.dropFirst().dropLast() }
            let found = try ledger.read { reader in
                field == .external
                    ? try reader.messages(matching: .externalID(String(id)), limit: 100).map(\.id)
                    : includingDeleted
                        ? try reader.everyMessage(withMessageID: String(id))
                        : try reader.messages(matching: .messageID(String(id)), limit: 100).map(\.id)
            }
            guard !found.isEmpty else { throw DomainError.notFound(kind: "message", name: name) }
            return found.map(\.description)
        default:
            throw ValidationError(
                "A query names no message to show; 'mailledger messages QUERY --output ids' lists the ids")
        }
    }
}
