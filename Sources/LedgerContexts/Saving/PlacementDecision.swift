internal import CivilTime
internal import Content
internal import Cryptography
package import EventLog
package import LedgerKernel
internal import MIME
package import Mail
internal import Mailboxes
package import Projections
internal import SQLiteDatabase

/// Decides what to record of messages that come into folders of an account, each against those before it.
///
/// An account has each message once, but for those that a mail reader puts beside their equals
/// (``PlacementDecision/recordAnew(_:)``). One that ended, or was undone, comes back under its id.
package struct PlacementDecision {
    private let account: AccountRow
    private let reader: LedgerReader
    private let operation: OperationID
    private let way: ReaderProtocol
    private let erased: ErasedMail
    private let same: SameMessage
    private let states: MessageStates
    private let folders: [FolderID: FolderState]
    private var made: [SHA256Digest: MessageID] = [:]
    private var broughtBack: [StreamID: MessageID] = [:]
    private var count = 0
    package private(set) var events: [ProposedEvent] = []

    /// - Parameters:
    ///   - leading: Events that stand before its own in the transaction.
    ///   - way: The protocol by which they come, which the sources of their copies begin with.
    package init(
        _ account: AccountRow, _ reader: LedgerReader, _ call: CommandCall, behind leading: [ProposedEvent] = [],
        from way: ReaderProtocol = .jmap
    ) throws {
        self.account = account
        self.way = way
        self.reader = reader
        operation = call.context.operation
        events = leading
        erased = try ErasedMail(reader)
        same = SameMessage(connection: reader.connection, content: reader.content)
        states = try MessageStates(on: reader.connection)
        folders = Dictionary(
            uniqueKeysWithValues: try reader.folders(of: account.stream).map { ($0.id, $0.state) })
    }

    /// Whether the bytes of a message are to be stored: it is not there yet, and was not erased.
    static func wants(_ message: PlacedMessage, in account: AccountRow, _ reader: LedgerReader) throws -> Bool {
        guard try !ErasedMail(reader).contains(message.digests) else { return false }
        guard !message.mayRepeat else { return true }
        let same = SameMessage(connection: reader.connection, content: reader.content)
        let stream = try same.stream(of: message.digests, in: account.stream)
        return try stream.map { try !reader.isLive($0) } ?? true
    }

    /// Decides on a message, and returns its id.
    ///
    /// - Throws: ``AlreadyThere`` where the account has it; ``DomainError/conflict(_:hint:)`` for one that was erased.
    package mutating func record(_ message: PlacedMessage) throws -> MessageID {
        if let id = made[message.digests.reading] { throw AlreadyThere(message: id, isOfThisCall: true) }
        return try record(message, known: known(message))
    }

    /// Decides on the only message of a call, and returns its id.
    ///
    /// - Parameter known: What ``known(_:)`` returns of it.
    /// - Throws: As ``record(_:)``.
    package mutating func record(_ message: PlacedMessage, known: MessageState?) throws -> MessageID {
        count += 1
        if let known {
            guard try broughtBack[known.stream] == nil && !isLive(known) else {
                throw AlreadyThere(message: known.id, isOfThisCall: broughtBack[known.stream] != nil)
            }
            try erased.refuse(message.digests)
            try bringBack(known, as: message)
            broughtBack[known.stream] = known.id
            return known.id
        }
        try erased.refuse(message.digests)
        let id = add(message)
        made[message.digests.reading] = id
        return id
    }

    /// Decides on a message that the account may have already: it becomes one of its own, and returns its id.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for one that was erased.
    package mutating func recordAnew(_ message: PlacedMessage) throws -> MessageID {
        try erased.refuse(message.digests)
        count += 1
        return add(message)
    }

    /// Reads the message that is the same, deleted or not; nil if the account has none.
    package func known(_ message: PlacedMessage) throws -> MessageState? {
        try same.stream(of: message.digests, in: account.stream).flatMap { try states.state(of: $0) }
    }

    /// Whether a message is in some folder: one whose folders ended is not, without an event of its own.
    package func isLive(_ message: MessageState) throws -> Bool { try reader.isLive(message.stream) }

    /// Whether a message that comes has the moment of arrival of one that is known; without a date of its own it has.
    ///
    /// Seconds count, as IMAP's dates have no more.
    package func isOfSameArrival(_ message: PlacedMessage, _ known: MessageState) throws -> Bool {
        guard let date = message.receivedAt else { return true }
        let received = try reader.connection.first(
            "SELECT received FROM message WHERE id = \(bind: known.stream.rawValue)"
        ) { Timestamp(microseconds: try $0.next(Int64.self)) }
        return received.map { $0.microseconds / 1_000_000 == date.microseconds / 1_000_000 } ?? true
    }

    // MARK: A new message

    private mutating func add(_ message: PlacedMessage) -> MessageID {
        let id = MessageID(reader.environment.newID())
        let start = events.count
        for (index, folder) in message.folders.enumerated() {
            let copy = MessageCopy(
                number: index + 1, folder: folder, source: index == 0 ? "\(way.sourcePrefix)\(operation):\(count)" : "",
                raw: message.digests.raw, flags: index == 0 ? message.keywords.maildirFlags : "")
            guard index == 0 else {
                append(MessageCopied(message: id, copy: copy, keywords: nil), to: .started(start))
                continue
            }
            let added = MessageAdded(
                id: id, account: account.id, copy: copy, headers: message.headers, attachments: message.attachments,
                snippet: message.snippet, keywords: message.keywords,
                receivedAt: message.receivedAt ?? reader.environment.log.now(), identity: message.digests.identity,
                size: message.size, parser: MessageParser.version)
            events.append(
                ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream))))
        }
        if message.isEnded { append(MessageDeleted(message: id), to: .started(start)) }
        return id
    }

    private mutating func append(_ event: any Event, to stream: ProposedEvent.StreamReference) {
        events.append(
            ProposedEvent(event, target: .any(stream), account: .stream(.existing(account.stream))))
    }

    // MARK: One that was there before

    private mutating func bringBack(_ state: MessageState, as message: PlacedMessage) throws {
        var state = state
        func take(_ event: any Event) {
            append(event, to: .existing(state.stream))
            state = state.applying(event)
        }
        if state.isDeleted { take(MessageRestored(message: state.id)) }
        func shown() -> Set<FolderID> {
            Set(state.copies.filter { folders[$0.folder] != nil && !$0.isHidden }.map(\.folder))
        }
        if shown().isEmpty, let first = message.folders.first {
            let copy = MessageCopy(
                number: state.nextCopy, folder: first, source: "\(way.sourcePrefix)\(operation):\(count)",
                raw: message.digests.raw, flags: message.keywords.maildirFlags)
            take(MessageCopied(message: state.id, copy: copy, keywords: nil))
        }
        let wanted = Set(message.folders)
        let placed = try PlaceMessages().decide(
            state, from: known(shown().subtracting(wanted)), to: known(wanted.subtracting(shown())),
            live: Set(folders.keys))
        for event in placed { take(event.event) }
        // Where it was struck out before it ended, it is not again; a file that a sync follows is the sync's.
        for copy in state.copies where copy.maildir == nil && copy.isHidden && !wanted.contains(copy.folder) {
            if let folder = message.folders.first, !copy.source.isEmpty {
                let change = Change(old: copy.folder, new: folder)
                take(MessageMoved(message: state.id, copies: [.init(copy: copy.number, folder: change)]))
            } else {
                take(CopyRemoved(message: state.id, copy: copy.shown, keywords: nil))
            }
        }
        if let marked = state.marked(message.keywords) { take(marked.event) }
        if message.isEnded { take(MessageDeleted(message: state.id)) }
    }

    private func known(_ ids: Set<FolderID>) -> [FolderState] {
        ids.compactMap { folders[$0] }.sorted { $0.stream < $1.stream }
    }
}

extension LedgerReader {
    /// Whether a message is in some folder, of mail or of conversations.
    fileprivate func isLive(_ message: StreamID) throws -> Bool {
        try connection.first("SELECT is_live FROM message WHERE id = \(bind: message.rawValue)") {
            try $0.next(Bool.self)
        } ?? false
    }
}

/// The account has this message already.
package struct AlreadyThere: Error {
    package let message: MessageID
    /// Whether it came in by the same decision, so that no view shows it yet.
    package let isOfThisCall: Bool
}

extension LedgerMail {
    /// Performs a command that brings in messages: their bytes are stored before it records what names them.
    ///
    /// Those of erased mail are not stored, not even for a moment.
    ///
    /// - Parameter indexesLater: Whether their texts are left to the next question for words.
    package func perform<Work: LedgerWork>(
        _ work: Work, bringing messages: [BroughtMessage], into account: AccountRow, indexesLater: Bool = false,
        _ call: Call
    ) throws -> Envelope<Work.Answer> {
        guard !messages.isEmpty else { return try ledger.perform(work, call) }
        try ledger.writing.requireWritable()
        let done = try ledger.writing.storing {
            let wanted = try ledger.read { reader in
                try messages.filter { try PlacementDecision.wants($0.placed, in: account, reader) }
            }
            return try ledger.writing.store(
                { [content = ledger.content] in
                    guard !wanted.isEmpty else { return }
                    try content.batch { store in
                        for message in wanted { try store.put(message.content.stored, digest: message.placed.raw) }
                    }
                }, before: { try ledger.perform(work, call) })
        }
        if !indexesLater { try ledger.stores.catchUpSearch() }
        return done
    }
}
