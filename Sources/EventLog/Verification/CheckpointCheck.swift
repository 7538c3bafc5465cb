internal import Cryptography

/// Holds the keys of a log against each other, and the log against the checkpoints that it kept.
struct CheckpointCheck {
    let store: any LogReading

    /// - Returns: The number of checkpoints that were kept.
    func run(at head: Position) throws -> Int {
        let keys = try keys()
        let kept = try store.keptCheckpoints()
        for (size, text) in kept {
            guard let signed = SignedCheckpoint(text), signed.checkpoint.size == size,
                signed.checkpoint.origin == store.identity.origin
            else { throw Self.fault("the checkpoint of \(size) events is none of this log") }
            guard keys.contains(where: signed.isSigned) else {
                throw Self.unsigned(size)
            }
            guard size <= head.rawValue else {
                throw LogFault(
                    position: head.advanced(by: 1),
                    reason: "the event is missing: a checkpoint of \(size) events was signed")
            }
            guard try store.root(at: Position(size)) == signed.checkpoint.root else {
                throw Self.fault("the first \(size) events are not those of which a checkpoint was signed")
            }
        }
        return kept.count
    }

    /// Follows the keys from the first one on; none without a first one.
    ///
    /// - Throws: ``LogFault`` for the first key that does not follow the one before it.
    func keys() throws -> [NoteVerifier] {
        guard let first = try store.firstVerifier() else { return [] }
        var keys = [first]
        for (position, rotation) in try store.keyRotations() {
            guard let old = keys.last, rotation.verifier.old == old.description,
                let new = NoteVerifier(rotation.verifier.new)
            else { throw LogFault(position: position, reason: "it replaces a key that was not the one that signed") }
            if let endorsement = rotation.endorsement {
                guard let note = SignedNote(endorsement),
                    KeyEndorsement.successor(of: old, in: note) == new
                else { throw LogFault(position: position, reason: "its endorsement does not hold") }
            }
            keys.append(new)
        }
        return keys
    }

    /// The fault of a checkpoint that no key of the log signed.
    static func unsigned(_ size: Int64) -> LogFault {
        fault("the signature of the checkpoint of \(size) events does not hold")
    }

    private static func fault(_ reason: String) -> LogFault {
        LogFault(position: .start, reason: reason)
    }
}
