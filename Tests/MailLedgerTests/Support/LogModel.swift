import EventLog
import Mail
import MailLedger

/// What a ledger should answer, counted by hand from its events: slow, plain, and without any table.
struct LogModel {
    struct Account {
        var address: String
        var isEnded = false
    }

    struct Folder {
        let account: StreamID
        var parent: FolderID?
        var name: String
        var role: FolderRole?
        var ended: Position?
    }

    struct Copy {
        var folder: FolderID
        var flags: String
    }

    struct Message {
        let id: MessageID
        let account: StreamID
        let stream: StreamID
        var reading: MessageReading
        var keywords: Set<String>
        var copies: [Int: Copy] = [:]
        var isDeleted = false
        var marks: [String: (value: Bool, position: Position)] = [:]

        var keys: Set<String> { LogModel.keys(of: reading.headers) }
        var author: String? { reading.headers.from.first?.address }
        var isUnread: Bool { keywords.isDisjoint(with: ["$seen", "$draft"]) }
    }

    private(set) var accounts: [StreamID: Account] = [:]
    private(set) var folders: [FolderID: Folder] = [:]
    private(set) var messages: [MessageID: Message] = [:]

    init(of ledger: Ledger) throws {
        try ledger.store.forEach(EventSelection(), decodedBy: ledger.catalogue) { recorded in
            if case .event(let event) = recorded.content { apply(event, recorded) }
            return true
        }
    }

    private mutating func apply(_ event: any Event, _ recorded: RecordedEvent) {
        switch event {
        case let event as AccountCreated: accounts[recorded.stream] = Account(address: event.address)
        case let event as AccountChanged:
            if let address = event.address { accounts[recorded.stream]?.address = address.new }
        case is AccountDeleted: accounts[recorded.stream]?.isEnded = true
        case is AccountRestored: accounts[recorded.stream]?.isEnded = false
        case let event as FolderCreated:
            folders[event.id] = Folder(
                account: recorded.account, parent: event.parent, name: event.name, role: event.role)
        case let event as FolderRenamed: folders[event.folder]?.name = event.name.new
        case let event as FolderMoved: folders[event.folder]?.parent = event.parent.new
        case let event as FolderChanged: if let role = event.role { folders[event.folder]?.role = role.new }
        case let event as FolderDeleted: end(event.folder, at: recorded.position)
        case let event as FolderRestored:
            let ended = folders[event.folder]?.ended
            for (id, folder) in folders where folder.ended == ended { folders[id]?.ended = nil }
        case let event as ThreadMarked:
            for (field, change) in [
                ("pinned", event.isPinned), ("muted", event.isMuted), ("archived", event.isArchived),
            ] {
                if let change { messages[event.message]?.marks[field] = (change.new, recorded.position) }
            }
        default: applyToMessage(event, recorded)
        }
    }

    private mutating func end(_ folder: FolderID, at position: Position) {
        folders[folder]?.ended = position
        for (id, child) in folders where child.parent == folder && child.ended == nil { end(id, at: position) }
    }

    private mutating func applyToMessage(_ event: any Event, _ recorded: RecordedEvent) {
        switch event {
        case let event as MessageAdded:
            let joined = marks(ofThreadsJoinedBy: Self.keys(of: event.headers), in: recorded.account)
            messages[event.id] = Message(
                id: event.id, account: recorded.account, stream: recorded.stream,
                reading: MessageReading(event), keywords: Set(event.keywords.map(\.text)),
                copies: [event.copy.number: Copy(folder: event.copy.folder, flags: event.copy.flags)],
                marks: joined.mapValues { ($0, recorded.position) })
        case let event as MessageCopied:
            messages[event.message]?.copies[event.copy.number] = Copy(
                folder: event.copy.folder, flags: event.copy.flags)
            set(event.keywords, event.message)
        case let event as CopyChanged:
            if let flags = event.flags?.new { messages[event.message]?.copies[event.copy]?.flags = flags }
            if let isHidden = event.isHidden?.new {
                // Without an answer of its file: a command says so.
                messages[event.message]?.copies[event.copy]?.flags.removeAll { $0 == "T" }
                if isHidden { messages[event.message]?.copies[event.copy]?.flags += "T" }
            }
            set(event.keywords, event.message)
        case let event as CopyRemoved:
            messages[event.message]?.copies[event.copy.number] = nil
            set(event.keywords, event.message)
        case let event as MessageMarked:
            let (left, came) = ((event.keywords.removed ?? []).map(\.text), (event.keywords.added ?? []).map(\.text))
            messages[event.message]?.keywords.subtract(left)
            messages[event.message]?.keywords.formUnion(came)
        case let event as MessageReparsed: messages[event.message]?.reading.apply(event)
        case let event as MessageMoved:
            for move in event.copies { messages[event.message]?.copies[move.copy]?.folder = move.folder.new }
        case let event as MessageDeleted: messages[event.message]?.isDeleted = true
        case let event as MessageRestored: messages[event.message]?.isDeleted = false
        default: break
        }
    }

    private static func keys(of headers: MessageHeaders) -> Set<String> {
        Set(headers.references + headers.inReplyTo + [headers.messageID].compactMap { $0 })
    }

    private mutating func set(_ change: Change<KeywordSet>?, _ message: MessageID) {
        if let change { messages[message]?.keywords = Set(change.new.map(\.text)) }
    }

    // MARK: Answers

    /// The folders where a message has a copy that can be seen.
    func liveFolders(of message: Message) -> Set<FolderID> {
        guard !message.isDeleted else { return [] }
        return Set(
            message.copies.values.filter { !$0.flags.contains("T") && folders[$0.folder]?.ended == nil }.map(\.folder))
    }

    func isLive(_ message: Message) -> Bool {
        !liveFolders(of: message).isEmpty && accounts[message.account]?.isEnded == false
    }

    func path(of folder: FolderID) -> String {
        guard let row = folders[folder] else { return "?" }
        return row.parent.map { path(of: $0) + "/" + row.name } ?? row.name
    }

    /// `address path total unread` of each live folder.
    func folderLines() -> Set<String> {
        var lines: Set<String> = []
        for (id, folder) in folders where folder.ended == nil && accounts[folder.account]?.isEnded == false {
            let members = messages.values.filter { liveFolders(of: $0).contains(id) }
            let address = accounts[folder.account]?.address ?? ""
            lines.insert("\(address) \(path(of: id)) \(members.count) \(members.count { $0.isUnread })")
        }
        return lines
    }

    /// `address total unread` of each live account that has messages; those in spam and trash only are left out.
    func accountLines() -> Set<String> {
        var lines: Set<String> = []
        for (stream, account) in accounts where !account.isEnded {
            let members = messages.values.filter { message in
                message.account == stream
                    && liveFolders(of: message).contains { folders[$0]?.role != .spam && folders[$0]?.role != .trash }
            }
            if !members.isEmpty { lines.insert("\(account.address) \(members.count) \(members.count { $0.isUnread })") }
        }
        return lines
    }

    /// `id folders keywords` of each live message.
    func messageLines() -> Set<String> {
        Set(
            messages.values.filter(isLive).map { message in
                "\(message.id) \(liveFolders(of: message).map(path).sorted()) \(message.keywords.sorted())"
            })
    }

    /// `id members unread pinned muted archived` of each thread with a live message.
    func threadLines() -> Set<String> {
        Set(threads().compactMap(line))
    }

    private func line(of members: [Message]) -> String? {
        let live = members.filter { isLive($0) }
        guard let first = members.min(by: { $0.stream < $1.stream }), !live.isEmpty else { return nil }
        return "\(first.id) \(live.count) \(live.count { $0.isUnread }) \(marks(of: members))"
    }

    /// Pinned, muted, archived.
    private func marks(of members: [Message]) -> [Bool] {
        func mark(_ field: String) -> (value: Bool, position: Position)? {
            members.compactMap { $0.marks[field] }.max { $0.position < $1.position }
        }
        let archived = mark("archived")
        let own = members.first.flatMap { accounts[$0.account]?.address.lowercased() } ?? ""
        let isBack = members.contains { message in
            message.stream.rawValue >= archived?.position.rawValue ?? 0 && !message.keywords.contains("$draft")
                && message.author?.lowercased() != own && !liveFolders(of: message).isEmpty
        }
        return [mark("pinned")?.value ?? false, mark("muted")?.value ?? false, (archived?.value ?? false) && !isBack]
    }

    /// What a new message says of the threads that it makes one of; nothing where it makes none of several, or none is marked.
    private func marks(ofThreadsJoinedBy keys: Set<String>, in account: StreamID) -> [String: Bool] {
        guard messages.values.contains(where: { !$0.marks.isEmpty }) else { return [:] }
        let joined = threads().filter { members in
            members.contains { $0.account == account && !$0.keys.isDisjoint(with: keys) }
        }
        guard joined.count > 1, joined.contains(where: { $0.contains { !$0.marks.isEmpty } }) else { return [:] }
        let all = joined.map(marks)
        return [
            "pinned": all.contains { $0[0] }, "muted": all.allSatisfy { $0[1] }, "archived": all.allSatisfy { $0[2] },
        ]
    }

    /// All messages ever added, as they hang together by what they are called and refer to.
    private func threads() -> [[Message]] {
        var threads: [(account: StreamID, keys: Set<String>, members: [Message])] = []
        for message in messages.values {
            var thread = (account: message.account, keys: message.keys, members: [message])
            threads.removeAll { other in
                guard other.account == thread.account, !other.keys.isDisjoint(with: thread.keys) else { return false }
                thread.keys.formUnion(other.keys)
                thread.members += other.members
                return true
            }
            threads.append(thread)
        }
        return threads.map(\.members)
    }
}
