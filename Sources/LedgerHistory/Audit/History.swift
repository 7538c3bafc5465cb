internal import EventLog
internal import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections

/// The part of a history to return, and its level of detail.
public struct HistoryOptions: Sendable, Hashable {
    public var filter: LogFilter
    /// Whether the latest comes first.
    public var isBackward: Bool
    /// Nil for all.
    public var limit: Int?
    public var offset: Int
    /// Whether to name each thing that ended or came back with an account or a folder; otherwise they are counted.
    public var unfolds: Bool

    public init(
        filter: LogFilter = LogFilter(), isBackward: Bool = false, limit: Int? = nil, offset: Int = 0,
        unfolds: Bool = false
    ) {
        self.filter = filter
        self.isBackward = isBackward
        self.limit = limit
        self.offset = offset
        self.unfolds = unfolds
    }
}

extension LedgerReader {
    /// Returns the history of the message, account, folder or other thing with a name or id, the earliest entry first.
    ///
    /// Without a name it returns the history of all things. The history of a message includes these changes of others:
    ///
    /// - its account or a folder that contained it ended or came back
    /// - the message joined threads into one
    /// - another message joined its thread with one that was pinned, muted or archived
    ///
    /// An action ends and comes back with its note, a canned answer with its profile, a conversation with its account: the
    /// histories of these include that.
    public func history(of name: String?, _ options: HistoryOptions = HistoryOptions()) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try forEachHistoryEntry(of: name, options) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// Lends those entries one by one; the closure returns false to stop early.
    ///
    /// The positions of events that an index found are kept in memory.
    /// - Complexity: O(the events of the thing) with a name, and of the messages with a filter of them and no limit;
    ///   else O(the log), as far as it is read.
    public func forEachHistoryEntry(
        of name: String?, _ options: HistoryOptions = HistoryOptions(), _ body: (HistoryEntry) throws -> Bool
    ) throws {
        var subject: StreamID?
        // A page of the changes of many messages is found near one end of the log.
        var question = try LogQuestion(
            options.filter, self, gathersEvents: name != nil || options.limit == nil)
        if let name {
            let thing = try self.thing(named: name, in: question.selection.account)
            subject = thing.stream
            var positions = try self.positions(of: thing, through: position)
            let joining = try ThreadsQuery(on: connection).messages(joiningThreadsMarkedAt: thing.stream)
            positions.formUnion(joining.map { Position($0.rawValue) })
            question.narrow(to: positions)
        }
        if options.isBackward { question.positions?.reverse() }
        var passed = 0
        try forEachEvent(of: question, isBackward: options.isBackward) { event, transaction, header in
            passed += 1
            guard passed > options.offset else { return true }
            guard passed - options.offset <= options.limit ?? .max else { return false }
            var entry = try HistoryEntry(event, store.payload(of: event), transaction, header)
            // Things that ended together with the holder of a thing are not part of that thing's history.
            if subject == nil || event.stream == subject {
                entry.cascade = try cascade(of: event.place, unfolds: options.unfolds)
            }
            if subject != nil, entry.type.name == MessageAdded.type.name {
                entry.joined = try ThreadsQuery(on: connection).threads(joinedBy: event.stream)
            }
            return try body(entry)
        }
    }

    private func forEachEvent(
        of question: LogQuestion, isBackward: Bool,
        _ body: (StoredEvent, StoredTransaction, TransactionHeader?) throws -> Bool
    ) throws {
        var current: (transaction: StoredTransaction, header: TransactionHeader?, isTaken: Bool)?
        func lend(_ event: StoredEvent) throws -> Bool {
            if current?.transaction.number != event.transaction {
                guard let transaction = try store.transaction(event.transaction) else {
                    throw EventLogError.corrupt("transaction \(event.transaction) is missing")
                }
                let header = try transaction.openedHeader()
                let isTaken =
                    try question.takesReason(header?.reason)
                    && (question.positions == nil && question.messages == nil
                        || store.has(transaction, question.selection))
                current = (transaction, header, isTaken)
            }
            guard let current, current.isTaken, try hasEffect(event.place, of: question) else { return true }
            return try body(event, current.transaction, current.header)
        }
        func lendEvent(at position: Position) throws -> Bool {
            guard let place = try store.place(of: position), question.takes(place) else { return true }
            let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
            guard let event = try store.events(selection).first else { return false }
            return try lend(event)
        }
        if let messages = question.messages {
            return try MessageEvents(of: messages, self).forEachPosition(isBackward: isBackward) { position in
                guard try lendEvent(at: position) else { return nil }
                return isBackward ? Position(position.rawValue - 1) : position
            }
        }
        guard let positions = question.positions else {
            return try store.forEachEvent(question.selection, through: question.end, isBackward: isBackward, lend)
        }
        for position in positions {
            guard try lendEvent(at: position) else { return }
        }
    }

    /// The positions of a thing's events, and of the ends and returns of its holders while they held it.
    private func positions(of thing: Thing, through end: Position) throws -> Set<Position> {
        var positions = Set(try store.positions(of: thing.stream, through: end))
        for (holder, stays) in thing.holders {
            let ends = try endsAndReturns(of: holder).map(\.position)
            positions.formUnion(ends.filter { at in at <= end && stays.contains { $0.contains(at.rawValue) } })
        }
        return positions
    }

    /// The events that ended a thing or brought it back, in no particular order.
    func endsAndReturns(of thing: StreamID) throws -> [(position: Position, isEnd: Bool)] {
        try [(suffix: "-deleted", isEnd: true), (suffix: "-restored", isEnd: false)].flatMap { event in
            try store.places(in: thing, through: position, typeEndingIn: event.suffix).map {
                (position: $0.position, isEnd: event.isEnd)
            }
        }
    }

    /// Counts or names the things that ended or came back with an account or a folder; nil for any other event.
    func cascade(of event: EventPlace, unfolds: Bool) throws -> Cascade? {
        guard event.isCascade else { return nil }
        let isEnd = event.type.hasSuffix("-deleted")
        let query = CascadeQuery(on: connection)
        let isAccount = event.stream == event.account
        // The things that come back with an account are those that ended with it: nothing can happen to them in
        // between.
        let counts =
            isAccount
            ? try query.counts(withAccount: event.stream, at: event.position)
            : try query.counts(withFolder: event.stream, at: event.position)
        guard counts.folders + counts.messages > 0 else { return nil }
        var members: [CascadeMember]? = unfolds ? [] : nil
        func add(_ member: CascadeMember) -> Bool {
            members?.append(member)
            return true
        }
        switch (unfolds, isAccount) {
        case (true, true): try query.forEachMember(withAccount: event.stream, at: event.position, add)
        case (true, false): try query.forEachMember(withFolder: event.stream, at: event.position, add)
        default: break
        }
        return Cascade(folders: counts.folders, messages: counts.messages, isEnd: isEnd, members: members)
    }

    /// SQLite's plan for finding the history of the thing with a name.
    package func historyPlan(of name: String) throws -> [String] {
        let thing = try thing(named: name)
        return try ([thing.stream] + thing.holders.keys.sorted()).flatMap(store.planOfReading)
    }
}

extension LedgerReader {
    /// A thing with a history, and its holders.
    struct Thing {
        let stream: StreamID
        /// Its account and the folders above it, with the positions between which each held it.
        var holders: [StreamID: [Range<Int64>]] = [:]
    }

    /// Returns the message, the account or the folder with a name, deleted ones too.
    ///
    /// - Parameter account: The account to look for a folder in; nil for all accounts.
    func thing(named name: String, in account: StreamID? = nil) throws -> Thing {
        do {
            let message = try messageStream(name, includingDeleted: true)
            guard let account = try MessageStates(on: connection).state(of: message)?.accountStream else {
                return Thing(stream: message)
            }
            return Thing(stream: message, holders: try holders(of: message, in: account))
        } catch DomainError.erased {
            // Only its existence and the times of its events are left.
            guard let erasure = try ErasuresQuery(on: connection).erasure(withPrefix: name) else {
                throw DomainError.notFound(kind: "message", name: name)
            }
            return Thing(stream: erasure.stream)
        } catch DomainError.notFound {
            do {
                return Thing(stream: try everyAccount(name).stream)
            } catch DomainError.notFound {}
            do {
                let folder = try everyFolder(name, in: account)
                return Thing(stream: folder.stream, holders: try holders(of: folder))
            } catch DomainError.notFound {}
            if let found = try thing(ofAnyKind: name) { return found }
            throw DomainError.notFound(kind: "message, account or folder", name: name)
        }
    }

    /// Returns the thing of any kind whose id has a prefix; nil if there is none.
    private func thing(ofAnyKind prefix: String) throws -> Thing? {
        guard prefix.count >= 4 else { return nil }
        var found: [StreamID: Thing] = [:]
        // A thing and its state in the outbox have one stream.
        for kind in contexts.things where !kind.isDerived {
            for stream in try kind.streams(withPrefix: prefix, on: connection) {
                var thing = found[stream] ?? Thing(stream: stream)
                if let holder = try kind.holder(of: stream, on: connection) {
                    thing.holders[holder] = [stream.rawValue + 1..<Int64.max]
                }
                found[stream] = thing
            }
        }
        guard found.count <= 1 else { throw DomainError.ambiguous(kind: "thing", name: prefix, count: found.count) }
        return found.values.first
    }

    private func holders(of folder: FolderRow) throws -> [StreamID: [Range<Int64>]] {
        let life = [folder.stream.rawValue + 1..<Int64.max]
        var above: Set<StreamID> = [folder.accountStream]
        if let parent = folder.parent {
            try addFolders(from: parent, among: everyFolder(of: folder.accountStream), to: &above)
        }
        return Dictionary(uniqueKeysWithValues: above.map { ($0, life) })
    }

    private func everyFolder(of account: StreamID) throws -> [FolderID: FolderRow] {
        Dictionary(uniqueKeysWithValues: try folders(of: account, includingDeleted: true).map { ($0.id, $0) })
    }

    /// Adds a folder and those above it, as far as they are not there yet.
    private func addFolders(
        from id: FolderID, among folders: [FolderID: FolderRow], to streams: inout Set<StreamID>
    ) {
        var next = folders[id]
        while let folder = next, streams.insert(folder.stream).inserted {
            next = folder.parent.flatMap { folders[$0] }
        }
    }

    /// The account of a message, and the folders in which it was and those above them now.
    private func holders(of message: StreamID, in account: StreamID) throws -> [StreamID: [Range<Int64>]] {
        let folders = try everyFolder(of: account)
        var holders = [account: [message.rawValue + 1..<Int64.max]]
        var current: (start: Int64, folders: Set<FolderID>) = (message.rawValue, [])
        func end(at position: Int64) {
            guard current.start < position else { return }
            var met: Set<StreamID> = []
            for id in current.folders { addFolders(from: id, among: folders, to: &met) }
            for holder in met { holders[holder, default: []].append(current.start..<position) }
        }
        for (position, folders) in try FoldersOfMessages(self).stays(of: message) {
            end(at: position.rawValue)
            current = (position.rawValue + 1, folders)
        }
        end(at: .max)
        return holders
    }
}
