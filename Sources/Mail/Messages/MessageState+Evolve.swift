internal import Cryptography
public import EventLog

extension MessageState {
    /// A message just after it was added.
    public init(_ added: MessageAdded, stream: StreamID, accountStream: StreamID) {
        self.init(
            id: added.id, stream: stream, accountStream: accountStream, keywords: added.keywords, keywordsAreSet: false,
            copies: [added.copy], nextCopy: added.copy.number + 1, isDeleted: false)
    }

    /// Returns the state after an event, as the read models will show it; what does not concern a message changes nothing.
    public func applying(_ event: any Event) -> MessageState {
        switch event {
        case let copied as MessageCopied:
            with(
                keywords: copied.keywords?.new,
                copies: (copies + [copied.copy]).sorted { $0.number < $1.number },
                nextCopy: max(nextCopy, copied.copy.number + 1))
        case let changed as CopyChanged:
            with(
                keywords: changed.keywords?.new, areSet: changed.keywords != nil,
                copies: copies.map { $0.number == changed.copy ? $0.applying(changed) : $0 })
        case let written as CopyPushed:
            with(copies: copies.map { $0.number == written.copy ? $0.applying(written) : $0 })
        case let removed as CopyRemoved:
            with(keywords: removed.keywords?.new, copies: copies.filter { $0.number != removed.copy.number })
        case let marked as MessageMarked:
            with(keywords: marked.keywords.applied(to: keywords), areSet: true)
        case let moved as MessageMoved:
            with(
                copies: copies.map { copy in
                    guard let move = moved.copies.first(where: { $0.copy == copy.number }) else { return copy }
                    return copy.with { $0.folder = move.folder.new }
                })
        case let loaded as MessageBodyLoaded:
            with(
                copies: copies.map { copy in
                    copy.raw == loaded.raw.old ? copy.with { $0.raw = loaded.raw.new } : copy
                })
        case is MessageDeleted: with(isDeleted: true)
        case is MessageRestored: with(isDeleted: false)
        default: self
        }
    }

    private func with(
        keywords: KeywordSet? = nil, areSet: Bool = false, copies: [MessageCopy]? = nil, nextCopy: Int? = nil,
        isDeleted: Bool? = nil
    ) -> MessageState {
        MessageState(
            id: id, stream: stream, accountStream: accountStream, keywords: keywords ?? self.keywords,
            keywordsAreSet: keywordsAreSet || areSet, copies: copies ?? self.copies,
            nextCopy: nextCopy ?? self.nextCopy,
            isDeleted: isDeleted ?? self.isDeleted)
    }
}

extension MessageCopy {
    fileprivate func applying(_ changed: CopyChanged) -> MessageCopy {
        with { copy in
            if let source = changed.source { copy.source = source.new }
            copy.flags = Self.flags(changed.flags?.new ?? flags, hidden: changed.isHidden?.new)
            if let maildir = changed.maildir { copy.maildir = maildir.new }
        }
    }

    fileprivate func applying(_ written: CopyPushed) -> MessageCopy {
        with { copy in
            if let source = written.source { copy.source = source.new }
            if let flags = written.shownFlags(over: flags) { copy.flags = flags }
        }
    }
}

extension CopyPushed {
    /// The flags that the copy has from here on, where it had others.
    ///
    /// A `T` that was written for a message that ended here hides nothing: when the message comes back, so does the copy.
    public func shownFlags(over old: String) -> String? {
        flags.map {
            MessageCopy.flags($0.new, hidden: MessageCopy.isHidden(flags: old) && MessageCopy.isHidden(flags: $0.new))
        }
    }
}
