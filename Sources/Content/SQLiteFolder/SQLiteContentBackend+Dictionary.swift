import Cryptography
import SQLiteDatabase

extension SQLiteContentBackend {
    // Without its dictionary no frame can be read. It is kept in a row and in a file, and a lost or damaged copy is
    // written again from the other, or from the program, before the next content is stored.
    func dictionary() throws -> ContentDictionary? {
        guard hasDictionary else { return nil }
        // A refusal by the system is as good as a loss here: what is read with another dictionary has another digest.
        return (try? rows())??.compactMap { $0 }.first ?? (try? files?.dictionary()) ?? .mail
    }

    func mendDictionary() throws {
        guard hasDictionary, let rows = try? rows() ?? [nil], let dictionary = try dictionary() else { return }
        // A full disk or another writer is no reason to store nothing.
        if rows.contains(nil) { try? ContentSchema.replaceDictionary(by: dictionary, on: connection) }
        try? files?.keep(dictionary)
    }

    func faultOfDictionary() throws -> String? {
        guard hasDictionary else { return nil }
        let isRowWhole = try rows()?.contains(nil) == false
        guard let dictionary = try dictionary() else { return nil }
        let isFileWhole = try files.map { try $0.dictionary() == dictionary } ?? true
        let faults = [
            isRowWhole ? nil : "its row, in \(path)",
            isFileWhole ? nil : files.map { "its file, \($0.path(of: dictionary))" },
        ].compactMap { $0 }
        return faults.isEmpty ? nil : faults.joined(separator: ", and ")
    }

    /// The dictionaries in rows, the latest first, and nil for each that is damaged; nil if there is none.
    ///
    /// - Throws: What the system or another process refuses, which is no damage.
    private func rows() throws -> [ContentDictionary?]? {
        do {
            let rows = try connection.rows("SELECT digest, bytes FROM dictionary ORDER BY number DESC") { row in
                let (digest, bytes) = try (row.next([UInt8].self), row.next([UInt8].self))
                return SHA256Digest(bytes: digest).flatMap { ContentDictionary(bytes: bytes, digest: $0) }
            }
            return rows.isEmpty ? nil : rows
        } catch let error as SQLiteError where !error.isBusy && !error.isOfSystem {
            return nil
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
    }
}
