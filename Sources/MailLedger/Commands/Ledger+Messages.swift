public import EventLog
internal import Hashing
public import Mail
public import Projections
internal import SQLite

/// What a command on messages did, or would do.
public struct MessagesOutcome: Sendable, Hashable {
    /// How many messages the filter took.
    public let matched: Int
    /// How many of them changed.
    public let changed: Int
    /// Nil when nothing was to be changed, or only looked at.
    public let receipt: Receipt?
    /// The paths of the folders of kind label that stood for labels; empty but for `label`.
    public internal(set) var folders: [String] = []
}

extension Ledger {
    /// Adds keywords to the messages that a filter takes, and takes others away.
    public func mark(
        _ filter: MessageFilter, _ command: MarkMessages, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, context, dryRun) { reader, messages in
            var spellings = LabelSpellings(reader)
            return MarkMessages(adding: try spellings.known(command.adding), removing: command.removing)
                .decide(messages)
        }
    }

    /// Moves all copies of the messages that a filter takes to one folder, each within its account.
    public func move(
        _ filter: MessageFilter, to folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, at: folder, in: account, context, dryRun) {
            try MoveMessages().decide($0, to: $1, from: $2)
        }
    }

    /// Puts the messages that a filter takes into one more folder, each within its account; they stay where they are.
    public func file(
        _ filter: MessageFilter, to folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, at: folder, in: account, context, dryRun) {
            try FileMessages().decide($0, to: $1, live: $2)
        }
    }

    /// Takes the messages that a filter takes off a folder; refused where one of them lies in no other.
    public func unfile(
        _ filter: MessageFilter, from folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, at: folder, in: account, context, dryRun) {
            try UnfileMessages().decide($0, from: $1, live: $2)
        }
    }

    /// Ends the messages that a filter takes.
    public func delete(
        _ filter: MessageFilter, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, context, dryRun) { DeleteMessages().decide($1) }
    }

    /// Pins, mutes or archives the threads of the messages that a filter takes, or the contrary.
    public func markThreads(
        _ filter: MessageFilter, _ command: MarkThreads, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try changeMessages(filter, context, dryRun) { reader, messages in
            var threads: [StreamID: MarkThreads.State] = [:]
            for message in messages {
                guard let thread = try reader.thread(of: message.stream), threads[thread.stream] == nil else {
                    continue
                }
                threads[thread.stream] = MarkThreads.State(
                    anchor: message, isPinned: thread.isPinned, isMuted: thread.isMuted, isArchived: thread.isArchived)
            }
            return command.decide(threads.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// Decides for each account on its messages, a folder of it, and the folders of it that live.
    private func changeMessages(
        _ filter: MessageFilter, at folder: String, in account: String?, _ context: OperationContext, _ dryRun: Bool,
        _ decide: ([MessageState], FolderState, Set<FolderID>) throws -> [ProposedEvent]
    ) throws -> MessagesOutcome {
        try changeMessages(filter, context, dryRun) { reader, messages in
            // A name such as Archive means the folder of that name in each message's own account.
            let accounts =
                account == nil ? Set(messages.map(\.accountStream)) : [try reader.account(account ?? "").stream]
            if accounts.isEmpty { _ = try reader.folders().first { $0.path == folder } ?? reader.folder(folder) }
            return try accounts.sorted().flatMap { stream in
                let target = try reader.folder(folder, in: stream)
                return try decide(
                    messages.filter { account != nil || $0.accountStream == stream }, target.state,
                    Set(reader.folders(of: stream).map(\.id)))
            }
        }
    }

    func changeMessages(
        _ filter: MessageFilter, _ context: OperationContext, _ dryRun: Bool,
        _ decide: (LedgerReader, [MessageState]) throws -> [ProposedEvent]
    ) throws -> MessagesOutcome {
        var matched = 0
        var changed = 0
        func decideOnce(_ reader: LedgerReader) throws -> [ProposedEvent] {
            let messages = try reader.states(matching: filter)
            let events = try decide(reader, messages)
            (matched, changed) = (messages.count, Set(events.map(\.existingStream)).count)
            return events
        }
        if dryRun {
            try prepareSearch(for: filter)
            _ = try read { reader in
                try guarding(decideOnce(reader), reader, reason: context.reason)
            }
            return MessagesOutcome(matched: matched, changed: changed, receipt: nil)
        }
        let receipt = try change(context) { reader in
            // Under the lock nothing comes in any more: an index at the head knows every message that the filter could mean.
            if filter.readsFullText { try requireSearchAtHead() }
            return try decideOnce(reader)
        }
        return MessagesOutcome(matched: matched, changed: changed, receipt: receipt)
    }

    /// Brings the full text up to the log's head where a filter reads it; to be called before ``read(_:)``.
    ///
    /// While another process is at work on the index, the answer is from where it stands.
    public func prepareSearch(for filter: MessageFilter) throws {
        if filter.readsFullText { try prepareFullText() }
    }

    func prepareFullText() throws {
        if let unit { return try requireNoMail(in: unit) }
        do {
            try catchUp(openSearch())
        } catch let error as SQLiteError where error.meansNoRoom && canWrite && !search.isInMemory {
            try moveToMemory()
            try catchUp(openSearch())
        }
    }

    func catchUpSearch(known: [SHA256Digest: IndexedText] = [:]) throws {
        try catchUp(search, known: known)
    }

    private func catchUp(_ search: SearchIndex, known: [SHA256Digest: IndexedText] = [:]) throws {
        // What is on trial must not come into an index that cannot take it back.
        guard unit == nil else { return }
        searchIsBehind = false
        do {
            try environment.timed(.search) {
                try search.catchUp(with: store, catalogue: catalogue, content: content, known: known)
            }
        } catch let error as SQLiteError where error.isBusy {
            // What is missing is indexed by that process, or at the next question; until then it is not answered.
            searchIsBehind = true
        }
    }

    func requireSearchAtHead() throws {
        if let unit { return try requireNoMail(in: unit) }
        do {
            try search.catchUp(with: store, catalogue: catalogue, content: content)
        } catch let error as SQLiteError where error.isBusy {
            throw EventLogError.busy(holder: nil)
        }
    }
}

extension MessageFilter {
    /// Whether it asks for words in the full text.
    var readsFullText: Bool {
        switch self {
        case .part: true
        case .text: true
        case .and(let parts), .or(let parts): parts.contains { $0.readsFullText }
        case .not(let inner): inner.readsFullText
        default: false
        }
    }
}
