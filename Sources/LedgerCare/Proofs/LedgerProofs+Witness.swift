internal import Cryptography
public import EventLog
public import LedgerHistory
internal import LedgerKernel

/// The sizes of a witness and a ledger that agree.
public struct WitnessStanding: Hashable, Sendable {
    /// The number of events that the witness remembers.
    public let kept: Int64
    /// The number of events in the log.
    public let size: Int64
}

extension LedgerProofs {
    /// Compares the log with the state that a witness remembers.
    ///
    /// - Throws: ``WitnessFault`` for a log that shrank or diverged.
    /// - Complexity: O(log *n*) tiles read.
    @discardableResult
    public func check(witness path: String) throws -> WitnessStanding {
        try check(WitnessFile.read(path, on: ledger.files), at: path)
    }

    private func check(_ witness: WitnessFile, at path: String) throws -> WitnessStanding {
        try check(witness.checkpoint.checkpoint, keptAt: path)
        return WitnessStanding(
            kept: witness.checkpoint.checkpoint.size, size: try ledger.store.head().position.rawValue)
    }

    /// Returns the erasures that a witness of this ledger remembers.
    ///
    /// - Throws: What ``WitnessFile/read(_:)`` throws; ``WitnessFault/otherLog(path:)``.
    public func erasures(rememberedBy path: String) throws -> [ErasureRecord] {
        let witness = try WitnessFile.read(path, on: ledger.files)
        guard isOfThisLog(witness) else { throw WitnessFault.otherLog(path: path) }
        return witness.erasures
    }

    private func isOfThisLog(_ witness: WitnessFile) -> Bool {
        witness.checkpoint.checkpoint.origin == ledger.store.identity.origin
    }

    /// Compares the log with an earlier checkpoint of it.
    func check(_ kept: LogCheckpoint, keptAt path: String) throws {
        guard kept.origin == ledger.store.identity.origin else { throw WitnessFault.otherLog(path: path) }
        let head = try ledger.store.head().position.rawValue
        guard kept.size <= head else { throw WitnessFault.shrank(path: path, kept: kept.size, now: head) }
        do {
            guard try ledger.store.root(at: Position(kept.size)) == kept.root else {
                throw WitnessFault.forked(path: path, kept: kept.size)
            }
        } catch is MerkleError {
            throw WitnessFault.forked(path: path, kept: kept.size)
        }
    }

    /// Makes a witness that remembers the present state of the log.
    public func addWitness(at path: String, overwriting: Bool = false) throws -> WitnessStanding {
        let checkpoint = try signCheckpoint()
        guard let key = try verifier() else { throw SigningKeyError.missing(path: path) }
        var witness = WitnessFile(key: key, checkpoint: checkpoint)
        // A log that was restored may not know the erasures that the replaced witness remembers.
        if overwriting, let former = try? WitnessFile.read(path, on: ledger.files), isOfThisLog(former) {
            witness.remember(former.erasures)
        }
        witness.remember(try erasureRecords())
        try PortableFile.write(witness.text, to: path, overwriting: overwriting, on: ledger.files)
        return WitnessStanding(kept: checkpoint.checkpoint.size, size: checkpoint.checkpoint.size)
    }

    /// Compares the log with a witness, and stores the present state of the log in it.
    ///
    /// - Throws: ``WitnessFault``; the witness then stays unchanged.
    @discardableResult
    public func update(witness path: String) throws -> WitnessStanding {
        var witness = try WitnessFile.read(path, on: ledger.files)
        let standing = try check(witness, at: path)
        // A checkpoint that a witness gets with every change is not worth a row of the log's file each time.
        let checkpoint = try signCheckpoint(isKept: false)
        guard let key = try verifier() else { throw SigningKeyError.missing(path: path) }
        if key != witness.key {
            guard try ledger.store.keyChain().keys.contains(witness.key) else {
                throw WitnessFault.keyNotEndorsed(path: path)
            }
        }
        guard witness.checkpoint != checkpoint || witness.key != key else { return standing }
        // A witness from a program that did not remember erasures has none of them.
        let known = Position(witness.erasures.isEmpty ? 0 : standing.kept)
        witness.remember(try erasureRecords(after: known))
        witness.key = key
        witness.checkpoint = checkpoint
        try NewFile.replace(path, with: Array(witness.text.utf8), on: ledger.files)
        return WitnessStanding(kept: checkpoint.checkpoint.size, size: checkpoint.checkpoint.size)
    }
}

extension LedgerProofs {
    /// Returns the erasures after a position, in the order of recording.
    ///
    /// A backup that is older than the last of them still has the erased things;
    /// ``LedgerErasure/reapply(_:context:progress:)`` repeats the erasures in a ledger restored from it.
    public func erasureRecords(after position: Position = .start) throws -> [ErasureRecord] {
        try ledger.store.erasureRecords(after: position, by: ledger.stores.contexts)
    }
}
