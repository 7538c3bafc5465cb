internal import EventLog
internal import Mail

/// What becomes of a message in the part of a log that is folded. It is known when the message comes in.
struct MessageFate: Sendable {
    /// The time that a message is in a mailbox, as `mailbox_message` has it.
    struct Stay: Sendable {
        let folder: Int64
        /// The position of the event by which it came.
        let uid: Int64
        fileprivate(set) var flags: MailboxFlags
        /// The position of the event by which it left; nil if it stays.
        fileprivate(set) var left: Int64?
        fileprivate(set) var modseq: Int64

        init(folder: Int64, uid: Int64, flags: MailboxFlags) {
            (self.folder, self.uid, self.flags, left, modseq) = (folder, uid, flags, nil, uid)
        }

        fileprivate var isOpen: Bool { left == nil }
    }

    /// The message behind the events followed so far.
    private(set) var message: NewMessage
    /// The folders that it was moved to.
    private(set) var movedTo: Set<Int64> = []
    private(set) var stays: [Stay]

    /// A message that nothing has happened to.
    init(_ message: NewMessage, _ added: MessageAdded) {
        self.message = message
        stays = [Stay(folder: message.folder, uid: message.id, flags: MailboxFlags(added))]
    }

    /// Follows an event, as `apply` of the projections does.
    ///
    /// - Parameter stream: Returns the stream of a folder, whether it was created before or behind the message.
    mutating func follow(_ event: LaterEvents.Later, folder stream: (FolderID) throws -> Int64) throws {
        let position = event.position.rawValue
        if let marked = event.content as? MessageMarked {
            // The most frequent by far.
            mark(marked.keywords)
            message.keywordsAreSet = true
            return touch(at: position)
        }
        _ = try message.copies.follow(event.content, at: position, folder: stream)
        var set: Change<KeywordSet>?
        switch event.content {
        case let copied as MessageCopied:
            message.nextCopy = max(message.nextCopy, copied.copy.number + 1)
            set = copied.keywords
        case let changed as CopyChanged:
            set = changed.keywords
            message.keywordsAreSet = message.keywordsAreSet || set != nil
        case let removed as CopyRemoved: set = removed.keywords
        case let moved as MessageMoved:
            for move in moved.copies where message.copies.rows.contains(where: { $0.number == move.copy }) {
                movedTo.insert(try stream(move.folder.new))
            }
        case let linked as MessageLinked:
            if let id = linked.id { message.external.id = id.new }
            if let thread = linked.thread { message.external.thread = thread.new }
            if let draft = linked.draft { message.external.draft = draft.new }
            return
        case is MessageDeleted: message.ended = position
        case is MessageRestored: message.ended = nil
        default: break
        }
        if let set { message.keywords = set.new }
        settle(at: position)
        if set != nil { touch(at: position) }
    }

    /// A keyword that comes is written as it comes, whatever it was before.
    private mutating func mark(_ change: KeywordChange) {
        for keyword in change.removed ?? [] { message.keywords.remove(keyword) }
        for keyword in change.added ?? [] {
            message.keywords.remove(keyword)
            message.keywords.insert(keyword)
        }
    }

    // MARK: Stays

    /// Notes that its keywords changed, even where the flags stay: they do not tell one keyword from another.
    private mutating func touch(at position: Int64) {
        let flags = MailboxFlags(message.keywords)
        for index in stays.indices where stays[index].isOpen {
            stays[index].flags = flags.union(stays[index].flags.intersection(.deleted))
            stays[index].modseq = position
        }
    }

    /// Brings the stays up to the copies.
    private mutating func settle(at position: Int64) {
        let ofKeywords = MailboxFlags(message.keywords)
        let places = message.ended == nil ? message.copies.places : []
        func flags(of place: (folder: Int64, areHidden: Bool)) -> MailboxFlags {
            place.areHidden ? ofKeywords.union(.deleted) : ofKeywords
        }
        let open = stays.indices.filter { stays[$0].isOpen }
        for index in open {
            if let place = places.first(where: { $0.folder == stays[index].folder }) {
                guard flags(of: place) != stays[index].flags else { continue }
                stays[index].flags = flags(of: place)
            } else {
                stays[index].left = position
            }
            stays[index].modseq = position
        }
        let folders = open.map { stays[$0].folder }
        for place in places where !folders.contains(place.folder) {
            stays.append(Stay(folder: place.folder, uid: position, flags: flags(of: place)))
        }
    }
}

extension ChangeRecorder {
    /// What becomes of the message that a fold takes in; nil where nothing happens to it.
    var fate: MessageFate? {
        for case let fate as MessageFate in notes { return fate }
        return nil
    }
}
