import Cryptography
import SQLiteDatabase

extension SQLiteContentBackend {
    // A few at a time: one long read would keep the WAL from being checkpointed.
    func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) throws -> [ContentEntry] {
        switch order {
        case .digest:
            // One index answers: the rows are not read.
            var after = last?.digest.bytes ?? []
            return try page(count) {
                try rows(
                    "digest > \(bind: after) ORDER BY digest LIMIT \(bind: count)", noting: { after = $1 })
            }
        case .arrival:
            var after = last?.number ?? 0
            return try page(count) {
                try rows(
                    "id > \(bind: after) ORDER BY id LIMIT \(bind: count)", noting: { number, _ in after = number })
            }
        }
    }

    /// Asks again where none of the rows that came has a digest: damage is no end.
    private func page(_ count: Int, _ ask: () throws -> [ContentEntry?]) throws -> [ContentEntry] {
        while true {
            let rows = try calling(ask)
            let sound = rows.compactMap { $0 }
            if !sound.isEmpty || rows.isEmpty { return sound }
        }
    }

    private func rows(
        _ condition: SQL, noting note: (_ number: Int64, _ digest: [UInt8]) -> Void
    ) throws -> [ContentEntry?] {
        try connection.rows("SELECT id, digest, size, stored_size FROM content WHERE \(condition)") { row in
            let (number, bytes) = try (row.next(Int64.self), row.next([UInt8].self))
            note(number, bytes)
            let (size, storedSize) = try (row.next(Int64.self), row.next(Int64.self))
            return SHA256Digest(bytes: bytes).map {
                ContentEntry(number: number, digest: $0, size: size, storedSize: storedSize)
            }
        }
    }
}
