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
    ///
    /// - Parameter chat: The name of a chat at its source, to gather its messages alone; nil for the whole thread. Mail
    ///   that answers one of them is in their thread, and is no message of the chat.
    public func conversation(with prefix: String, ofChat chat: String? = nil) throws -> Conversation {
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
        let chats = ChatsQuery(on: connection)
        var members: [(member: ThreadMember, ancestors: [String])] = []
        // The messages of a chat refer to the conversation, which is no message; so does mail that answers one.
        var conversations: Set<String> = []
        for member in try ThreadsQuery(on: connection).everyMember(of: thread.stream) {
            let headers = try self.headers(of: member.stream)
            let facts = try chats.message(member.stream)
            if facts != nil { conversations.formUnion(headers.references) }
            guard chat == nil || facts?.conversationName == chat else { continue }
            // In-Reply-To may name several, or people; References is kept by programs (RFC 5322 section 3.6.4).
            let ancestors = headers.references.isEmpty ? Array(headers.inReplyTo.prefix(1)) : headers.references
            members.append((member, ancestors))
        }
        let linked = members.map { member, ancestors in
            let row = rows[member.stream]
            let links = ThreadLinks.Member(
                isAlive: row != nil, messageID: member.messageID,
                ancestors: ancestors.filter { !conversations.contains($0) },
                sortDate: member.sortDate.microseconds)
            return (links: links, row: row)
        }
        let name = try chats.names(ofThreads: [thread.stream])[thread.stream]
        return Conversation(thread: thread, tree: ThreadTree(linked), chatName: name)
    }
}
