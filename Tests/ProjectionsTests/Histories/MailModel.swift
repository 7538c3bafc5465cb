import CivilTime
import EventLog
import Mail
import Projections

/// What a ledger should say, counted by brute force from plain values: it knows no events and no tables.
struct MailModel {
    struct Copy {
        let number: Int
        var folder: FolderID
        var flags: String
        var isRemoved = false
    }

    struct Message {
        let id: MessageID
        let stream: StreamID
        let account: AccountID
        var mail: MailLog.Mail
        var copies: [Copy]
        var keywords: KeywordSet
        var isDeleted = false
        /// What was said of its thread by way of it: field, value, and the position of the event.
        var marks: [(field: String, value: Bool, position: Int64)] = []
    }

    struct Folder {
        let id: FolderID
        let account: AccountID
        let parent: FolderID?
        var role: FolderRole?
        /// The folder by whose end it ended.
        var endedWith: FolderID?
    }

    var addresses: [AccountID: String] = [:]
    var deletedAccounts: Set<AccountID> = []
    var folders: [Folder] = []
    var messages: [Message] = []

    // MARK: Changes

    mutating func deleteFolder(_ id: FolderID) {
        var ended: Set<FolderID> = [id]
        var size = 0
        while ended.count != size {
            size = ended.count
            for folder in folders {
                if folder.endedWith == nil, let parent = folder.parent, ended.contains(parent) {
                    ended.insert(folder.id)
                }
            }
        }
        for index in folders.indices where ended.contains(folders[index].id) { folders[index].endedWith = id }
    }

    mutating func restoreFolder(_ id: FolderID) {
        for index in folders.indices where folders[index].endedWith == id { folders[index].endedWith = nil }
    }

    mutating func change(_ id: MessageID, _ body: (inout Message) -> Void) {
        for index in messages.indices where messages[index].id == id { body(&messages[index]) }
    }

    // MARK: Answers

    private func liveFolders(of message: Message) -> Set<FolderID> {
        guard !message.isDeleted else { return [] }
        let live = Set(folders.filter { $0.endedWith == nil }.map(\.id))
        return Set(message.copies.filter { !$0.isRemoved && !$0.flags.contains("T") }.map(\.folder)).intersection(live)
    }

    /// `address folder total/unread` of the folders of live accounts, sorted.
    func counts() -> [String] {
        folders.filter { $0.endedWith == nil && !deletedAccounts.contains($0.account) }.map { folder in
            let inside = messages.filter { liveFolders(of: $0).contains(folder.id) }
            return
                "\(addresses[folder.account] ?? "") \(folder.id) \(inside.count)/\(inside.filter(\.keywords.isUnread).count)"
        }.sorted()
    }

    /// `total/unread` of a live account, each message once and those in spam and trash only left out.
    func count(of account: AccountID) -> String {
        let leftOut = Set(folders.filter { $0.role == .spam || $0.role == .trash }.map(\.id))
        let counted = messages.filter { $0.account == account && !liveFolders(of: $0).isSubset(of: leftOut) }
        return "\(counted.count)/\(counted.filter(\.keywords.isUnread).count)"
    }

    /// The live messages of live accounts in the order of recording.
    func liveMessages() -> [Message] {
        messages.filter { !liveFolders(of: $0).isEmpty && !deletedAccounts.contains($0.account) }
    }

    /// Everything that is said of each thread with a live message: pinned ones first, then the latest first.
    func threads() -> [String] {
        partition().compactMap(describe).sorted { $0.order > $1.order }.map(\.text)
    }

    /// `folder total/unread` of the threads of live folders with some, sorted (RFC 8621 section 2).
    func threadCounts() -> [String] {
        let threads = partition()
        let trash = Set(folders.filter { $0.role == .trash }.map(\.id))
        return folders.filter { $0.endedWith == nil && !deletedAccounts.contains($0.account) }.compactMap { folder in
            let isTrash = trash.contains(folder.id)
            let inside = threads.filter { $0.contains { liveFolders(of: $0).contains(folder.id) } }
            let unread = inside.filter { thread in
                thread.contains { message in
                    message.keywords.isUnread && liveFolders(of: message).contains { trash.contains($0) == isTrash }
                }
            }
            return inside.isEmpty ? nil : "\(folder.id) \(inside.count)/\(unread.count)"
        }.sorted()
    }

    /// Adds a message; where it makes one thread of several, it says what holds of that.
    mutating func add(_ message: Message) {
        var message = message
        let joined = partition().filter { $0.contains { Self.areNeighbours($0, message) } }
        if joined.count > 1, joined.contains(where: { $0.contains { !$0.marks.isEmpty } }) {
            let all = joined.map(marks)
            for (index, field) in ["pinned", "muted", "archived"].enumerated() {
                let value = index == 0 ? all.contains { $0[0] } : all.allSatisfy { $0[index] }
                message.marks.append((field, value, message.stream.rawValue))
            }
        }
        messages.append(message)
    }

    private func partition() -> [[Message]] {
        var threads: [[Message]] = []
        for message in messages {
            let joined = threads.filter { $0.contains { Self.areNeighbours($0, message) } }
            let ids = Set(joined.flatMap { $0.map(\.id) })
            threads = threads.filter { $0.allSatisfy { !ids.contains($0.id) } } + [joined.flatMap(\.self) + [message]]
        }
        return threads
    }

    private static func areNeighbours(_ left: Message, _ right: Message) -> Bool {
        func keys(_ mail: MailLog.Mail) -> Set<String> {
            Set([mail.messageID].compactMap { $0 } + mail.references + mail.inReplyTo)
        }
        return left.account == right.account && !keys(left.mail).isDisjoint(with: keys(right.mail))
    }

    private func describe(_ members: [Message]) -> (order: (Int, Int64, Int64), text: String)? {
        let members = members.sorted { $0.stream < $1.stream }
        let live = members.filter { !liveFolders(of: $0).isEmpty }
            .sorted { ($0.date, $0.stream) < ($1.date, $1.stream) }
        guard let first = members.first, let earliest = live.first, let latest = live.last,
            !deletedAccounts.contains(first.account)
        else { return nil }
        let marks = marks(of: members)
        let text = [
            "\(first.id)", earliest.mail.subject ?? "-", "\(live.count)/\(live.filter(\.keywords.isUnread).count)",
            "\(latest.date)", "\(marks[0]) \(marks[1]) \(marks[2])",
            live.map(\.id.description).joined(separator: ","),
        ]
        return ((marks[0] ? 1 : 0, latest.date, first.stream.rawValue), text.joined(separator: " | "))
    }

    /// Pinned, muted, archived.
    private func marks(of members: [Message]) -> [Bool] {
        func mark(_ field: String) -> (value: Bool, position: Int64)? {
            members.flatMap(\.marks).filter { $0.field == field }.max { $0.position < $1.position }
                .map { ($0.value, $0.position) }
        }
        let isArchived =
            mark("archived").map { mark in
                mark.value
                    && !members.contains {
                        $0.stream.rawValue >= mark.position && !liveFolders(of: $0).isEmpty && !$0.keywords.isDraft
                            && $0.mail.from.lowercased() != addresses[$0.account]?.lowercased()
                    }
            } ?? false
        return [mark("pinned")?.value ?? false, mark("muted")?.value ?? false, isArchived]
    }
}

extension MailModel.Message {
    /// A date is believed up to a day after the receipt.
    var date: Int64 { min(mail.date ?? mail.received, mail.received + 86_400_000_000) }
}

extension ThreadRow {
    /// The same words as the model has.
    var text: String {
        [
            "\(id)", subject ?? "-", "\(messageCount)/\(unreadCount)", "\(lastDate.microseconds)",
            "\(isPinned) \(isMuted) \(isArchived)", messages.map(\.description).joined(separator: ","),
        ].joined(separator: " | ")
    }
}
