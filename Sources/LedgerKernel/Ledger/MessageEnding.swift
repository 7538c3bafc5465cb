public import CivilTime
public import EventLog
internal import Mail
package import Projections

/// The end of a message: who deleted it or its container, when and why.
public struct MessageEnding: Sendable, Hashable {
    public let position: Position
    public let time: Timestamp
    /// Nil once the transaction's header is erased.
    public let actor: String?
    /// The user and the host that the operating system named.
    public let osUser: String?
    public let host: String?
    public let reason: String?
    public let command: String?
    public let operation: OperationID
}

/// Looks up the endings of messages; of one transaction several may be, and its header is read once.
package struct MessageEndings {
    private let store: any LogReading
    private var last: (number: Int64, transaction: StoredTransaction, header: TransactionHeader?)?

    package init(_ reader: LedgerReader) {
        store = reader.store
    }

    /// Returns the recorded facts about the event at a position; nil if there is none.
    package mutating func ending(at position: Position?) throws -> MessageEnding? {
        guard let position, let place = try store.place(of: position) else { return nil }
        if last?.number != place.transaction {
            guard let transaction = try store.transaction(place.transaction) else { return nil }
            last = (place.transaction, transaction, try transaction.openedHeader())
        }
        guard let last else { return nil }
        return MessageEnding(
            position: position, time: last.transaction.recordedAt, actor: last.header?.actor,
            osUser: last.header?.osUser, host: last.header?.host, reason: last.header?.reason,
            command: last.header?.command, operation: last.transaction.operation)
    }
}

extension LedgerReader {
    /// Returns the erasures that a filter asks for; nil if it asks for no erased messages.
    ///
    /// - Throws: ``FilterResolutionError/erasedWithMore`` if it asks more of them than is left.
    package func erasedMessages(matching filter: MessageFilter) throws -> [ErasureRow]? {
        let parts = if case .and(let parts) = filter { parts } else { [filter] }
        guard parts.contains(.liveness(.erased)) else { return nil }
        var (account, prefix): (AccountID?, String?) = (nil, nil)
        for part in parts {
            switch part {
            case .liveness(.erased): continue
            case .account(let name): account = try accountWithDeleted(name).id
            case .id(let start): prefix = start
            default: throw FilterResolutionError.erasedWithMore
            }
        }
        return try ErasuresQuery(on: connection).messages(of: account, withPrefix: prefix)
    }
}
