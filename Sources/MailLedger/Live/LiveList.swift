public import LedgerKernel
public import Projections
public import QueryLanguage

/// A list that ``LedgerContainer/observe(_:from:pace:)`` keeps up to date.
///
/// ```swift
/// for try await answer in container.observe(.messages("is:unread in:INBOX", limit: 50)) { show(answer.rows) }
/// ```
///
/// The lists of mail are there already. A program makes others, of its own read models too, from whatever a reader
/// answers.
public struct LiveList<Row: Identifiable & Equatable & Sendable>: Sendable {
    /// Reads the rows, each with an id of its own, in their order.
    let rows: @Sendable (LedgerReader) throws -> [Row]
    /// The kinds of things of which a change may change the rows; nil if any transaction may.
    let things: Set<String>?

    /// - Parameters:
    ///   - things: The kinds of things, as ``EntityChange/entity`` names them, that the rows are made of. Transactions
    ///     that change none of them are passed over without reading the rows. Nil for a list of a read model that does
    ///     not announce its changes.
    ///   - rows: Reads the rows, which have different ids, in their order. It reads nothing else than the ledger.
    public init(madeOf things: Set<String>? = nil, _ rows: @escaping @Sendable (LedgerReader) throws -> [Row]) {
        self.things = things
        self.rows = rows
    }
}

/// The kinds of things that the lists of mail are made of: also the holds and conversations that a query may ask about.
private let mail: Set<String> = [
    Entity.account, Entity.folder, Entity.message, Entity.thread, Entity.hold, Entity.erasure, Entity.conversation,
]

extension LiveList where Row == MessageRow {
    /// The messages that a query finds, as ``ListMessages`` lists them.
    ///
    /// A query that counts from today, as `date:7d..`, is asked again with the next change, not at midnight.
    public static func messages(
        _ query: MessageQuery = "", order: ListOrder = .newestFirst, limit: Int? = nil
    ) -> LiveList {
        LiveList(madeOf: mail) { try $0.messages(matching: $0.filter(query), order: order, limit: limit) }
    }

    /// The messages that a filter takes.
    public static func messages(
        matching filter: MessageFilter, order: ListOrder = .newestFirst, limit: Int? = nil
    ) -> LiveList {
        LiveList(madeOf: mail) { try $0.messages(matching: filter, order: order, limit: limit) }
    }
}

extension LiveList where Row == ThreadRow {
    /// The threads with a message that a query finds, pinned ones first; archived ones are left out.
    public static func threads(
        _ query: MessageQuery = "", order: ListOrder = .newestFirst, limit: Int? = nil
    ) -> LiveList {
        LiveList(madeOf: mail) { reader in
            try reader.threads(
                matching: reader.filter(query), where: ThreadConditions(isArchived: false), order: order, limit: limit)
        }
    }
}

extension LiveList where Row == FolderRow {
    /// The folders with their counts, of an account or of all, each below its parent.
    public static func folders(of account: String? = nil) -> LiveList {
        LiveList(madeOf: mail) { reader in try reader.folders(of: account.map { try reader.account($0).stream }) }
    }
}

extension LiveList where Row == AccountRow {
    /// The accounts in the order of their addresses.
    public static var accounts: LiveList { LiveList(madeOf: mail) { try $0.accounts() } }
}
