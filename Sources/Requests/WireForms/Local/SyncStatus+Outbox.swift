public import Outbox
public import WireModels

extension SyncStatus {
    /// The status in the words of other programs.
    public init(_ status: OutboxStatus) {
        self =
            switch status {
            case .pending: .pending
            case .synced: .synced
            case .failed: .failed
            case .conflict: .conflict
            }
    }

    /// The status in the words of the ledger.
    public var outboxStatus: OutboxStatus {
        switch self {
        case .pending: .pending
        case .synced: .synced
        case .failed: .failed
        case .conflict: .conflict
        }
    }
}
