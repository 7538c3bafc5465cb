internal import Cryptography

/// The sound beginning of a log.
package struct SoundPrefix: Sendable, Hashable {
    /// The last position of the last whole transaction that is sound.
    package let end: Position
    /// The number of events that the log claims to have, by its transactions or its events; nil if that cannot be read.
    package let events: Int64?
    /// The first fault behind it; nil if the whole log is sound.
    package let fault: String?
}

extension LogStore {
    /// Reads the log up to the first fault, be it a digest, a leaf or a page of the file.
    ///
    /// - Complexity: O(sound events).
    package func soundPrefix() throws -> SoundPrefix {
        let head = try headUnlessDamaged()
        var end = Position.start
        var reached = Position.start
        var current: StoredTransaction?
        var fault: String?
        do {
            // Beyond the last transaction, too: its row may be the damaged one.
            try forEachItem(after: .start, through: Position(.max)) { item in
                switch item {
                case .transaction(let transaction):
                    guard reached == end, transaction.firstPosition == end.advanced(by: 1) else {
                        throw LogFault(position: end.advanced(by: 1), reason: "the event is missing")
                    }
                    current = transaction
                case .event(let event, _):
                    guard event.position == reached.advanced(by: 1) else {
                        throw LogFault(position: reached.advanced(by: 1), reason: "the event is missing")
                    }
                    guard let transaction = current, event.position <= transaction.lastPosition else {
                        // Its row is damaged: it does not end where it says.
                        if let first = current?.firstPosition { end = Position(first.rawValue - 1) }
                        throw LogFault(position: event.position, reason: "its transaction has fewer events")
                    }
                    reached = event.position
                    if reached == transaction.lastPosition { end = reached }
                }
            }
            if reached != end || reached < head ?? reached {
                fault = "position \(reached.advanced(by: 1)): the event is missing"
            }
        } catch let found as LogFault {
            fault = found.description
        } catch EventLogError.corrupt(let reason) {
            fault = "position \(reached.advanced(by: 1)): \(reason)"
        }
        if fault == nil, head == nil { fault = "the end of the log cannot be read" }
        return SoundPrefix(end: end, events: try claimedEnd(head)?.rawValue, fault: fault)
    }

    /// The first fault of a log whose events are all sound, such as an index or a checkpoint; nil if there is none.
    ///
    /// It is also nil for a log of an older format, whose tables may differ.
    package func faultBesideEvents() throws -> String? {
        identity.format < LedgerIdentity.newestFormat ? nil : try fault()
    }

    /// Counts the events that are sound by themselves, skipping those that cannot be read; nil if the log's end is
    /// unknown.
    ///
    /// - Complexity: O(events), with a search of its own for each that cannot be read.
    package func readableEvents() throws -> Int64? {
        guard let end = try claimedEnd(headUnlessDamaged()) else { return nil }
        var hasher = SHA256Hasher()
        var count: Int64 = 0
        var reached = Position.start
        while reached < end {
            do {
                try forEach(EventSelection(after: reached, through: end)) { event in
                    // A row that is not in its place was counted, or will be.
                    guard event.position > reached else { return true }
                    reached = event.position
                    if (try? event.check(with: &hasher)) != nil { count += 1 }
                    return reached < end
                }
                return count
            } catch EventLogError.corrupt {
                reached = reached.advanced(by: 1)
            }
        }
        return count
    }

    /// The end by the transactions or by the events, whichever is later; nil if neither can be read.
    private func claimedEnd(_ head: Position?) throws -> Position? {
        let last = try unlessDamaged(lastPosition)
        return [head, last].compactMap { $0 }.max()
    }

    private func headUnlessDamaged() throws -> Position? {
        try unlessDamaged { try head().position }
    }

    /// Returns what a closure reads; nil if the log is damaged there.
    ///
    /// A refusal by the system says nothing about the log, and is thrown unchanged.
    package func unlessDamaged<Output>(_ body: () throws -> Output?) throws -> Output? {
        do {
            return try body()
        } catch EventLogError.corrupt {
            return nil
        }
    }
}
