internal import EventLog
public import Mail

/// Adds keywords to messages, and takes others away: `$seen`, `$flagged`, and labels, be they keywords or folders.
public struct MarkMessagesRequest: LedgerCommand {
    public static let name = "mark-messages"
    public var filter: String
    public var adding: KeywordSet?
    public var removing: KeywordSet?

    public enum CodingKeys: CodingKey, CaseIterable { case filter, adding, removing }

    public init(filter: String, adding: KeywordSet? = nil, removing: KeywordSet? = nil) {
        self.filter = filter
        self.adding = adding
        self.removing = removing
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        guard adding != nil || removing != nil else {
            throw DomainError.invalid(field: "adding", reason: "is missing, and so is removing")
        }
        return CommandResult(
            try ledger.label(
                ledger.filter(ofCommand: filter), adding: adding ?? KeywordSet(), removing: removing ?? KeywordSet(),
                context: call.context, dryRun: call.isDryRun),
            in: call)
    }
}

/// Moves all copies of messages to one folder, each within its account.
public struct MoveMessagesRequest: LedgerCommand {
    public static let name = "move-messages"
    public var filter: String
    public var folder: String
    public var account: String?

    public enum CodingKeys: CodingKey, CaseIterable { case filter, folder, account }

    public init(filter: String, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.move(
                ledger.filter(ofCommand: filter), to: folder, in: account, context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}

/// Puts messages into one more folder, each within its account.
public struct FileMessagesRequest: LedgerCommand {
    public static let name = "file-messages"
    public var filter: String
    public var folder: String
    public var account: String?

    public enum CodingKeys: CodingKey, CaseIterable { case filter, folder, account }

    public init(filter: String, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.file(
                ledger.filter(ofCommand: filter), to: folder, in: account, context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}

/// Takes messages off a folder, each within its account; refused where one of them lies in no other.
public struct UnfileMessagesRequest: LedgerCommand {
    public static let name = "unfile-messages"
    public var filter: String
    public var folder: String
    public var account: String?

    public enum CodingKeys: CodingKey, CaseIterable { case filter, folder, account }

    public init(filter: String, folder: String, account: String? = nil) {
        self.filter = filter
        self.folder = folder
        self.account = account
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.unfile(
                ledger.filter(ofCommand: filter), from: folder, in: account, context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}

/// Ends messages.
public struct DeleteMessagesRequest: LedgerCommand {
    public static let name = "delete-messages"
    public var filter: String

    public enum CodingKeys: CodingKey, CaseIterable { case filter }

    public init(filter: String) {
        self.filter = filter
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.delete(ledger.filter(ofCommand: filter), context: call.context, dryRun: call.isDryRun), in: call)
    }
}

/// Pins, mutes or archives the threads of messages, or the contrary; what is nil stays.
public struct MarkThreadsRequest: LedgerCommand {
    public static let name = "mark-threads"
    public var filter: String
    public var isPinned: Bool?
    public var isMuted: Bool?
    public var isArchived: Bool?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case filter
        case isPinned = "is_pinned"
        case isMuted = "is_muted"
        case isArchived = "is_archived"
    }

    public init(filter: String, isPinned: Bool? = nil, isMuted: Bool? = nil, isArchived: Bool? = nil) {
        self.filter = filter
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
    }

    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult {
        CommandResult(
            try ledger.markThreads(
                ledger.filter(ofCommand: filter),
                MarkThreads(isPinned: isPinned, isMuted: isMuted, isArchived: isArchived), context: call.context,
                dryRun: call.isDryRun),
            in: call)
    }
}
