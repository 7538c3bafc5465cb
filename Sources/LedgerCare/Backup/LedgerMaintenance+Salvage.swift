public import Content
public import Cryptography
internal import Domain
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import SQLiteDatabase

/// The result of salvaging a damaged ledger.
public struct SalvageReport: Sendable {
    /// The number of sound events, which went into the new ledger.
    public let events: Int64
    /// The number of events in the damaged log by its own count; nil if that could not be read.
    public let eventsBefore: Int64?
    /// The number of erasures behind the fault that the new ledger records again.
    public let erasures: Int
    /// The fault, and its place.
    public let fault: String
    public let contents: Int
    /// Contents that are damaged or missing.
    public let contentFaults: [ContentFinding]
    /// The root over the sound events.
    public let root: SHA256Digest
    /// Whether the key that signs for the new ledger is there; true for a ledger that has not signed yet.
    public let hasSigningKey: Bool
}

extension LedgerMaintenance {
    /// Makes a ledger from the sound part of a damaged one.
    ///
    /// That is the events up to the last whole transaction before the first fault, and the contents that have their
    /// digests. The damaged ledger stays as it is. The new one has its id and its keys, and an event states what was
    /// lost. If the signing key was changed behind the fault, it is left out: the new ledger cannot sign until it gets
    /// another key, as after a restore without keys. A witness that remembers more reports the loss, rightly.
    ///
    /// Events that were erased are blank. If a sound event behind the fault erased one, the new ledger records that
    /// erasure again. If there is no such event, its log ends before the blank one.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` if the whole log is sound,
    ///   ``DomainError/invalid(field:reason:hint:)`` without a reason, ``EventLogError`` or ``LedgerError`` if nothing
    ///   can be read of the log: then only a backup helps.
    public static func salvage(
        from damaged: LedgerLocation, to location: LedgerLocation, reason: String?,
        environment: LedgerEnvironment = .current()
    ) throws -> SalvageReport {
        guard let reason, !reason.allSatisfy(\.isWhitespace) else {
            throw DomainError.invalid(field: "reason", reason: "a salvage needs one, which the log records")
        }
        guard damaged.hasLog else { throw damaged.refusalWithoutLog }
        let opened = try damaged.openDamagedLog()
        let log = opened.store
        let part = try SalvageablePart(of: log)
        // The fault may be beside the events: in an index, a checkpoint or a guard rail.
        guard let fault = try part.fault ?? opened.obstacle ?? log.faultBesideEvents() else {
            throw DomainError.conflict("the log is not damaged: there is nothing to salvage", hint: .backUp)
        }
        var copied = ContentCopy()
        var (root, hasSigningKey) = (SHA256Digest?.none, true)
        try NewLedger(at: location).make(as: log.identity, environment: environment) { store, content in
            let source = ContentStore.openedIfThere(
                directory: damaged.directory, mode: .readOnly, on: damaged.files)
            if !source.isStandIn { copied = try content.copyContents(from: source) { _, _ in true } }
            root = try store.receive(readableBy: Contexts.builtIn.catalogue) { receiver in
                guard part.end > .start else { return try receiver.finish().root }
                return try receiver.takeAll(of: log, after: .start, through: part.end)
            }
            let lost = ProposedEvent(
                LogSalvaged(events: part.events, fault: fault), target: .noStream, account: .none)
            let context = environment.context(command: "doctor --salvage", reason: reason)
            _ = try store.append(ProposedTransaction([lost] + part.erasures, context: context), ifHead: part.end)
            // The first key or the kept checkpoints may be the damaged part; without these the log is just as sound. A
            // rotation names the key before it.
            let first = try? log.firstVerifier()
            let named = try? store.keyRotations().first.flatMap { NoteVerifier($0.rotation.verifier.old) }
            let isDamaged = named != nil && named != first
            if isDamaged || (try? store.takeSignatures(of: log, through: part.end)) == nil {
                try? store.takeSignatures(verifier: named ?? first, checkpoints: [])
            }
            let verifier = try? store.verifier()
            let isThere = try location.takeKeys(of: damaged, signingBy: verifier)
            hasSigningKey = isThere || verifier == nil
        }
        guard let root else { throw EventLogError.corrupt(fault) }
        return SalvageReport(
            events: part.end.rawValue, eventsBefore: part.events, erasures: part.erasures.count, fault: fault,
            contents: copied.copied, contentFaults: copied.faults, root: root,
            hasSigningKey: hasSigningKey)
    }
}
