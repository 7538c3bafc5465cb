/// The requests about what waits for its server.
enum OutboxRequests {
    static let queries: [any LedgerQuery.Type] = [ListOutbox.self]
    static let commands: [any LedgerCommand.Type] = [MarkInOutboxRequest.self]
}
