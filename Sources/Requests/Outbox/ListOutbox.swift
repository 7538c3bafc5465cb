internal import LedgerContexts
public import LedgerKernel
internal import Outbox

/// The things that wait to be carried to their server, the oldest first.
public struct ListOutbox: LedgerQuery {
    public static let name = "list-outbox"
    public typealias Answer = [OutboxItemForm]
    /// Whether to include things that failed too often, or that conflict with the server's version.
    public var includesHeldUp: Bool?
    public var account: String?
    public var limit: PageLimit

    enum CodingKeys: String, CodingKey {
        case includesHeldUp = "include_held_up"
        case account, limit
    }

    public init(includesHeldUp: Bool? = nil, account: String? = nil, limit: Int? = nil) {
        self.includesHeldUp = includesHeldUp
        self.account = account
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.outbox(
            includingHeldUp: includesHeldUp ?? false, account: account, limit: limit.rows
        ).map(OutboxItemForm.init)
    }
}
