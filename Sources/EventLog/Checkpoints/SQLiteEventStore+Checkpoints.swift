internal import JSONCoding
internal import SQLite
public import Signing

extension SQLiteEventStore {
    /// Returns what a checkpoint of the first so many events says.
    ///
    /// - Complexity: O(log *n*) tiles read.
    public func checkpoint(at position: Position) throws -> LogCheckpoint {
        LogCheckpoint(origin: identity.origin, size: position.rawValue, root: try root(at: position))
    }

    // MARK: Keys

    /// Returns the key with which the checkpoints were signed at first; nil where there has been none.
    public func firstVerifier() throws -> NoteVerifier? {
        let text = try mappingErrors {
            try connection.first("SELECT verifier FROM ledger") { try $0.next(String?.self) } ?? nil
        }
        return try text.map(verifier)
    }

    /// Records the first key; one that is recorded already stays.
    public func setFirstVerifier(_ verifier: NoteVerifier) throws {
        try withWriterLock {
            _ = try mappingErrors {
                try connection.run("UPDATE ledger SET verifier = \(bind: verifier.description) WHERE verifier IS NULL")
            }
        }
    }

    /// Returns every change of the key, in order.
    ///
    /// - Complexity: Linear in the number of changes; an index has them.
    public func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] {
        let rows = try mappingErrors {
            try connection.rows(
                "SELECT position, payload FROM events WHERE type = 'ledger.key-rotated' ORDER BY position"
            ) { try ($0.next(Position.self), $0.next([UInt8].self)) }
        }
        return try rows.map { position, payload in
            do {
                return (position, try JSONBytesDecoder().decode(KeyRotated.self, from: payload))
            } catch {
                throw EventLogError.undecodable(KeyRotated.type, at: position, reason: String(describing: error))
            }
        }
    }

    /// Returns the key with which checkpoints are signed now; nil where there has been none.
    public func verifier() throws -> NoteVerifier? {
        guard let last = try keyRotations().last else { return try firstVerifier() }
        return try verifier(last.rotation.verifier.new)
    }

    /// Returns the keys that lead to the one that signs now, itself last, and the notes by which each names the next.
    ///
    /// A key whose predecessor was lost is where a chain begins.
    public func keyChain() throws -> (keys: [NoteVerifier], endorsements: [SignedNote]) {
        var keys = try firstVerifier().map { [$0] } ?? []
        var endorsements: [SignedNote] = []
        for (_, rotation) in try keyRotations() {
            let next = try verifier(rotation.verifier.new)
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

    private func verifier(_ text: String) throws -> NoteVerifier {
        guard let verifier = NoteVerifier(text), verifier.name == identity.origin else {
            throw EventLogError.corrupt("a key that it names is none of its own")
        }
        return verifier
    }

    // MARK: What was signed

    /// Keeps a checkpoint that was given away, so that the log can be held against it.
    public func keep(_ checkpoint: SignedCheckpoint) throws {
        try withWriterLock {
            _ = try mappingErrors {
                try connection.run(
                    """
                    INSERT INTO checkpoints VALUES (\(bind: checkpoint.checkpoint.size), \(bind: checkpoint.note.description))
                    ON CONFLICT DO UPDATE SET note = excluded.note
                    """)
            }
        }
    }

    /// Returns the checkpoints that were kept, by size, as they are stored.
    public func keptCheckpoints() throws -> [(size: Int64, note: String)] {
        try mappingErrors {
            try connection.rows("SELECT size, note FROM checkpoints ORDER BY size") { try ($0.next(), $0.next()) }
        }
    }
}
