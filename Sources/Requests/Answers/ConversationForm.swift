internal import EventLog
package import LedgerKernel
internal import Mail
internal import Projections

/// A conversation: its thread, and its messages below those that they answer.
public struct ConversationForm: Encodable, Sendable {
    let thread: String
    let subject: String?
    let messageCount: Int
    let unreadCount: Int
    let messages: [Reply]
    package let conversation: Conversation

    private enum CodingKeys: CodingKey { case thread, subject, messageCount, unreadCount, messages }

    package init(_ conversation: Conversation, withTexts: Bool, from reader: LedgerReader) throws {
        self.conversation = conversation
        thread = conversation.thread.id.description
        subject = conversation.thread.subject
        messageCount = conversation.thread.messageCount
        unreadCount = conversation.thread.unreadCount
        var rest = conversation.tree.nodes[...]
        let texts = MessageTexts(of: withTexts ? conversation.tree.messages : [], in: reader)
        messages = try Self.replies(depth: 0, in: &rest, texts)
    }

    /// Takes the nodes of one depth with all below them; the tree bounds the depth.
    private static func replies(
        depth: Int, in rest: inout ArraySlice<ThreadTree.Node>, _ texts: MessageTexts
    ) throws -> [Reply] {
        var replies: [Reply] = []
        while let node = rest.first, node.depth == depth {
            rest.removeFirst()
            let text = try node.row.flatMap { _ in try texts.next() }
            replies.append(
                Reply(node: node, text: text, replies: try Self.replies(depth: depth + 1, in: &rest, texts)))
        }
        return replies
    }

    /// A message in a thread, with those that answer it.
    struct Reply: Encodable {
        let node: ThreadTree.Node
        let text: String?
        let replies: [Reply]

        enum CodingKeys: CodingKey { case state, messageID, message, text, replies }

        func encode(to encoder: any Encoder) throws {
            let state =
                switch node.content {
                case .message: "present"
                case .deleted: "deleted"
                case .missing: "missing"
                }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encode(node.messageID, forKey: .messageID)
            try container.encode(node.row.map(MessageForm.init), forKey: .message)
            try container.encode(text, forKey: .text)
            try container.encode(replies, forKey: .replies)
        }
    }
}
