public import EventLog
internal import Signing

/// How a witness and a ledger stand to each other, where nothing is wrong.
public struct WitnessStanding: Hashable, Sendable {
    /// How many events the witness remembers.
    public let kept: Int64
    /// How many the log has.
    public let size: Int64
}

extension LedgerProofs {
    /// Holds the log against what a witness remembers.
    ///
    /// - Throws: ``WitnessFault`` for a log that shrank or went another way.
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

    /// Returns what a witness of this ledger remembers to be erased.
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

    /// Holds the log against what it was.
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

    /// Makes a witness that remembers the log as it is now.
    public func addWitness(at path: String, overwriting: Bool = false) throws -> WitnessStanding {
        let checkpoint = try signCheckpoint()
        guard let key = try verifier() else { throw SigningKeyError.missing(path: path) }
        var witness = WitnessFile(key: key, checkpoint: checkpoint)
        // What one that is replaced knows of this ledger's erasures, a log that was put back may not know.
        if overwriting, let former = try? WitnessFile.read(path, on: ledger.files), isOfThisLog(former) {
            witness.remember(former.erasures)
        }
        witness.remember(try erasureRecords())
        try PortableFile.write(witness.text, to: path, overwriting: overwriting, on: ledger.files)
        return WitnessStanding(kept: checkpoint.checkpoint.size, size: checkpoint.checkpoint.size)
    }

    /// Holds the log against a witness, and lets it remember the log as it is now.
    ///
    /// - Throws: ``WitnessFault``; the witness is then left as it was.
    @discardableResult
    public func update(witness path: String) throws -> WitnessStanding {
        var witness = try WitnessFile.read(path, on: ledger.files)
        let standing = try check(witness, at: path)
        // What is given to a witness with every change is not worth a row of the log's file each.
        let checkpoint = try signCheckpoint(isKept: false)
        guard let key = try verifier() else { throw SigningKeyError.missing(path: path) }
        if key != witness.key {
            guard try ledger.store.keyChain().keys.contains(witness.key) else {
                throw WitnessFault.keyNotEndorsed(path: path)
            }
        }
        guard witness.checkpoint != checkpoint || witness.key != key else { return standing }
        // One that was made by a program before erasures were remembered has none of them.
        let known = Position(witness.erasures.isEmpty ? 0 : standing.kept)
        witness.remember(try erasureRecords(after: known))
        witness.key = key
        witness.checkpoint = checkpoint
        try NewFile.replace(path, with: Array(witness.text.utf8), on: ledger.files)
        return WitnessStanding(kept: checkpoint.checkpoint.size, size: checkpoint.checkpoint.size)
    }
}

extension LedgerProofs {
    /// Returns what was erased after a position, in the order of recording.
    ///
    /// A backup that is older than the last of them has yet what they took away; ``LedgerErasure/reapply(_:context:progress:)`` holds a
    /// ledger that it brings back to them.
    public func erasureRecords(after position: Position = .start) throws -> [ErasureRecord] {
        try ledger.store.erasureRecords(after: position, by: ledger.contexts)
    }
}
