internal import LedgerKernel

/// The requests about what waits for its server.
enum OutboxRequests {
    static let entries: [RequestEntry] = [
        .query(ListOutbox.self),
        .query(GetLocalNote.self),
        .query(GetLocalFolder.self),
        .command(MarkInOutboxRequest.self),
        .command(MarkSync.self),
    ]
}
