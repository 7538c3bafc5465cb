internal import EventLog

extension Ledger {
    /// Refuses a request whose key is in the log already.
    func requireNew(_ idempotencyKey: String?) throws {
        guard let idempotencyKey else { return }
        if let receipt = try store.receipt(forIdempotencyKey: idempotencyKey) {
            throw RepeatedRequest(receipt: receipt)
        }
    }
}

/// An earlier request with the same key did it.
struct RepeatedRequest: Error {
    let receipt: Receipt
}
