import EventLog
import Mail
import MailLedger
import Projections

/// A ledger in memory with so many messages of two accounts, whose mixture does not depend on how many there are.
struct GrownLedger {
    let sample: SampleLedger
    let account: AccountRow
    let folder: FolderRow
    /// One message in the middle.
    let message: MessageRow

    init(_ count: Int) throws {
        sample = try SampleLedger(.memory)
        for address in ["ada@example.org", "bob@example.net"] {
            try sample.addAccount(address)
            try sample.addFolder("Work", to: address)
            let letters = (0..<count / 2).map { Self.letter($0, of: count / 2, to: address) }
            for start in stride(from: 0, to: letters.count, by: 1_000) {
                try sample.save(Array(letters[start..<min(start + 1_000, letters.count)]), account: address)
            }
        }
        for (subject, command) in [
            ("n0", MarkThreads(isArchived: true)), ("n3", MarkThreads(isMuted: true)),
            ("n6", MarkThreads(isPinned: true)),
        ] {
            _ = try sample.ledger.markThreads(
                sample.filter("account:ada subject:\(subject)"), command,
                context: sample.ledger.context(command: "thread"))
        }
        account = try sample.ledger.read { try $0.account("ada@example.org") }
        folder = try sample.ledger.read { [account] in try $0.folder("Work", in: account.stream) }
        message = try sample.messages("account:ada subject:n\(count / 4)")[0]
    }

    private static func letter(_ number: Int, of count: Int, to address: String) -> Letter {
        // Threads of three; each third message lies in Work, every second one is read.
        let first = number / 3 * 3
        let hour = number * 28 * 24 / count
        var letter = Letter("n\(number)", day: 1 + hour / 24, answers: number == first ? [] : ["n\(first)"])
        letter.time = "\(hour % 24 < 10 ? "0" : "")\(hour % 24):00:00"
        letter.body = number % 4 == 0 ? "Of walruses.\n" : "Of oysters.\n"
        letter.headers = ["X-Account: \(address)"]
        letter.folder = number % 3 == 0 ? "Work" : "INBOX"
        letter.external.id = "server-\(number)"
        var keywords: [Keyword] = number % 2 == 0 ? [.seen] : []
        if number % 10 == 0 { keywords.append(.flagged) }
        if number % 12 == 0, let label = try? Keyword("tax") { keywords.append(label) }
        letter.keywords = KeywordSet(keywords)
        if number % 9 == 0 {
            letter.headers += ["Content-Type: application/pdf; name=a.pdf", "Content-Disposition: attachment"]
        }
        return letter
    }

    /// A list that a program asks for.
    struct List: Sendable {
        let name: String
        let ask: @Sendable (GrownLedger, LedgerReader) throws -> Void

        init(_ name: String, _ ask: @escaping @Sendable (GrownLedger, LedgerReader) throws -> Void) {
            self.name = name
            self.ask = ask
        }
    }

    /// A page of each.
    static let lists: [List] = scopes + queries + threads + others

    private static let scopes: [List] = [false, true].flatMap { hasAccount in
        [false, true].flatMap { hasFolder in
            ([nil, true, false] as [Bool?]).map { isRead in
                let words = [
                    hasAccount ? " account" : "", hasFolder ? " folder" : "", isRead.map { " read: \($0)" } ?? "",
                ]
                return List("fetch" + words.joined()) { world, reader in
                    _ = try reader.fetch(
                        account: hasAccount ? world.account.id : nil, folder: hasFolder ? world.folder.id : nil,
                        isRead: isRead)
                }
            }
        }
    }

    private static let queries: [List] = [
        "*", "is:unread", "is:read", "is:flagged", "in:Work", "in:ada@example.org/Work is:unread", "account:ada",
        "account:ada is:flagged", "keyword:tax", "has:attachment", "has:label", "from:ada", "subject:n1",
        "date:2024-02", "not is:flagged", "is:flagged or is:unread",
    ].flatMap { query in
        [ListOrder.newestFirst, .oldestFirst].map { order in
            List("messages \(query) \(order)") { world, reader in
                _ = try reader.messages(matching: world.sample.filter(query), order: order, limit: 5)
            }
        }
    }

    private static let threads: [List] =
        ["*", "is:unread", "in:Work", "account:ada", "body:walruses"].flatMap { query in
            [ListOrder.newestFirst, .oldestFirst].map { order in
                List("threads \(query) \(order)") { world, reader in
                    _ = try reader.threads(
                        matching: world.sample.filter(query), where: ThreadConditions(isArchived: false), order: order,
                        limit: 5)
                }
            }
        } + [
            // One thread of each, in whatever is beside it.
            conditions("archived", ThreadConditions(isArchived: true)),
            conditions("muted", ThreadConditions(isMuted: true)),
            conditions("muted account:ada", ThreadConditions(isMuted: true, isArchived: false), "account:ada"),
            conditions("pinned", ThreadConditions(isPinned: true)),
            conditions("unread", ThreadConditions(isArchived: false, isUnread: true)),
            List("threads of a folder") { _ = try $1.fetchThreads(folder: $0.folder.id) },
            List("threads of an account") { _ = try $1.fetchThreads(account: $0.account.id) },
        ]

    private static func conditions(_ name: String, _ conditions: ThreadConditions, _ query: String = "*") -> List {
        List("threads that are \(name)") { world, reader in
            _ = try reader.threads(matching: world.sample.filter(query), where: conditions, limit: 5)
        }
    }

    private static let others: [List] = [
        List("folders") { _ = try $1.folders() },
        List("accounts") { _ = try $1.accounts() },
        List("unread") { _ = try $1.counts() },
        List("unread of a folder") { _ = try $1.unreadCount(folder: $0.folder.id) },
        List("labels") { _ = try $1.labels(beginningWith: "", limit: 20) },
        List("attachments of a message") { _ = try $1.attachments(of: $0.message.stream) },
        List("message by id") { _ = try $1.message(withID: $0.message.id) },
        List("message by its first digits") { _ = try $1.message(String($0.message.id.description.prefix(12))) },
        List("message by the server's id") { _ = try $1.fetch(externalID: "server-7", in: $0.account.id) },
        List("message by Message-ID") { _ = try $1.messages(matching: .messageID("n7@example.org"), limit: 20) },
        List("thread of a message") { _ = try $1.thread(of: $0.message.stream) },
        List("conversation") {
            _ = try $1.messages(matching: .thread(prefix: $0.message.id.description), order: .oldestFirst)
        },
        List("arrivals") { _ = try $1.arrivals(after: Position($1.position.rawValue - 10)) },
        List("changes") { _, reader in
            var left = 20
            try reader.forEachChange(after: Position(100)) { _ in
                left -= 1
                return left > 0
            }
        },
    ]
}
