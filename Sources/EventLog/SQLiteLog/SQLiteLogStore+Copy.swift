package import Cryptography
internal import DiskFiles
internal import SQLiteDatabase

extension SQLiteLogStore {
    /// Makes a copy of another log: with its identity, and with what the closure copies.
    ///
    /// The file has its name once the closure returns; if the closure throws, nothing exists.
    static func makeCopy(
        of identity: LedgerIdentity, at path: String, environment: LogEnvironment = .system, on files: any Files,
        _ fill: (any LogStore) throws -> Void
    ) throws {
        try makeFile(at: path, on: files) { connection, unnamed in
            try initialize(connection, as: identity)
            try fill(SQLiteLogStore(connection: connection, path: path, at: unnamed, environment: environment))
        }
    }

    /// Opens a log to copy from or to, also one of an older format: nothing decodes its events.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` for one whose tables may be others.
    static func openCopy(
        at path: String, access: LogAccess, on files: any Files = KernelFiles.shared
    ) throws -> SQLiteLogStore {
        try openAny(at: path, access: access, isCopy: true, on: files)
    }

    // A number in the head of the file, which no table of format 1 has room for (sqlite.org/pragma.html#pragma_user_version).
    package func isRestored() throws -> Bool {
        try mappingErrors { try connection.first("PRAGMA user_version") { try $0.next(Int64.self) } == 1 }
    }

    package func setRestored(_ isRestored: Bool) throws {
        try mappingErrors {
            _ = try connection.run(isRestored ? "PRAGMA user_version = 1" : "PRAGMA user_version = 0")
        }
    }

    package func appendLeaves(_ leaves: [SHA256Digest], toTreeOf size: Int64) throws {
        try mappingErrors {
            var tree = MerkleTree(SQLiteTiles(connection), size: size)
            try tree.append(leaves)
        }
    }
}
