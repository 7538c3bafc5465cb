import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// A container to be tried through its repositories, in memory or in a folder of its own.
struct RepositoryWorld {
    let scratch: ScratchFolder
    let container: LedgerContainer

    init(_ place: Place) throws {
        scratch = try ScratchFolder()
        switch place {
        case .disk: container = try .create(at: LedgerLocation(scratch.path + "/ledger"))
        case .memory: container = try .inMemory()
        }
    }

    var accounts: any AccountRepository { container.accounts }
    var folders: any FolderRepository { container.folders }
    var messages: any MessageRepository { container.messages }
    var syncStates: any SyncStateRepository { container.syncStates }

    @discardableResult
    func addAccount(_ address: String = "ada@example.org") async throws -> AccountRow {
        try await accounts.save(Account(settings: AccountSettings(address: address, authTypes: [.password])))
    }

    /// Records a message, with the minute of its date behind noon of a day.
    @discardableResult
    func addMessage(
        _ name: String, to account: AccountRow, minute: Int = 0, folder: FolderID? = nil, keywords: KeywordSet = [],
        from: String = "Ada <ada@example.org>", subject: String? = nil, body: String? = nil, inReplyTo: String? = nil
    ) async throws -> MessageRow {
        try await messages.save(
            Self.message(
                name, to: account.id, minute: minute, folder: folder, keywords: keywords, from: from, subject: subject,
                body: body, inReplyTo: inReplyTo))
    }

    static func message(
        _ name: String, to account: AccountID, minute: Int = 0, folder: FolderID? = nil, keywords: KeywordSet = [],
        from: String = "Ada <ada@example.org>", subject: String? = nil, body: String? = nil, inReplyTo: String? = nil
    ) -> IncomingMessage {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let reply = inReplyTo.map { "In-Reply-To: <\($0)@example.org>\n" } ?? ""
        let text = """
            From: \(from)
            To: Grace <grace@example.org>
            Subject: \(subject ?? name)
            Date: Mon, 5 Feb 2024 \(two(12 + minute / 60)):\(two(minute % 60)):00 +0000
            Message-ID: <\(name)@example.org>
            \(reply)
            \(body ?? "The body of \(name).")

            """
        return IncomingMessage(account: account, folder: folder, bytes: Array(text.utf8), keywords: keywords)
    }

    func inbox(of account: AccountRow) async throws -> FolderRow {
        try #require(await folders.fetchAll(account: account.id).first { $0.role == "inbox" })
    }

    func folder(_ name: String, of account: AccountRow) async throws -> FolderRow {
        try await folders.save(Folder(account: account.id, name: name))
    }

    func eventCount() async throws -> Int64 { try await container.head().rawValue }
}

/// Runs the closure, and returns the error of a repository that it must throw.
func repositoryError(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> RepositoryError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch let error as RepositoryError {
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return nil
    }
}
