import Cryptography
import SQLiteDatabase

extension SQLiteContentBackend {
    // Without its dictionary no frame can be read. It is kept in a row and in a file, and a lost or damaged copy is
    // written again from the other, or from the program, before the next content is stored.
    func dictionary() throws -> ContentDictionary? {
        guard hasDictionary else { return nil }
        return dictionaryInRow() ?? files?.dictionary() ?? .mail
    }

    func mendDictionary() throws {
        guard hasDictionary else { return }
        let inRow = dictionaryInRow()
        guard let dictionary = try inRow ?? dictionary() else { return }
        // A full disk or another writer is no reason to store nothing.
        if inRow == nil { try? ContentSchema.insert(dictionary, on: connection) }
        try? files?.keep(dictionary)
    }

    func faultOfDictionary() throws -> String? {
        guard hasDictionary else { return nil }
        guard let inRow = dictionaryInRow() else { return "its row, in \(path)" }
        return files.flatMap { $0.dictionary() == inRow ? nil : "its file, \($0.path(of: inRow))" }
    }

    /// The dictionary in its row; nil if that is lost or damaged.
    private func dictionaryInRow() -> ContentDictionary? {
        try? connection.first("SELECT digest, bytes FROM dictionary ORDER BY number DESC LIMIT 1") { row in
            let (digest, bytes) = try (row.next([UInt8].self), row.next([UInt8].self))
            return SHA256Digest(bytes: digest).flatMap { ContentDictionary(bytes: bytes, digest: $0) }
        } ?? nil
    }
}
