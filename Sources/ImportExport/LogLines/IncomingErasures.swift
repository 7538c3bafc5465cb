internal import Cryptography
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail

/// Erasures in events from another copy of a log that this one still has to carry out.
struct IncomingErasures {
    /// Transactions that came without who and why.
    private var headers: [Int64]
    private var erasing: [StoredEvent] = []

    init(headers: [Int64]) {
        self.headers = headers
    }

    mutating func take(_ item: LogItem, isNew: Bool) {
        switch item {
        case .transaction(let transaction):
            if !isNew, transaction.header == nil { headers.append(transaction.number) }
        case .event(let event, _):
            if isNew, event.type.isErasing { erasing.append(event) }
        }
    }

    /// Blanks the erased events, records the remaining steps, and returns the number of blanked events.
    ///
    /// Called under the writer's lock, after all events were taken: no event about a thing follows its erasure.
    ///
    /// - Parameter removing: Contents that came with the lines, and belong to events that are blank here.
    /// - Throws: ``LogFault`` if something is blank that no event erases.
    func blank(
        in store: any LogStore, removing returned: Set<SHA256Digest>, viewsGeneration: Int64
    ) throws -> Int {
        let accounts = Set(erasing.map(\.stream)).intersection(erasing.map(\.account))
        let streams = Set(erasing.filter { !accounts.contains($0.account) }.map(\.stream))
        let selections = accounts.map { EventSelection(account: $0) } + streams.map { EventSelection(stream: $0) }
        var contents = returned
        for selection in selections {
            try store.forEach(selection) { stored in
                guard stored.payload != nil else { return true }
                try store.decoding {
                    contents.formUnion(try ContentReferences.digests(in: stored, by: Contexts.builtIn.catalogue))
                }
                return true
            }
        }
        let known = Set(try store.blankHeaders(through: store.head().transaction))
        let headers = headers.filter { !known.contains($0) }
        let blanked = try store.blank(
            accounts.map { .account($0) } + streams.map { .stream($0) }, before: erasing.last?.position ?? .start,
            includingSharedHeaders: false)
        try store.blankHeaders(headers)
        try store.verifyErasures()
        if blanked.events > 0 || !headers.isEmpty || !returned.isEmpty {
            try store.beginErasureWork(contents: contents, viewsGeneration: viewsGeneration)
        }
        return blanked.events
    }
}
