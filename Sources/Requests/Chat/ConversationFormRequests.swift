internal import Assist
internal import Chat
internal import CivilTime
internal import EventLog
public import LedgerContexts
public import LedgerKernel
internal import Projections
public import WireModels

/// A live conversation with its latest messages, the earliest of them first, in the form that programs exchange.
///
/// - Complexity: O(messages of the conversation).
public struct GetConversation: LedgerQuery, WireRequest {
    public static let name = "get-conversation"
    public typealias Answer = ConversationEntity
    /// Its name at its source, or the first digits of its id.
    public var conversation: String
    /// The greatest number of messages; nil for 100. A message whose content is missing is left out.
    public var limit: PageLimit?

    public init(conversation: String, limit: PageLimit? = nil) {
        self.conversation = conversation
        self.limit = limit
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.entity(of: reader.conversation(conversation), messages: (limit ?? .usual).rows ?? .max)
    }
}

/// A page of conversations, each with its last message: pinned ones first, then that with the latest message.
///
/// - Complexity: O(conversations), and O(messages of those on the page).
public struct ConversationPage: LedgerQuery, WireRequest {
    public static let name = "conversation-page"
    public typealias Answer = ConversationListResponse
    public var account: String?
    /// Both where nothing is said.
    public var isArchived: Bool?
    /// From 1 on; the first one where nothing is said.
    public var page: Int?
    /// 20 where nothing is said, and 100 at most.
    public var perPage: Int?

    private static let mostPerPage = 100

    enum CodingKeys: String, CodingKey {
        case account
        case isArchived = "is_archived"
        case page
        case perPage = "per_page"
    }

    public init(account: String? = nil, isArchived: Bool? = nil, page: Int? = nil, perPage: Int? = nil) {
        self.account = account
        self.isArchived = isArchived
        self.page = page
        self.perPage = perPage
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let (page, perPage) = (page ?? 1, perPage ?? 20)
        guard page >= 1 else { throw DomainError.invalid(field: "page", reason: "is a number from 1 on") }
        guard (1...Self.mostPerPage).contains(perPage) else {
            throw DomainError.invalid(field: "per_page", reason: "is a number from 1 to \(Self.mostPerPage)")
        }
        let rows = try reader.conversations(of: account).filter { row in
            isArchived.map { $0 == (row.thread?.isArchived ?? false) } ?? true
        }
        let range = PageRange(page: page, perPage: perPage)
        return ConversationListResponse(
            items: try rows.dropFirst(range.offset).prefix(range.limit).map { try reader.entity(of: $0, messages: 1) },
            total: rows.count, page: page, perPage: perPage)
    }
}

extension LedgerReader {
    /// A conversation with as many of its latest messages, the earliest of them first.
    fileprivate func entity(of row: ConversationRow, messages count: Int) throws -> ConversationEntity {
        let life = try self.life(of: row.stream)
        let latest = try ChatsQuery(on: connection).messages(of: row.id)
            .compactMap { try chat(of: $0) }
            .sorted { ($0.row.createdAt, $0.row.stream) > ($1.row.createdAt, $1.row.stream) }
            .prefix(count)
        let claims = try latest.map { try classification(of: $0.row.stream) }
        var entity = ConversationEntity(
            id: row.name, participantIDs: row.facts.participants, displayName: row.facts.displayName,
            avatarURL: row.facts.avatarURL, isGroup: row.facts.isGroup, createdAt: WireTime(life.began),
            isPinned: row.thread?.isPinned ?? false, isMuted: row.thread?.isMuted ?? false,
            isArchived: row.thread?.isArchived ?? false,
            supermemoryConversationID: claims.lazy.compactMap { $0?.memory.conversation }.first,
            messages: try zip(latest, claims).reversed().compactMap { try self.entity($0, $1) })
        entity.updatedAt = max(entity.updatedAt, WireTime(life.changed))
        entity.unreadCount = row.unreadCount
        return entity
    }
}

/// Imports a conversation with its messages in a program's form; messages that are there already are not recorded
/// twice.
///
/// It ignores values that follow from messages (unread, the last one). It also ignores people's own decisions, which
/// are pins, archives and claims, and the state of a message on its way to the server.
public struct SaveConversation: LedgerWork {
    public static let name = "save-conversation"
    public typealias Answer = ChatImportReport
    /// The account of the conversation.
    public var account: String
    public var conversation: ConversationEntity
    /// The folder for new messages; nil for the inbox.
    public var folder: String?
    /// The id of the account's owner at the source; nil for the account's address.
    public var ownID: String?
    /// Whether erased messages may come in again.
    public var allowsErased: Bool?

    enum CodingKeys: String, CodingKey {
        case account, conversation, folder
        case ownID = "own_id"
        case allowsErased = "allow_erased"
    }

    public init(
        account: String, conversation: ConversationEntity, folder: String? = nil, ownID: String? = nil,
        allowsErased: Bool? = nil
    ) {
        self.account = account
        self.conversation = conversation
        self.folder = folder
        self.ownID = ownID
        self.allowsErased = allowsErased
    }

    /// - Throws: ``RefusedLine`` with the number of a message that is not acceptable, from 2 on, and nothing recorded.
    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let report = try ledger.exchange.importChats(
            [conversation.line] + conversation.messages.map(\.line), account: account,
            options: ChatImportOptions(
                folder: folder, ownID: ownID, allowsErased: allowsErased ?? false, dryRun: call.isDryRun), call)
        return CommandResult(report, operation: report.operation)
    }
}

extension ConversationEntity {
    /// The line that begins it; its messages have lines of their own.
    fileprivate var line: ChatLine {
        .conversation(
            ChatLine.ConversationLine(
                id: id,
                facts: ConversationFacts(
                    displayName: displayName, avatarURL: avatarURL, participants: participantIDs, isGroup: isGroup)))
    }
}

extension LedgerReader {
    /// The form of a message; nil if its content is missing.
    fileprivate func entity(_ facts: ChatFacts, _ claims: ClassificationRow?) throws -> MessageEntity? {
        let stream = facts.row.stream
        guard let row = try MessagesQuery(on: connection).message(stream), let text = try chatText(of: stream) else {
            return nil
        }
        return MessageEntity(row, facts, text: text, claims: claims, attachments: try attachments(of: stream))
    }

    /// The times at which the first and the last event of a stream were recorded.
    fileprivate func life(of stream: StreamID) throws -> (began: Timestamp, changed: Timestamp) {
        func time(isBackward: Bool) throws -> Timestamp? {
            var number: Int64?
            try store.forEach(EventSelection(through: position, stream: stream, isBackward: isBackward)) { event in
                number = event.transaction
                return false
            }
            return try number.flatMap { try store.transaction($0) }?.recordedAt
        }
        guard let began = try time(isBackward: false), let changed = try time(isBackward: true) else {
            throw EventLogError.corrupt("a conversation has no events")
        }
        return (began, changed)
    }
}
