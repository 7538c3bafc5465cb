internal import CivilTime
internal import EventLog
package import LedgerContexts
internal import Outbox
internal import Projections

/// A thing that waits for its server.
public struct OutboxItemForm: Encodable, Sendable {
    package let item: OutboxItem

    package init(_ item: OutboxItem) {
        self.item = item
    }

    enum CodingKeys: CodingKey {
        case entity, id, account, name, version, status, retryCount, shouldRetry, isLocalOnly, lastAttempt,
            lastSynced, error, serverVersion
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let state = item.row.state
        try container.encode(item.row.entity, forKey: .entity)
        try container.encode(item.row.id.description, forKey: .id)
        try container.encode(item.row.account, forKey: .account)
        try container.encode(item.name, forKey: .name)
        try container.encode(item.version, forKey: .version)
        try container.encode(state.status?.rawValue, forKey: .status)
        try container.encode(state.retryCount, forKey: .retryCount)
        try container.encode(state.shouldRetry, forKey: .shouldRetry)
        try container.encode(state.isLocalOnly, forKey: .isLocalOnly)
        try container.encode(state.lastAttempt?.iso8601, forKey: .lastAttempt)
        try container.encode(state.lastSynced?.iso8601, forKey: .lastSynced)
        try container.encode(state.error, forKey: .error)
        try container.encode(state.versions?.server, forKey: .serverVersion)
    }
}
