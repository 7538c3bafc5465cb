public import Cryptography
internal import SQLiteDatabase

/// The contents of a read model as one number, equal for programs with the same rules at the same position of a log.
public struct ReadModelDigest: Sendable, Hashable {
    public let name: String
    /// The version of the rules; nil for what all read models share.
    public let version: Int?
    public let rows: Int
    /// SHA-256 over the names of the tables and of their columns, and over every value in the order of the tables' keys.
    public let digest: SHA256Digest
}

extension ReadModelDigest {
    /// Computes the digests of all read models of a database, as `Docs/ReadModels.md` describes them.
    ///
    /// - Complexity: Linear in the rows.
    static func all(on connection: Connection) throws -> [ReadModelDigest] {
        try ReadModelTables.models(on: connection).map { model in
            var hasher = SHA256Hasher()
            var count = 0
            for table in model.tables {
                let key = try ReadModelTables.key(of: table, on: connection)
                let rows = try ReadModelTables.cursor(table, key: key, on: connection)
                let columns = rows.columnNames
                hasher.update(Array("table \(table) \(columns.joined(separator: " "))\n".utf8))
                while try rows.step() {
                    count += 1
                    try rows.withRow { row in
                        for _ in columns { hasher.update(try row.next(Value.self).canonicalBytes) }
                    }
                    hasher.update([UInt8(ascii: "\n")])
                }
            }
            return ReadModelDigest(name: model.name, version: model.version, rows: count, digest: hasher.finalize())
        }
    }
}

extension Value {
    /// A letter for the storage class and the value, so that no two rows have the same bytes.
    fileprivate var canonicalBytes: [UInt8] {
        switch self {
        case .null: Array("n;".utf8)
        case .integer(let integer): Array("i\(integer);".utf8)
        case .real(let real): Array("r\(real.bitPattern);".utf8)
        case .text(let text): Array("t\(text.utf8.count):".utf8) + Array(text.utf8)
        case .blob(let blob): Array("b\(blob.count):".utf8) + blob
        }
    }
}
