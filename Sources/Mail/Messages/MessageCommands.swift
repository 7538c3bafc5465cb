public import EventLog

/// Adds keywords to messages and takes others away; read, flagged and labels are keywords.
public struct MarkMessages: Codable, Hashable, Sendable {
    public var adding: KeywordSet
    public var removing: KeywordSet

    public init(adding: KeywordSet = KeywordSet(), removing: KeywordSet = KeywordSet()) {
        self.adding = adding
        self.removing = removing
    }

    /// Decides nothing for a message that has it so already.
    public func decide(_ messages: [MessageState]) -> [ProposedEvent] {
        messages.compactMap { message in
            let keywords = message.keywords.subtracting(removing).union(adding)
            return message.marked(keywords)
        }
    }
}

/// Moves all copies of messages to one folder.
public struct MoveMessages: Codable, Hashable, Sendable {
    public init() {}

    /// `live` are the account's folders that live, all where it is nil: a copy that ended with its folder stays there.
    public func decide(
        _ messages: [MessageState], to folder: FolderState, from live: Set<FolderID>? = nil
    ) throws -> [ProposedEvent] {
        try messages.compactMap { message in
            try message.requireAccount(of: folder)
            let copies = message.copies.filter { $0.folder != folder.id && live?.contains($0.folder) ?? true }
            let moves = copies.map {
                MessageMoved.Move(copy: $0.number, folder: Change(old: $0.folder, new: folder.id))
            }
            return moves.isEmpty ? nil : message.event(MessageMoved(message: message.id, copies: moves))
        }
    }
}

/// Ends messages.
public struct DeleteMessages: Codable, Hashable, Sendable {
    public init() {}

    public func decide(_ messages: [MessageState]) -> [ProposedEvent] {
        messages.filter { !$0.isDeleted }.map { $0.event(MessageDeleted(message: $0.id)) }
    }
}

/// Pins, mutes or archives threads, or the contrary, each by way of one of its messages.
public struct MarkThreads: Codable, Hashable, Sendable {
    public var isPinned: Bool?
    public var isMuted: Bool?
    public var isArchived: Bool?

    public init(isPinned: Bool? = nil, isMuted: Bool? = nil, isArchived: Bool? = nil) {
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
    }

    /// The state of a thread that decisions use, with the message to which a change is anchored.
    public struct State: Hashable, Sendable {
        public let anchor: MessageState
        public let isPinned: Bool
        public let isMuted: Bool
        public let isArchived: Bool

        public init(anchor: MessageState, isPinned: Bool, isMuted: Bool, isArchived: Bool) {
            self.anchor = anchor
            self.isPinned = isPinned
            self.isMuted = isMuted
            self.isArchived = isArchived
        }
    }

    public func decide(_ threads: [State]) -> [ProposedEvent] {
        threads.compactMap { thread in
            func change(_ old: Bool, _ new: Bool?) -> Change<Bool>? {
                new.flatMap { $0 == old ? nil : Change(old: old, new: $0) }
            }
            let marked = ThreadMarked(
                message: thread.anchor.id, isPinned: change(thread.isPinned, isPinned),
                isMuted: change(thread.isMuted, isMuted), isArchived: change(thread.isArchived, isArchived))
            let isChange = marked.isPinned != nil || marked.isMuted != nil || marked.isArchived != nil
            return isChange ? thread.anchor.event(marked) : nil
        }
    }
}

extension MessageState {
    /// An event at the end of the message's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }

    /// The event that sets these keywords; nil when they are set already.
    public func marked(_ keywords: KeywordSet) -> ProposedEvent? {
        guard keywords != self.keywords else { return nil }
        return event(MessageMarked(message: id, keywords: KeywordChange(from: self.keywords, to: keywords)))
    }
}
