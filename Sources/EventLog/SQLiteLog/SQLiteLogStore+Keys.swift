package import Cryptography
internal import SQLiteDatabase

extension SQLiteLogStore {
    // MARK: Keys

    package func firstVerifier() throws -> NoteVerifier? {
        let text = try mappingErrors {
            try connection.first("SELECT verifier FROM ledger") { try $0.next(String?.self) } ?? nil
        }
        return try text.map(makeVerifier)
    }

    package func setFirstVerifier(_ verifier: NoteVerifier) throws {
        try withWriterLock {
            _ = try mappingErrors {
                try connection.run("UPDATE ledger SET verifier = \(bind: verifier.description) WHERE verifier IS NULL")
            }
        }
    }

    package func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] {
        let rows = try mappingErrors {
            try connection.rows(
                "SELECT position, payload FROM events WHERE type = 'ledger.key-rotated' ORDER BY position"
            ) { try ($0.next(Position.self), $0.next([UInt8].self)) }
        }
        return try decoding { try rows.map { ($0, try KeyRotated(payload: $1, at: $0)) } }
    }

    // MARK: What was signed

    package func keep(_ checkpoint: SignedCheckpoint) throws {
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

    package func keptCheckpoints() throws -> [(size: Int64, note: String)] {
        try mappingErrors {
            try connection.rows("SELECT size, note FROM checkpoints ORDER BY size") { try ($0.next(), $0.next()) }
        }
    }
}
