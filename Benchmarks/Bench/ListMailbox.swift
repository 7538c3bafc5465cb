internal import CivilTime
internal import EventLog
internal import Mail
internal import MailGenerator
internal import MailLedger
internal import Projections

/// A ledger with generated mail of two accounts, and the lists that are asked of it.
struct ListMailbox {
    let count: Int
    private let ledger: Ledger
    private let account: AccountRow
    private let folder: FolderRow
    /// One message in the middle.
    private let message: MessageRow
    private let sender: String
    private let subjectWord: String
    private let frequentSubjectWord: String
    private let bodyWord: String

    private static let accounts = GeneratedMaildir.accounts.map { $0 + "@example.org" }
    /// What lists show does not depend on how long a message is.
    private static let longestMessage = 4_000

    init(of count: Int, at path: String) throws {
        self.count = count
        ledger = try Ledger.create(at: LedgerLocation(path))
        var writer = MessageWriter(count: count, seed: 1)
        let context = ledger.context(command: "bench")
        var places: [(account: AccountID, inbox: FolderID, archive: FolderID)] = []
        for address in Self.accounts {
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)), Call(command: "bench"))
            let row = try ledger.read { try $0.account(address) }
            let (inbox, archive) = try ledger.read { reader in
                (try reader.folder("INBOX", in: row.stream).id, try reader.folder("Archive", in: row.stream).id)
            }
            places.append((row.id, inbox, archive))
        }
        for start in stride(from: 0, to: count, by: 1_000) {
            let batch = (start..<min(start + 1_000, count)).map { index in
                let place = places[writer.thread(of: index) % 4 == 3 ? 1 : 0]
                return IncomingMessage(
                    account: place.account, folder: index % 3 == 0 ? place.archive : place.inbox,
                    bytes: Array(writer.message(index).prefix(Self.longestMessage)), keywords: Self.keywords(of: index),
                    receivedAt: Timestamp(microseconds: Int64(writer.time(of: index)) * 1_000_000))
            }
            try ledger.mail.save(batch, context: context)
        }
        account = try ledger.read { try $0.account(Self.accounts[0]) }
        folder = try ledger.read { [account] in try $0.folder("Archive", in: account.stream) }
        guard let row = try ledger.read({ try $0.fetch(limit: 1, offset: count / 2) }).first else {
            throw BenchCommand.UsageError(description: "a mailbox has to have messages")
        }
        message = row
        (sender, bodyWord) = (writer.frequentSender, writer.bodyWord)
        (subjectWord, frequentSubjectWord) = (writer.subjectWord, writer.frequentSubjectWord)
    }

    /// Every second message is read, every tenth is flagged, every twentieth has a label.
    private static func keywords(of index: Int) -> KeywordSet {
        var keywords: [Keyword] = index % 2 == 0 ? [.seen] : []
        if index % 10 == 0 { keywords.append(.flagged) }
        if index % 20 == 0, let label = try? Keyword("tax") { keywords.append(label) }
        return KeywordSet(keywords)
    }

    // MARK: Lists

    typealias List = (name: String, ask: @Sendable (ListMailbox) throws -> Void)

    private static let page = 50

    static let lists: [List] =
        [
            messages("messages", .all), messages("unread messages", .state(.unread)),
            messages("read messages", .state(.read)), messages("flagged messages", .state(.flagged)),
            messages("messages with a label", .keyword("tax")),
            messages("messages with attachments", .hasAttachments),
            messages("messages of an account", .account(accounts[0])),
            messages("messages of a folder", .folder(FolderReference("\(accounts[0])/Archive"))),
            messages(
                "unread messages of a folder",
                .and([.folder(FolderReference("\(accounts[0])/Archive")), .state(.unread)])),
            messages(
                "flagged messages of a folder",
                .and([.folder(FolderReference("\(accounts[0])/Archive")), .state(.flagged)])),
            messages("messages, the oldest first", .all, order: .oldestFirst),
            asking("messages from somebody") { .text(.from, TextMatch($0.sender)) },
            asking("messages with a word in the subject") { .text(.subject, TextMatch($0.subjectWord)) },
            asking("messages with a word in the text") { .text(.body, TextMatch($0.bodyWord)) },
            asking("messages with a word that is in most") { _ in .text(.any, TextMatch("example")) },
        ] + threads + others

    private static let threads: [List] = [
        ("threads", { try $0.threads(.all) }), ("unread threads", { try $0.threads(.state(.unread)) }),
        ("threads of an account", { try $0.threads(.account(accounts[0])) }),
        ("threads of a folder", { try $0.threads(.folder(FolderReference("\(accounts[0])/Archive"))) }),
        ("threads with a word in the subject", { try $0.threads(.text(.subject, TextMatch($0.frequentSubjectWord))) }),
        ("threads from somebody", { try $0.threads(.text(.from, TextMatch($0.sender))) }),
        ("threads with a word that is in most", { try $0.threads(.text(.any, TextMatch("example"))) }),
        (
            "threads with a word in the subject, the oldest first",
            { try $0.threads(.text(.subject, TextMatch($0.frequentSubjectWord)), order: .oldestFirst) }
        ),
        ("archived threads", { try $0.threads(.all, ThreadConditions(isArchived: true)) }),
        ("pinned threads", { try $0.threads(.all, ThreadConditions(isPinned: true)) }),
    ]

    private static let others: [List] = [
        ("folders with counts", { mailbox in _ = try mailbox.ledger.read { try $0.folders() } }),
        ("unread counts", { mailbox in _ = try mailbox.ledger.read { try $0.counts() } }),
        ("labels", { mailbox in _ = try mailbox.ledger.read { try $0.labels(beginningWith: "", limit: page) } }),
        (
            "the attachments of a message",
            { mailbox in _ = try mailbox.ledger.read { try $0.attachments(of: mailbox.message.stream) } }
        ),
        (
            "one message by its id",
            { mailbox in _ = try mailbox.ledger.read { try $0.message(mailbox.message.id.description) } }
        ),
        (
            "one conversation",
            { mailbox in
                _ = try mailbox.ledger.read {
                    try $0.messages(matching: .thread(prefix: mailbox.message.id.description), order: .oldestFirst)
                }
            }
        ),
        (
            "changes",
            { mailbox in
                _ = try mailbox.ledger.read { reader in
                    var left = page
                    try reader.forEachChange(after: Position(reader.position.rawValue / 2)) { _ in
                        left -= 1
                        return left > 0
                    }
                }
            }
        ),
    ]

    private static func messages(_ name: String, _ filter: MessageFilter, order: ListOrder = .newestFirst) -> List {
        (
            name,
            { mailbox in
                _ = try mailbox.ledger.read { try $0.messages(matching: filter, order: order, limit: page) }
            }
        )
    }

    private static func asking(_ name: String, _ filter: @escaping @Sendable (ListMailbox) -> MessageFilter) -> List {
        (
            name,
            { mailbox in
                let filter = filter(mailbox)
                _ = try mailbox.ledger.read { try $0.messages(matching: filter, limit: page) }
            }
        )
    }

    private func threads(
        _ filter: MessageFilter, _ conditions: ThreadConditions = ThreadConditions(isArchived: false),
        order: ListOrder = .newestFirst
    ) throws {
        _ = try ledger.read { try $0.threads(matching: filter, where: conditions, order: order, limit: Self.page) }
    }
}
