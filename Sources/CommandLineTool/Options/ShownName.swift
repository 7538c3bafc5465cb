internal import ArgumentParsing
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

    /// Returns the ids that a name means: of a query such as `mid:` all messages that it finds.
    ///
    /// `thread:3f2a` stays as it is, and so does what is no term of a query.
    ///
    /// - Parameters:
    ///   - includingDeleted: Whether any query is taken, and deleted messages are found too.
    ///   - onlyLive: Whether such a query finds live messages alone all the same.
    /// - Throws: `ValidationError` for a query that names no message where one is shown, saying how it is asked for ids.
    static func ids(
        of name: String, in ledger: Ledger, includingDeleted: Bool = false, onlyLive: Bool = false
    ) throws -> [String] {
        guard let colon = name.firstIndex(of: ":"), let field = QueryField(named: String(name[..<colon])) else {
            return [name]
        }
        let found: [MessageID]
        switch field {
        case .thread: return ["thread" + name[colon...]]
        case .id: return [String(name[colon...].dropFirst())]
        case _ where includingDeleted:
            let filter = try ReadQuery(name).filter(in: ledger, withDeleted: true)
            found = try ledger.read { try $0.ids(ofEverMatching: onlyLive ? filter.onlyLive : filter) }
        case .messageID, .external:
            let filter = try ReadQuery(name).filter(in: ledger)
            found = try ledger.read { try $0.messages(matching: filter, limit: 100).map(\.id) }
        default:
            throw ValidationError(
                "A query names no message; 'mailledger messages QUERY --output ids' lists the ids")
        }
        guard !found.isEmpty else { throw DomainError.notFound(kind: "message", name: name) }
        return found.map(\.description)
    }
}
