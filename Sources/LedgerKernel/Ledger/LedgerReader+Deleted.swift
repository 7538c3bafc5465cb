internal import Content
internal import Cryptography
internal import Domain
package import EventLog
package import Mail
internal import Mailboxes
package import Projections
internal import SQLiteDatabase

extension LedgerReader {
    /// The messages that a filter takes, deleted ones too, in the order of recording.
    package func streamsOfEver(matching filter: MessageFilter) throws -> [StreamID] {
        try MessagesQuery(on: connection).streams(.ever, matching: sql(filter, range: .ever))
    }

    /// Counts the messages that a filter takes, deleted ones too, as a hold or an erasure asks for them.
    package func countEver(matching filter: MessageFilter) throws -> Int { try streamsOfEver(matching: filter).count }

    /// Returns the ids of the messages that a filter takes, deleted ones too, the latest first.
    package func ids(ofEverMatching filter: MessageFilter) throws -> [MessageID] {
        var ids: [MessageID] = []
        let selection = MessagesQuery.Selection(.ever, matching: try sql(filter, range: .ever))
        try MessagesQuery(on: connection).forEachID(in: selection) { id in
            ids.append(id)
            return true
        }
        return ids
    }

    /// Returns the place in lists of the message whose id has a prefix, also of a deleted one.
    package func place(ofMessage id: String) throws -> DatedMessage {
        let stream = try messageStream(id, includingDeleted: true)
        guard let message = try MessagesQuery(on: connection).dated(stream) else {
            throw DomainError.notFound(kind: "message", name: id)
        }
        return message
    }

    /// The messages that a filter without words takes, deleted ones too.
    func streams(matching filter: ResolvedFilter) throws -> [StreamID] {
        if filter.callsTextFunctions { try connection.addTextFunctions() }
        return try connection.rows("SELECT id FROM message WHERE \(filter.sql(.gathered))") { try $0.next() }
    }

    /// The account with an address or a prefix of its id: the live one, else a deleted one.
    package func accountWithDeleted(_ name: String) throws -> AccountRow {
        do {
            return try account(name)
        } catch let error as DomainError {
            guard case .notFound = error else { throw error }
            let deleted = try accounts(includingDeleted: true).filter {
                $0.isDeleted
                    && (AddAccount.sameAddress($0.address, name)
                        || name.count >= 4 && $0.id.description.hasPrefix(name.lowercased()))
            }
            guard let first = deleted.first else { throw error }
            guard deleted.count == 1 else {
                throw DomainError.ambiguous(kind: "account", name: name, count: deleted.count)
            }
            return first
        }
    }

    /// Returns the account with an address or an id, a live one before one that was deleted.
    package func everyAccount(_ name: String) throws -> AccountRow {
        do {
            return try account(name)
        } catch DomainError.notFound {
            let deleted = try accounts(includingDeleted: true).filter {
                AddAccount.sameAddress($0.address, name) || $0.id.description == name
            }
            guard let account = deleted.last else { throw DomainError.notFound(kind: "account", name: name) }
            return account
        }
    }
}
