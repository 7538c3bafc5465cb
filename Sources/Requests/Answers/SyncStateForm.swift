internal import CivilTime
internal import EventLog
internal import Mail

/// The progress of an account with its server.
struct SyncStateForm: Encodable {
    let state: SyncState

    init(_ state: SyncState) {
        self.state = state
    }

    enum CodingKeys: CodingKey { case status, historyID, errorMessage, lastFullSync, lastIncrementalSync }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state.status.rawValue, forKey: .status)
        try container.encode(state.historyID, forKey: .historyID)
        try container.encode(state.errorMessage, forKey: .errorMessage)
        try container.encode(state.lastFullSync?.iso8601, forKey: .lastFullSync)
        try container.encode(state.lastIncrementalSync?.iso8601, forKey: .lastIncrementalSync)
    }
}
