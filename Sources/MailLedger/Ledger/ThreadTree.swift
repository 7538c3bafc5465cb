public import Projections

/// A conversation as its readers see it: who answered whom.
public struct ThreadTree: Sendable {
    /// One place in the conversation.
    public struct Node: Sendable {
        /// What is known of the message that belongs here.
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

        /// The message, where it is there.
        public var row: MessageRow? {
            if case .message(let row) = content { row } else { nil }
        }
    }

    /// In the order of reading: each message before its answers, answers by their dates.
    public let nodes: [Node]

    /// The live messages.
    public var messages: [MessageRow] { nodes.compactMap(\.row) }

    /// Answers nested more deeply than this stand side by side at this depth: a conversation may be 70,000 answers deep.
    public static let deepest = 24
}

extension ThreadTree {
    /// What a message says of its place.
    struct Member {
        var row: MessageRow?
        var messageID: String?
        /// The messages that it follows, the first one first and the one that it answers last (RFC 5322 section 3.6.4).
        var ancestors: [String]
        var sortDate: Int64
    }

    /// Links the members of a thread, given in the order of recording.
    ///
    /// The rules are those of Jamie Zawinski's "message threading" (https://www.jwz.org/doc/threading.html) without
    /// subjects: a message's own header decides, those of others fill gaps, and a message that only others name is kept
    /// where it joins them. No loop, no recursion, whatever the headers say.
    /// - Complexity: O(the length of all headers) and a sort of each message's answers.
    init(_ members: [Member], deepest: Int = ThreadTree.deepest) {
        var links = ThreadLinks(members)
        links.link()
        links.cutLoops()
        links.dropGaps()
        nodes = links.inReadingOrder(deepest: deepest)
    }
}
