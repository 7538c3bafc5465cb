internal import Hashing

/// How much of a log holds, from its beginning on.
package struct SoundPrefix: Sendable, Hashable {
    /// The last position of the last whole transaction that holds.
    package let end: Position
    /// How many events the log says that it has; nil where that cannot be read.
    package let events: Int64?
    /// What does not hold behind it; nil where all of it does.
    package let fault: String?
}

extension LogStore {
    /// Reads the log until something does not hold, be it a digest, a leaf or a page of the file.
    ///
    /// - Complexity: O(events that hold).
    package func soundPrefix() throws -> SoundPrefix {
        let head = try headUnlessDamaged()
        var end = Position.start
        var reached = Position.start
        var current: StoredTransaction?
        var fault: String?
        do {
            try forEachItem(after: .start, through: head ?? Position(.max)) { item in
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
                    reached = event.position
                    if let current, reached == current.lastPosition { end = reached }
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
        return SoundPrefix(end: end, events: head?.rawValue, fault: fault)
    }

    /// What does not hold of a log whose events all do, such as an index or a checkpoint; nil where nothing is wrong, and for a log
    /// of an older format, whose tables may be others.
    package func faultBesideEvents() throws -> String? {
        identity.format < LedgerIdentity.newestFormat ? nil : try fault()
    }

    /// Counts the events that hold by themselves wherever they stand, past those that cannot be read; nil where it cannot be
    /// told how far the log went.
    ///
    /// - Complexity: O(events), with a search of its own for each that cannot be read.
    package func readableEvents() throws -> Int64? {
        guard let end = try headUnlessDamaged() ?? unlessDamaged(lastPosition) else { return nil }
        var hasher = SHA256Hasher()
        var count: Int64 = 0
        var reached = Position.start
        while reached < end {
            do {
                try forEach(EventSelection(after: reached, through: end)) { event in
                    reached = event.position
                    if (try? event.check(with: &hasher)) != nil { count += 1 }
                    return true
                }
                return count
            } catch EventLogError.corrupt {
                reached = reached.advanced(by: 1)
            }
        }
        return count
    }

    private func headUnlessDamaged() throws -> Position? {
        try unlessDamaged { try head().position }
    }

    // What the system refuses says nothing about the log, and is told as it is.
    private func unlessDamaged<Output>(_ body: () throws -> Output?) throws -> Output? {
        do {
            return try body()
        } catch EventLogError.corrupt {
            return nil
        }
    }
}
