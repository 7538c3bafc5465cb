/// The requests about what waits for its server.
enum OutboxRequests {
    static let entries: [RequestEntry] = [
        .query(ListOutbox.self),
        .command(MarkInOutboxRequest.self),
    ]
}
