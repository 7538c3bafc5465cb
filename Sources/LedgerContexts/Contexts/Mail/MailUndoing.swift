internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// Undoes changes of accounts, folders and messages, as long as nothing has changed them since.
struct MailUndoing: ContextUndoing {
    let reader: LedgerReader
    private let walk: UndoWalk
    private let states: MessageStates
    /// The accounts that the undone transactions made: their folders are deleted with them.
    let createdAccounts: Set<AccountID>
    /// Folders that go with an account which the plan ends, since it made both.
    var foldersOfCreatedAccounts: Set<FolderID> = []
    /// The move that was undone last: its message, its transaction and its copies.
    var movedBack: (message: MessageID, transaction: Int64, copies: Set<Int>)?
    /// The event that is undone.
    private(set) var current: RecordedEvent?
    // The states after the events planned so far.
    private(set) var accounts: [AccountID: AccountState]
    var folders: [FolderID: FolderState]
    private var messages: [MessageID: MessageState] = [:]
    private var syncStates: [AccountID: SyncState] = [:]
    /// By message and number.
    private var transfers: [String: AttachmentTransfer] = [:]
    var readings: [MessageID: MessageReading] = [:]
    var reparsedAccounts: [AccountID: AccountReparsed.Reading?] = [:]
    // The answer so far: obstacles take precedence over events.
    var events: [ProposedEvent] = []
    private var obstacle: UndoAnswer?
    private var ends: LastEnds

    init(_ walk: UndoWalk) throws {
        self.walk = walk
        reader = walk.reader
        ends = LastEnds(walk.reader)
        createdAccounts = try walk.accountsCreated()
        states = try MessageStates(on: reader.connection)
        accounts = Dictionary(
            // Events that were made by hand can give two accounts one id.
            try reader.accounts(includingDeleted: true).map { ($0.id, $0.state) }
        ) { first, _ in first }
        folders = Dictionary(
            uniqueKeysWithValues: try reader.folders(includingDeleted: true).map { ($0.id, $0.state) })
    }

    /// Refuses to undo an event in an account that was deleted after it, whatever its context.
    mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer? {
        switch event {
        case is AccountCreated, is AccountDeleted, is AccountRestored, is FileSkipped, is TagsAdopted, is HoldAdded,
            is HoldRemoved, is HoldOverruled:
            return nil
        default:
            let account = accounts.values.first { $0.stream == recorded.account }
            guard let account, account.isDeleted, try ends.has(account.stream, endedSince: recorded.position) else {
                return nil
            }
            return .obstacle(
                "the account \(account.address) has been deleted since", changeOf: account.stream,
                fields: [ChangedField.end])
        }
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        events = []
        obstacle = nil
        current = recorded
        switch event {
        case let created as AccountCreated: try end(created)
        case let deleted as AccountDeleted: try restoreAccount(deleted.account)
        case let restored as AccountRestored: try endAgain(restored, since: recorded.position)
        // What was removed against a hold comes back, as the hold would have it.
        case is FileSkipped, is HoldOverruled: break
        case let adopted as TagsAdopted: undo(adopted)
        case let reparsed as AccountReparsed: try undo(reparsed)
        case is HoldAdded, is HoldRemoved:
            hinder("a hold is not undone, but removed for a reason; name another operation")
        case let changed as AccountChanged: try undo(changed)
        case let changed as AccountSyncChanged: try undo(changed)
        case let created as FolderCreated: try end(created)
        case let restored as FolderRestored: try endAgain(restored, since: recorded.position)
        case is FolderRenamed, is FolderMoved, is FolderDeleted: try undoFolderEvent(event)
        case let changed as FolderChanged: try undo(changed)
        case let changed as FolderCursorChanged: try undo(changed)
        case let marked as ThreadMarked: try undo(marked)
        case let changed as AttachmentTransferChanged: try undo(changed)
        default: try undoMessageEvent(event)
        }
        return obstacle ?? .events(events)
    }

    private static func holdsLater(_ account: AccountState) -> String {
        "the account \(account.address) holds mail or folders that came later"
    }

    /// - Parameter fields: Those that were set since; nil for those of the undone event.
    mutating func hinder(_ text: String, by stream: StreamID? = nil, in fields: [String]? = nil) {
        obstacle = .obstacle(text, changeOf: stream, fields: fields)
    }

    /// A folder ended by itself, or with what it was in.
    mutating func hinder(_ text: String, byEndOf folder: FolderState?) throws {
        let end = try folder?.endedAt.flatMap { try reader.store.place(of: $0) }
        hinder(text, by: end?.stream, in: [ChangedField.end])
    }

    private mutating func undo(_ adopted: TagsAdopted) {
        guard let account = accounts[adopted.account], adopted.isAdopted.old != adopted.isAdopted.new else { return }
        events.append(account.event(TagsAdopted(account: account.id, isAdopted: adopted.isAdopted.inverse)))
    }

    // MARK: Accounts

    private mutating func end(_ created: AccountCreated) throws {
        guard let account = accounts[created.id], !account.isDeleted else { return }
        let words = Self.holdsLater(account)
        let folder = folders.values.first {
            $0.account == account.id && !$0.isDeleted && !foldersOfCreatedAccounts.contains($0.id)
        }
        if let folder { return hinder(words, by: folder.stream, in: Self.placeOfFolder) }
        if let other = try otherMessage("message.account = \(bind: account.stream.rawValue)", in: nil) {
            return hinder(words, by: other, in: Self.placeOfMessage)
        }
        try endAccount(account)
    }

    private mutating func endAgain(_ restored: AccountRestored, since position: Position) throws {
        guard let account = accounts[restored.account] else { return }
        if let arrival = try arrival(in: account.stream, folders: nil, since: position) {
            return hinder(Self.holdsLater(account), by: arrival.thing, in: arrival.fields)
        }
        try endAccount(account)
    }

    private mutating func undo(_ changed: AccountChanged) throws {
        guard let account = accounts[changed.account] else { return }
        let (settings, stale) = account.settings.undoing(changed)
        guard stale.isEmpty else {
            return hinder(
                "the account \(account.address) has another \(stale.joined(separator: ", ")) since", by: account.stream,
                in: stale)
        }
        let isTaken = accounts.values.contains {
            $0.id != account.id && !$0.isDeleted && AddAccount.sameAddress($0.address, settings.address)
        }
        guard !isTaken else { return hinder("another account has taken the address \(settings.address)") }
        guard let event = AccountChanged(account: account.id, from: account.settings, to: settings) else { return }
        events.append(account.event(event))
        accounts[account.id] = account.with(settings: settings)
    }

    private mutating func undo(_ changed: AccountSyncChanged) throws {
        guard let account = accounts[changed.account] else { return }
        let now =
            try syncStates[account.id] ?? AccountsQuery(on: reader.connection).syncState(of: account.stream)
            ?? SyncState()
        let (state, stale) = now.undoing(changed)
        guard stale.isEmpty else {
            return hinder(
                "the account \(account.address) was synchronised since: \(stale.joined(separator: ", "))",
                by: account.stream, in: stale)
        }
        guard let event = AccountSyncChanged(account: account.id, from: now, to: state) else { return }
        events.append(account.event(event))
        syncStates[account.id] = state
    }

    private mutating func endAccount(_ account: AccountState) throws {
        take(try attempt { try DeleteAccount().decide(account) })
        accounts[account.id] = account.with(isDeleted: true)
    }

    private mutating func restoreAccount(_ id: AccountID) throws {
        guard let account = accounts[id] else { return }
        guard take(try attempt { try RestoreAccount().decide(account, existing: Array(accounts.values)) }) else {
            return
        }
        accounts[id] = account.with(isDeleted: false)
    }

    // MARK: Messages

    mutating func state(of id: MessageID) throws -> MessageState? {
        if let known = messages[id] { return known }
        return try states.stream(of: id).flatMap { try states.state(of: $0) }
    }

    private mutating func undo(_ changed: AttachmentTransferChanged) throws {
        guard let message = try state(of: changed.message) else { return }
        let place = "\(changed.message) \(changed.attachment)"
        let stored = try AttachmentsQuery(on: reader.connection).all(of: message.stream)
            .first { $0.number == changed.attachment }?.transfer
        let now = transfers[place] ?? stored ?? AttachmentTransfer()
        let (transfer, stale) = now.undoing(changed)
        guard stale.isEmpty else {
            return hinder(
                "attachment \(changed.attachment) of \(message.id) has another \(stale.joined(separator: ", ")) since",
                by: message.stream, in: stale)
        }
        let event = AttachmentTransferChanged(
            message: message.id, attachment: changed.attachment, from: now, to: transfer)
        guard let event else { return }
        events.append(message.event(event))
        transfers[place] = transfer
    }

    /// Adds an event to the plan, and remembers the new state of its message.
    mutating func keep(_ event: ProposedEvent, of message: MessageState) {
        events.append(event)
        messages[message.id] = message.applying(event.event)
    }

    // MARK: Decisions

    // A decision that is refused is an obstacle, not a failure.
    func attempt(_ decide: () throws -> [ProposedEvent]) throws -> Result<[ProposedEvent], DomainError> {
        do {
            return .success(try decide())
        } catch let error as DomainError {
            return .failure(error)
        }
    }

    /// Whether the decision was none that is refused.
    ///
    /// - Parameter siblings: The folders of which one may have the name that a folder is to get.
    @discardableResult
    mutating func take(_ decision: Result<[ProposedEvent], DomainError>, among siblings: [FolderState] = []) -> Bool {
        switch decision {
        case .success(let decided):
            events += decided
            return true
        case .failure(let error):
            var other: FolderState?
            if case .alreadyExists(_, let name) = error {
                other = siblings.first { !$0.isDeleted && $0.name == name }
            }
            hinder(error.description, by: other?.stream, in: Self.placeOfFolder)
            return false
        }
    }
}

extension MailUndoing {
    /// The fields that show where a message is, and where a folder is.
    static let placeOfMessage = ["folder", ChangedField.end]
    static let placeOfFolder = ["name", "parent", ChangedField.end]

    /// Finds a message that would be left behind: the plan does not end it or take it out of the folder.
    func otherMessage(_ condition: SQL, in folder: FolderID?) throws -> StreamID? {
        let live = try reader.connection.rows("SELECT id FROM message WHERE is_live AND \(condition)") {
            try $0.next(StreamID.self)
        }
        // Messages that the plan returns to the folder count, too.
        let returning = messages.values.first { message in
            !message.isDeleted
                && message.copies.contains { $0.folder == folder && !MessageCopy.isHidden(flags: $0.flags) }
        }
        if let returning { return returning.stream }
        let planned = Dictionary(messages.values.map { ($0.stream, $0) }) { first, _ in first }
        return live.first { stream in
            guard let message = planned[stream] else { return true }
            // An import is taken back by its copies: a message without any is in no account either.
            return !message.isDeleted && message.copies.contains { folder == nil || $0.folder == folder }
        }
    }

    static func copies(in folder: FolderState) -> SQL {
        "id IN (SELECT message FROM copy WHERE folder = \(bind: folder.stream.rawValue) AND is_live)"
    }

    /// Finds a message that was added, copied or moved to the folders, or a folder made in the account, after a position.
    func arrival(
        in account: StreamID, folders: Set<FolderID>?, since position: Position
    ) throws -> (thing: StreamID, fields: [String])? {
        var arrival: (thing: StreamID, fields: [String])?
        func isInside(_ folder: FolderID) -> Bool { folders?.contains(folder) ?? true }
        try reader.store.forEach(
            EventSelection(after: position, through: reader.position, account: account),
            decodedBy: reader.catalogue
        ) { recorded in
            // The plan removes the operation's own messages anyway.
            guard case .event(let event) = recorded.content, !walk.undoes(transaction: recorded.transaction) else {
                return true
            }
            var found = false
            switch event {
            case let added as MessageAdded: found = isInside(added.copy.folder)
            case let copied as MessageCopied: found = isInside(copied.copy.folder)
            case let moved as MessageMoved:
                found = moved.copies.contains { isInside($0.folder.new) && !isInside($0.folder.old) }
            case let created as FolderCreated: found = created.parent.map(isInside) ?? (folders == nil)
            case let moved as FolderMoved: found = folders != nil && moved.parent.new.map(isInside) ?? false
            default: break
            }
            guard found else { return true }
            let isFolder = event is FolderCreated || event is FolderMoved
            arrival = (recorded.stream, isFolder ? Self.placeOfFolder : Self.placeOfMessage)
            return false
        }
        return arrival
    }

    func tree(of folder: FolderState) -> [FolderID] {
        var tree = [folder.id]
        var next = 0
        while next < tree.count {
            tree += folders.values.filter { $0.parent == tree[next] && !$0.isDeleted }.map(\.id)
            next += 1
        }
        return tree
    }
}

extension AccountState {
    fileprivate func with(settings: AccountSettings? = nil, isDeleted: Bool? = nil) -> AccountState {
        AccountState(
            id: id, stream: stream, settings: settings ?? self.settings, isDeleted: isDeleted ?? self.isDeleted)
    }
}

extension UndoWalk {
    /// The accounts that the undone transactions made.
    fileprivate func accountsCreated() throws -> Set<AccountID> {
        var accounts: Set<AccountID> = []
        for transaction in transactions {
            var selection = EventSelection(of: transaction)
            selection.typeName = AccountCreated.type.name
            try reader.store.forEach(selection, decodedBy: reader.catalogue) { recorded in
                if case .event(let event) = recorded.content, let created = event as? AccountCreated {
                    accounts.insert(created.id)
                }
                return true
            }
        }
        return accounts
    }
}
