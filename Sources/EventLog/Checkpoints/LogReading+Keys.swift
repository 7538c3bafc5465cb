public import Cryptography

extension LogReading {
    /// Returns the length and the root hash of the first *n* events, as a checkpoint states them.
    ///
    /// - Complexity: O(log *n*) tiles read.
    public func checkpoint(at position: Position) throws -> LogCheckpoint {
        LogCheckpoint(origin: identity.origin, size: position.rawValue, root: try root(at: position))
    }

    // MARK: Keys

    /// Returns the key with which checkpoints are signed now; nil if there has been none.
    public func verifier() throws -> NoteVerifier? {
        guard let last = try keyRotations().last else { return try firstVerifier() }
        return try makeVerifier(last.rotation.verifier.new)
    }

    /// Returns the keys that lead to the one that signs now, itself last, and the notes by which each names the next.
    ///
    /// A key whose predecessor was lost is where a chain begins.
    public func keyChain() throws -> (keys: [NoteVerifier], endorsements: [SignedNote]) {
        var keys = try firstVerifier().map { [$0] } ?? []
        var endorsements: [SignedNote] = []
        for (_, rotation) in try keyRotations() {
            let next = try makeVerifier(rotation.verifier.new)
            if let last = keys.last, let note = rotation.endorsement.flatMap({ SignedNote($0) }),
                KeyEndorsement.successor(of: last, in: note) == next
            {
                keys.append(next)
                endorsements.append(note)
            } else {
                (keys, endorsements) = ([next], [])
            }
        }
        return (keys, endorsements)
    }

    package func makeVerifier(_ text: String) throws -> NoteVerifier {
        guard let verifier = NoteVerifier(text), verifier.name == identity.origin else {
            throw EventLogError.corrupt("a key that it names is none of its own")
        }
        return verifier
    }
}
