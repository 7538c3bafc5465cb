internal import EventLog

extension LedgerWriting {
    /// Refuses a request whose key is in the log already.
    package func requireNew(_ idempotencyKey: String?) throws {
        guard let idempotencyKey else { return }
        if let receipt = try ledger.store.receipt(forIdempotencyKey: idempotencyKey) {
            throw RepeatedRequest(receipt: receipt)
        }
    }
}

/// An earlier request with the same key did it.
struct RepeatedRequest: Error {
    let receipt: Receipt
}
