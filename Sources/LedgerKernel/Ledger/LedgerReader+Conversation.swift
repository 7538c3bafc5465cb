internal import CivilTime
internal import EventLog
internal import Mail
public import Projections

/// A thread with the places of its messages in it.
public struct Conversation: Sendable {
    public let thread: ThreadRow
    public let tree: ThreadTree
    /// Its name for people, if its messages are those of a chat.
    public let chatName: String?
}

extension LedgerReader {
    /// Gathers the conversation with the live message whose id has a prefix; ``text(of:)`` reads the texts.
    public func conversation(with prefix: String) throws -> Conversation {
        let message = try self.message(prefix)
        guard let thread = try self.thread(of: message.stream) else {
            throw DomainError.notFound(kind: "thread with a message", name: prefix)
        }
        var rows: [StreamID: MessageRow] = [:]
        // The thread's own id may be that of a deleted message, which no query finds.
        try forEachMessage(matching: .thread(prefix: message.id.description)) { row in
            rows[row.stream] = row
            return true
        }
        let members = try ThreadsQuery(on: connection).everyMember(of: thread.stream).map { member in
            let headers = try self.headers(of: member.stream)
            // In-Reply-To may name several, or people; References is kept by programs (RFC 5322 section 3.6.4).
            var ancestors = headers.references.isEmpty ? Array(headers.inReplyTo.prefix(1)) : headers.references
            // The messages of a chat refer to the conversation, which is no message.
            if try ChatsQuery(on: connection).message(member.stream) != nil { ancestors = [] }
            let row = rows[member.stream]
            let links = ThreadLinks.Member(
                isAlive: row != nil, messageID: member.messageID, ancestors: ancestors,
                sortDate: member.sortDate.microseconds)
            return (links, row)
        }
        let name = try ChatsQuery(on: connection).names(ofThreads: [thread.stream])[thread.stream]
        return Conversation(thread: thread, tree: ThreadTree(members), chatName: name)
    }
}
