package import Content
internal import Cryptography
public import EventLog
internal import JSONCoding
internal import MIME
package import Mail
public import Projections
public import SQLiteDatabase

/// The read models of one moment; lent by ``Ledger/read(_:)`` and not to be kept.
public struct LedgerReader {
    /// The connection that queries of read models use, even the program's own; nobody writes to it.
    public let connection: Connection
    package let environment: LedgerEnvironment
    /// For how long it is lent.
    let loan = ReaderLoan()
    let checkpoint: ViewsCheckpoint
    package var store: any LogReading
    let register: any ViewsRegister
    package let contexts: Contexts
    let search: SearchIndex
    let fullText: FullText
    package let content: ContentStore
    /// The place of the ledger; nil for one in memory.
    let location: LedgerLocation?
    /// What servers of mail keep of messages; nil for a ledger in memory.
    package let factFiles: FactFiles?
    /// The key for digests of erased mail, for a ledger in memory; a ledger on disk has it in a file.
    let erasureKeyInMemory: ErasureKey?
    /// The past moment that the read models are of; nil for the present.
    package let past: ResolvedMoment?
    /// Nil as of a past moment: of progress there is no past.
    let uploads: UploadFolder?
    /// Whether filters may have conditions about the past.
    let showsHistory: Bool
    /// Whether filters may ask for more than ids.
    let showsMail: Bool
    /// What this is a part of, where it has some accounts alone; nil for all.
    package var part: AccountPart?

    package var catalogue: EventCatalogue { contexts.catalogue }
    package var isOfPast: Bool { past != nil }

    /// The position that every answer is of.
    public var position: Position { checkpoint.position }

    /// Draws an id for a thing that a decision makes.
    public func newID() -> UniqueID { environment.newID() }

    // MARK: Lists

    /// Returns the live accounts in the order of their addresses, deleted ones too on request.
    public func accounts(includingDeleted: Bool = false) throws -> [AccountRow] {
        try AccountsQuery(on: connection).all(includingDeleted: includingDeleted)
    }

    /// Returns the live folders of an account or of all, each below its parent.
    public func folders(of account: StreamID? = nil, includingDeleted: Bool = false) throws -> [FolderRow] {
        try FoldersQuery(on: connection).all(account: account, includingDeleted: includingDeleted)
    }

    /// Returns the paths of all folders, deleted ones too, by their ids.
    public func folderPaths() throws -> [String: String] {
        Dictionary(try folders(includingDeleted: true).map { ($0.id.description, $0.path) }) { first, _ in first }
    }

    /// Returns the paths of the folders, deleted ones too, whose ids some changed fields have as a value.
    package func folderPaths(namedIn changes: [FieldChange]) throws -> [String: String] {
        let query = FoldersQuery(on: connection)
        var paths: [String: String] = [:]
        for case .string(let text) in changes.flatMap({ [$0.old, $0.new] }) {
            guard let id = UniqueID(text), let stream = try query.stream(of: FolderID(id)) else { continue }
            paths[text] = try query.folder(stream)?.path
        }
        return paths
    }

    /// Returns the messages that a filter takes, the latest first: live ones, unless it names others.
    public func messages(
        matching filter: MessageFilter = .all, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) throws -> [MessageRow] {
        var rows: [MessageRow] = []
        try forEachMessage(matching: filter, order: order, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the messages that a filter takes one by one, the latest first; the closure returns false to stop early.
    ///
    /// - Parameter message: Only those behind it are lent, whether it is one of them or not; nil for all.
    public func forEachMessage(
        matching filter: MessageFilter, order: ListOrder = .newestFirst, after message: DatedMessage? = nil,
        limit: Int? = nil, offset: Int = 0, _ body: (MessageRow) throws -> Bool
    ) throws {
        let query = MessagesQuery(on: connection)
        let whole = try self.resolved(filter)
        let resolved = message.map { whole.continued(behind: $0, in: order) } ?? whole
        if filter.range == .live, let (scope, rest) = resolved.scope {
            return try query.forEach(
                in: scope, matching: rest.sql(.probed), order: order, limit: limit, offset: offset, body)
        }
        if resolved.readsFullText { try search.attachIfNeeded() }
        let membership =
            try limit.map { limit in
                try query.membership(
                    for: resolved, filter.range, page: Self.end(ofPage: limit, after: offset), order: order
                ) {
                    try sql(resolved, $0)
                }
            } ?? .gathered
        try query.forEach(
            filter.range, matching: sql(resolved, membership), walks: !resolved.asksForDeleted, order: order,
            limit: limit, offset: offset, body)
    }

    /// Counts the messages that a filter takes: live ones, unless it names others.
    public func countMessages(matching filter: MessageFilter = .all) throws -> Int {
        let query = MessagesQuery(on: connection)
        return switch filter {
        case .all: try query.countAll()
        case .state(.unread): try query.countUnread()
        default: try count(resolved(filter), filter.range, query)
        }
    }

    private func count(_ filter: ResolvedFilter, _ range: MessageRange, _ query: MessagesQuery) throws -> Int {
        if range == .live, part == nil, let words = filter.words {
            try search.attachIfNeeded()
            if let count = try query.count(withWords: words) { return count }
        }
        return try query.count(range, matching: sql(filter, .gathered))
    }

    /// Returns the threads with some message that a filter takes: pinned ones first, then the latest first.
    ///
    /// They are made of live messages, unless the filter names others.
    ///
    /// - Parameter splitsBySubject: Whether a message with another subject begins a thread of its own, as in JMAP (RFC 8621,
    ///   section 3); every thread is then read, whatever the limit.
    public func threads(
        matching filter: MessageFilter = .all, where conditions: ThreadConditions = ThreadConditions(),
        splitsBySubject: Bool = false, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) throws -> [ThreadRow] {
        if splitsBySubject {
            let resolved = try resolved(filter)
            return try ThreadsQuery(on: connection).allBySubject(
                filter.range, matching: sql(resolved, .probed), where: conditions.of(resolved), order: order,
                limit: limit,
                offset: offset)
        }
        var rows: [ThreadRow] = []
        try forEachThread(matching: filter, where: conditions, order: order, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends such threads one by one; the closure returns false to stop early.
    public func forEachThread(
        matching filter: MessageFilter = .all, where conditions: ThreadConditions = ThreadConditions(),
        order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0, _ body: (ThreadRow) throws -> Bool
    ) throws {
        let resolved = try resolved(filter)
        if resolved.readsFullText { try search.attachIfNeeded() }
        let (query, conditions) = (ThreadsQuery(on: connection), conditions.of(resolved))
        let search =
            try (filter.range == .live ? limit : nil).map { limit in
                try query.search(
                    for: resolved, where: conditions, page: Self.end(ofPage: limit, after: offset), order: order
                ) {
                    try sql(resolved, $0)
                }
            } ?? .walking(sql(resolved, .probed))
        try query.forEach(filter.range, search, where: conditions, order: order, limit: limit, offset: offset, body)
    }

    /// The number of rows up to the end of a page; no list has as many as the greatest numbers ask for.
    package static func end(ofPage limit: Int, after offset: Int) -> Int {
        let most = 1 << 40
        return min(offset, most) + min(limit, most)
    }

    /// Counts the threads with some live message.
    public func countThreads() throws -> Int {
        try ThreadsQuery(on: connection).count()
    }

    /// Returns the counts of every live account that has messages.
    public func counts() throws -> [AccountCount] {
        try UnreadQuery(on: connection).accounts()
    }

    /// Returns the attachments of a message in the order of its parts.
    public func attachments(of message: StreamID) throws -> [AttachmentRow] {
        try AttachmentsQuery(on: connection).all(of: message).map { row in
            guard let uploads, row.transfer.status == .uploading || row.transfer.status == .failed else { return row }
            var row = row
            row.progress = uploads.progress(ofAttachment: row.number, of: message) ?? row.progress
            return row
        }
    }

    // MARK: One thing by name

    /// Returns the live account with an address or a prefix of its id.
    ///
    /// The case of the local part counts only if several accounts differ in nothing else.
    public func account(_ name: String) throws -> AccountRow {
        let accounts = try accounts()
        let exact = accounts.filter { AddAccount.sameAddress($0.address, name) }
        return try Self.one(
            of: "account", named: name, among: exact.isEmpty ? accounts : exact,
            exactly: { $0.address.lowercased() == name.lowercased() },
            beginning: { $0.id.description.hasPrefix(name.lowercased()) })
    }

    /// Returns the account of ``account(_:)`` if mail may be added to it.
    ///
    /// - Throws: ``DomainError`` if it is disabled.
    package func enabledAccount(_ name: String) throws -> AccountRow {
        let row = try account(name)
        guard row.isEnabled else {
            throw DomainError.conflict(
                "the account \(row.address) is disabled", hint: .enableAccount(row.address.description))
        }
        return row
    }

    /// Returns the live folder with a path, a role or a prefix of its id; in any account if none is given.
    ///
    /// Path and role may follow the account's address and a `/`, as they may in a query.
    public func folder(_ name: String, in account: StreamID? = nil) throws -> FolderRow {
        // The whole id of a folder, deleted or not, means no other one, whatever the others are called.
        let query = FoldersQuery(on: connection)
        if let id = UniqueID(name), let stream = try query.stream(of: FolderID(id)),
            let folder = try query.folder(stream),
            account == nil || folder.accountStream == account
        {
            guard !folder.isDeleted else { throw DomainError.notFound(kind: "folder", name: name) }
            return folder
        }
        if let folder = try folder(exactly: name, in: account) { return folder }
        let wanted = name.lowercased()
        let folders = try folders(of: account)
        let exact = folders.filter { $0.path == name || $0.accountAddress + "/" + $0.path == name }
        // A plain folder may have the name of a role that another one has; then that one is returned.
        let holders = folders.filter { row in
            row.role.map { $0 == wanted || row.accountAddress.lowercased() + "/" + $0 == wanted } ?? false
        }
        let meant = exact.isEmpty ? holders : exact
        do {
            return try Self.one(
                of: "folder", named: name, among: meant.isEmpty ? folders : meant,
                exactly: { folder in
                    [folder.path.lowercased(), folder.role].contains { word in
                        word.map { $0 == wanted || folder.accountAddress.lowercased() + "/" + $0 == wanted } ?? false
                    }
                },
                beginning: { $0.id.description.hasPrefix(wanted) })
        } catch DomainError.notFound(let kind, let name, _, _, _) {
            let place = try account.flatMap { stream in try accounts().first { $0.stream == stream }?.address }
            throw DomainError.notFound(
                kind: kind, name: name, place: place,
                similar: SimilarFolders.of(name, among: folders.map { ($0.path, $0.role) }))
        }
    }

    /// Returns the live message whose id has a prefix.
    public func message(_ prefix: String) throws -> MessageRow {
        let stream = try messageStream(prefix)
        let rows = try MessagesQuery(on: connection).all(matching: "message.id = \(bind: stream.rawValue)", limit: 1)
        guard let row = rows.first else { throw DomainError.notFound(kind: "message", name: prefix) }
        return row
    }

    /// Returns the stream of the message whose id has a prefix, including deleted ones on request.
    public func messageStream(_ prefix: String, includingDeleted: Bool = false) throws -> StreamID {
        let query = MessagesQuery(on: connection)
        let found = try query.streams(withPrefix: prefix, includingDeleted: includingDeleted, limit: 2)
        guard let first = found.first else {
            guard try ErasuresQuery(on: connection).erasure(withPrefix: prefix) == nil else {
                throw DomainError.erased(kind: "message", name: prefix)
            }
            if try query.streams(withPrefix: prefix, includingDeleted: true, limit: 2).count == 1 {
                throw DomainError.deleted(kind: "message", name: prefix)
            }
            throw DomainError.notFound(kind: "message", name: prefix)
        }
        guard found.count == 1 else {
            let count = try query.count(withPrefix: prefix, includingDeleted: includingDeleted)
            throw DomainError.ambiguous(kind: "message", name: prefix, count: count)
        }
        return first
    }

    /// Returns the thread that a message belongs to.
    public func thread(of message: StreamID) throws -> ThreadRow? {
        guard let thread = try ThreadsQuery(on: connection).thread(of: message) else { return nil }
        return try ThreadsQuery(on: connection).thread(thread)
    }

    private static func one<Row>(
        of kind: String, named name: String, among rows: [Row], exactly: (Row) -> Bool, beginning: (Row) -> Bool
    ) throws -> Row {
        let exact = rows.filter(exactly)
        // One digit of an id is no name that a person would mean.
        let found = exact.isEmpty && name.count >= 4 ? rows.filter(beginning) : exact
        guard let first = found.first else { throw DomainError.notFound(kind: kind, name: name) }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: kind, name: name, count: found.count) }
        return first
    }

    // MARK: Filters and states

    /// Compiles a filter, after updating the full text if the filter has words.
    package func sql(
        _ filter: MessageFilter, testing membership: MembershipTest = .gathered, range: MessageRange? = nil
    ) throws -> SQL {
        try sql(resolved(filter, range: range), membership)
    }

    /// Compiles a filter to a condition over the row `message`, for queries of a program.
    package func condition(of filter: MessageFilter) throws -> SQL { try sql(filter) }

    /// Looks up the names of a filter, after updating the full text if the filter has words.
    ///
    /// - Parameter range: Where names are looked up; nil for the filter's own range.
    package func resolved(_ filter: MessageFilter, range: MessageRange? = nil) throws -> ResolvedFilter {
        try lookedUp(prepared(filter), by: ViewsFilterResolver(connection, range: range ?? filter.range))
    }

    /// Looks up the names of a filter whose words are compared with the mail itself.
    func lookedUp(_ filter: MessageFilter, by resolver: some FilterResolver) throws -> ResolvedFilter {
        try filter.resolved(by: resolver, fold: SearchFold.fold)
    }

    private func sql(_ resolved: ResolvedFilter, _ membership: MembershipTest) throws -> SQL {
        if resolved.callsTextFunctions { try connection.addTextFunctions() }
        guard resolved.readsFullText else { return resolved.sql(membership) }
        try search.attachIfNeeded()
        // A message that is not indexed yet neither has nor lacks a word, as far as is known.
        return "(\(resolved.sql(membership)) AND message.id <= (SELECT position FROM search.state))"
    }

    /// Returns the states of the live messages that a filter takes, in the order of recording.
    package func states(matching filter: MessageFilter) throws -> [MessageState] {
        let states = try MessageStates(on: connection)
        return try MessagesQuery(on: connection).streams(matching: sql(filter)).compactMap(states.state)
    }
}

extension ThreadConditions {
    /// The same for the account in a filter: its threads have an index of their own.
    fileprivate func of(_ filter: ResolvedFilter) -> ThreadConditions {
        var conditions = self
        let parts = if case .and(let parts) = filter { parts } else { [filter] }
        for part in parts {
            if case .accounts(let accounts) = part, let account = accounts.first, accounts.count == 1 {
                conditions.account = StreamID(account)
            }
        }
        return conditions
    }
}
