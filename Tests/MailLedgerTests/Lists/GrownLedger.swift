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
            let letters = (0..<count / 2).map { Self.letter($0) }
            for start in stride(from: 0, to: letters.count, by: 1_000) {
                try sample.save(Array(letters[start..<min(start + 1_000, letters.count)]), account: address)
            }
        }
        account = try sample.ledger.read { try $0.account("ada@example.org") }
        folder = try sample.ledger.read { [account] in try $0.folder("Work", in: account.stream) }
        message = try sample.messages("account:ada subject:n\(count / 4)")[0]
    }

    private static func letter(_ number: Int) -> Letter {
        // Threads of three; each third message lies in Work, every second one is read.
        let first = number / 3 * 3
        var letter = Letter("n\(number)", day: 1 + number * 28 / 100_000, answers: number == first ? [] : ["n\(first)"])
        letter.body = number % 4 == 0 ? "Of walruses.\n" : "Of oysters.\n"
        letter.headers = ["X-Number: \(number)"]
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

    /// Each list that a program asks for, a page of it.
    static let lists: [(name: String, ask: @Sendable (GrownLedger, LedgerReader) throws -> Void)] =
        scopes + queries + threads + others

    private static let scopes: [(String, @Sendable (GrownLedger, LedgerReader) throws -> Void)] =
        [false, true].flatMap { hasAccount in
            [false, true].flatMap { hasFolder in
                [nil, true, false].map { (isRead: Bool?) in
                    let name = "fetch\(hasAccount ? " account" : "")\(hasFolder ? " folder" : "")"
                    return (
                        name + (isRead.map { $0 ? " read" : " unread" } ?? ""),
                        { world, reader in
                            _ = try reader.fetch(
                                account: hasAccount ? world.account.id : nil, folder: hasFolder ? world.folder.id : nil,
                                isRead: isRead)
                        }
                    )
                }
            }
        }

    private static let queries: [(String, @Sendable (GrownLedger, LedgerReader) throws -> Void)] = [
        "*", "is:unread", "is:read", "is:flagged", "in:Work", "in:ada@example.org/Work is:unread", "account:ada",
        "account:ada is:flagged", "keyword:tax", "has:attachment", "has:label", "from:ada", "subject:n1",
        "date:2024-02", "not is:flagged", "is:flagged or is:unread",
    ].flatMap { query in
        [ListOrder.newestFirst, .oldestFirst].map { order in
            (
                "messages \(query) \(order)",
                { world, reader in
                    _ = try reader.messages(matching: world.sample.filter(query), order: order, limit: 20)
                }
            )
        }
    }

    private static let threads: [(String, @Sendable (GrownLedger, LedgerReader) throws -> Void)] =
        ["*", "is:unread", "in:Work", "account:ada"].flatMap { query in
            [ListOrder.newestFirst, .oldestFirst].map { order in
                (
                    "threads \(query) \(order)",
                    { world, reader in
                        _ = try reader.threads(
                            matching: world.sample.filter(query), where: ThreadConditions(isArchived: false),
                            order: order,
                            limit: 20)
                    }
                )
            }
        } + [
            ("threads of a folder", { world, reader in _ = try reader.fetchThreads(folder: world.folder.id) }),
            (
                "threads of an account",
                { world, reader in _ = try reader.fetchThreads(account: world.account.id) }
            ),
        ]

    private static let others: [(String, @Sendable (GrownLedger, LedgerReader) throws -> Void)] = [
        ("folders", { _, reader in _ = try reader.folders() }),
        ("accounts", { _, reader in _ = try reader.accounts() }),
        ("unread", { _, reader in _ = try reader.counts() }),
        ("unread of a folder", { world, reader in _ = try reader.unreadCount(folder: world.folder.id) }),
        ("labels", { _, reader in _ = try LabelsQuery(on: reader.connection).all(beginningWith: "", limit: 20) }),
        (
            "attachments of a message",
            { world, reader in _ = try reader.attachments(of: world.message.stream) }
        ),
        ("message by id", { world, reader in _ = try reader.message(withID: world.message.id) }),
        (
            "message by its first digits",
            { world, reader in _ = try reader.message(String(world.message.id.description.prefix(12))) }
        ),
        (
            "message by the server's id",
            { world, reader in _ = try reader.fetch(externalID: "server-7", in: world.account.id) }
        ),
        (
            "message by Message-ID",
            { _, reader in _ = try reader.messages(matching: .messageID("n7@example.org"), limit: 20) }
        ),
        ("thread of a message", { world, reader in _ = try reader.thread(of: world.message.stream) }),
        (
            "conversation",
            { world, reader in
                _ = try reader.messages(matching: .thread(prefix: world.message.id.description), order: .oldestFirst)
            }
        ),
        (
            "arrivals",
            { _, reader in _ = try reader.arrivals(after: Position(reader.position.rawValue - 10)) }
        ),
        (
            "changes",
            { _, reader in
                var left = 20
                try reader.forEachChange(after: Position(100)) { _ in
                    left -= 1
                    return left > 0
                }
            }
        ),
    ]
}
