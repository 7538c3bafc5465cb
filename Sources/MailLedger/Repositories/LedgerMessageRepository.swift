internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Projections
internal import Requests
internal import SQLiteDatabase

struct LedgerMessageRepository: MessageRepository {
    let container: LedgerContainer

    func fetch(byID id: MessageID) async throws -> MessageRow? {
        try await fetching { try $0.message(withID: id) }
    }

    func fetch(byMessageID messageID: String, account: AccountID?) async throws -> MessageRow? {
        try await fetching { reader in
            let ofAccount = try account.map { [MessageFilter.account(try reader.requireAccount($0).id.description)] }
            return try reader.messages(matching: .and([.messageID(messageID)] + (ofAccount ?? [])), limit: 1).first
        }
    }

    func fetch(byExternalID externalID: String, account: AccountID) async throws -> MessageRow? {
        try await fetching { reader in
            try reader.fetch(externalID: externalID, in: reader.requireAccount(account).id)
        }
    }

    func fetch(
        account: AccountID?, folder: FolderID?, isRead: Bool?, limit: Int?, offset: Int
    ) async throws -> [MessageRow] {
        try await fetching { reader in
            try reader.fetch(
                account: account, folder: folder, isRead: isRead, limit: limit.map { max(0, $0) },
                offset: max(0, offset))
        }
    }

    func fetchThreads(account: AccountID?, folder: FolderID?, limit: Int?) async throws -> [ThreadRow] {
        try await fetching { reader in
            try reader.fetchThreads(account: account, folder: folder, limit: limit.map { max(0, $0) })
        }
    }

    func fetchConversation(with id: MessageID) async throws -> [MessageRow] {
        try await fetching { reader in
            _ = try reader.requireMessage(id)
            return try reader.messages(matching: .thread(prefix: id.description), order: .oldestFirst)
        }
    }

    func search(_ text: String, account: AccountID?, limit: Int) async throws -> [MessageRow] {
        guard let filter = MessageSearch.filter(text, account: account) else { return [] }
        return try await RepositoryError.fetching {
            try await container.read { reader in
                try reader.messages(matching: filter, limit: min(max(0, limit), MessageSearch.maximum))
            }
        }
    }

    func save(_ message: IncomingMessage) async throws -> MessageRow {
        guard let row = try await saveAll([message]).first else {
            throw RepositoryError.saveFailed(DomainError.conflict("that message was deleted; 'undo' brings it back"))
        }
        return row
    }

    func saveAll(_ messages: [IncomingMessage]) async throws -> [MessageRow] {
        try await RepositoryError.saving {
            try await container.perform { ledger in
                let ids = try ledger.mail.save(messages, context: ledger.context(command: "message save")).ids
                return try ledger.read { reader in try ids.compactMap { try reader.message(withID: $0) } }
            }
        }
    }

    func mark(_ id: MessageID, _ command: MarkMessages) async throws {
        try await RepositoryError.saving {
            try await change("mark", id) { command.decide([$0]) }
        }
    }

    func delete(_ id: MessageID) async throws {
        try await RepositoryError.deleting {
            try await change("delete", id) { DeleteMessages().decide([$0]) }
        }
    }

    func deleteOldest(account: AccountID, keepCount: Int) async throws -> Int {
        try await RepositoryError.deleting {
            try await container.perform { ledger in
                try ledger.perform(PruneRequest(account: account.description, keep: keepCount)).answer?.outcome.changed
                    ?? 0
            }
        }
    }

    func count(account: AccountID?, folder: FolderID?) async throws -> Int {
        try await fetching { reader in
            try MessagesQuery(on: reader.connection).count(
                in: reader.scope(account: account, folder: folder, isRead: nil))
        }
    }

    func unreadCount(account: AccountID?, folder: FolderID?) async throws -> Int {
        try await fetching { reader in
            let account = try account.map { try reader.requireAccount($0) }
            guard let folder = try folder.map({ try reader.requireFolder($0) }) else {
                return try reader.counts().filter { account == nil || $0.account == account?.stream }
                    .reduce(0) { $0 + $1.unread }
            }
            return account == nil || account?.id == folder.account ? folder.unread : 0
        }
    }

    private func fetching<Output: Sendable>(
        _ body: @Sendable (LedgerReader) throws -> Output
    ) async throws -> Output {
        try await RepositoryError.fetching { try await container.read(body) }
    }

    private func change(
        _ command: String, _ id: MessageID, _ decide: @Sendable (MessageState) -> [ProposedEvent]
    ) async throws {
        try await container.perform { ledger in
            _ = try ledger.writing.change(ledger.context(command: command)) { reader in
                let stream = try reader.requireMessage(id).stream
                return try MessageStates(on: reader.connection).state(of: stream).map(decide) ?? []
            }
        }
    }
}
