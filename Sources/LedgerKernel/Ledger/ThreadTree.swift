public import Projections

/// A conversation as its readers see it: who answered whom.
public struct ThreadTree: Sendable {
    /// One place in the conversation.
    public struct Node: Sendable {
        /// The facts about the message that belongs here.
        public enum Content: Sendable {
            case message(MessageRow)
            /// It was recorded, and deleted later.
            case deleted
            /// Others refer to it, and it never came in.
            case missing
        }

        public let content: Content
        /// The `Message-ID` header field without its angle brackets.
        public let messageID: String?
        /// 0 for what answers nothing.
        public let depth: Int
        /// Whether no other answer to the same message follows.
        public let isLast: Bool

        /// The message, if it exists.
        public var row: MessageRow? {
            if case .message(let row) = content { row } else { nil }
        }
    }

    /// In the order of reading: each message before its answers, answers by their dates.
    public let nodes: [Node]

    /// Returns the nodes, with a greatest depth for deeply nested ones, for a narrow page.
    public func nodes(deepest: Int) -> [Node] {
        let depths = nodes.map { min($0.depth, deepest) }
        return zip(nodes, zip(depths, ThreadLinks.lastOnes(ofDepths: depths))).map { node, place in
            Node(content: node.content, messageID: node.messageID, depth: place.0, isLast: place.1)
        }
    }

    /// The live messages.
    public var messages: [MessageRow] { nodes.compactMap(\.row) }

    /// The depth at which more deeply nested answers are placed side by side: a conversation may be 70,000 answers
    /// deep.
    public static let deepest = 24
}

extension ThreadTree {
    /// Links the members of a thread, given in the order of recording; a member without a row was deleted.
    init(_ members: [(links: ThreadLinks.Member, row: MessageRow?)]) {
        var links = ThreadLinks(members.map(\.links))
        nodes = links.places(deepest: Self.deepest).map { place in
            let content: Node.Content =
                if let number = place.member { members[number].row.map { .message($0) } ?? .deleted } else { .missing }
            return Node(content: content, messageID: place.messageID, depth: place.depth, isLast: place.isLast)
        }
    }
}
