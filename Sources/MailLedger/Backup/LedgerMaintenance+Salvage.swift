public import Content
internal import EventLog
internal import Domain
public import Hashing
internal import Mail
internal import SQLite

/// What was saved of a damaged ledger.
public struct SalvageReport: Sendable {
    /// How many events hold, and went into the new ledger.
    public let events: Int64
    /// How many the damaged log held by its own count; nil where that could not be read.
    public let eventsBefore: Int64?
    /// What did not hold, and where.
    public let fault: String
    public let contents: Int
    /// Contents that are damaged or missing.
    public let contentFaults: [ContentFinding]
    /// The root over the events that hold.
    public let root: SHA256Digest
}

extension LedgerMaintenance {
    /// Makes a ledger of what holds of a damaged one: the events up to the last whole transaction before the first fault, and
    /// the contents that have their digests.
    ///
    /// The damaged ledger stays as it is. The new one has its id and its keys, and an event says what was lost. A witness that
    /// remembers more tells so, rightly.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` where all of the log holds, ``DomainError/invalid(field:reason:hint:)`` without a reason,
    ///   ``EventLogError`` where not even the log's id can be read: then a backup is what is left.
    public static func salvage(
        from damaged: LedgerLocation, to location: LedgerLocation, reason: String?,
        environment: LedgerEnvironment = .current()
    ) throws -> SalvageReport {
        guard let reason, !reason.allSatisfy(\.isWhitespace) else {
            throw DomainError.invalid(field: "reason", reason: "to salvage needs one, for those who ask later")
        }
        guard damaged.hasLog else {
            throw EventLogError.notALedger(path: damaged.directory)
        }
        let log = try damaged.log.openCopy(.readOnly)
        let prefix = try log.soundPrefix()
        // What stands beside the events may be what does not hold: an index, a checkpoint, a guard rail.
        guard let fault = try prefix.fault ?? log.faultBesideEvents() else {
            throw DomainError.conflict("the log holds: there is nothing to salvage", hint: .backUp)
        }
        var copied = ContentCopy()
        var root: SHA256Digest?
        try NewLedger(at: location).make(as: log.identity, environment: environment) { store, content in
            let source = ContentStore.openedIfThere(
                directory: damaged.directory, mode: .readOnly, on: damaged.files)
            if !source.isStandIn { copied = try content.copyContents(from: source) { _, _ in true } }
            root = try store.receive(readableBy: Contexts.builtIn.catalogue) { receiver in
                guard prefix.end > .start else { return try receiver.finish().root }
                return try receiver.takeAll(of: log, after: .start, through: prefix.end)
            }
            let lost = ProposedEvent(
                LogSalvaged(events: prefix.events, fault: fault), target: .noStream, account: .none)
            let context = environment.context(command: "doctor --salvage", reason: reason)
            _ = try store.append(ProposedTransaction([lost], context: context), ifHead: prefix.end)
            // Checkpoints that were kept may be what is damaged; without them the log is as whole.
            try? store.takeSignatures(of: log, through: prefix.end)
            try location.takeKeys(from: damaged.keysDirectory, on: damaged.files)
        }
        guard let root else { throw EventLogError.corrupt(fault) }
        return SalvageReport(
            events: prefix.end.rawValue, eventsBefore: prefix.events, fault: fault, contents: copied.copied,
            contentFaults: copied.faults, root: root)
    }
}
