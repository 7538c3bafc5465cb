import Cryptography
import SQLiteDatabase

extension SQLiteContentBackend {
    // Without its dictionary no frame can be read. It is kept in a row and in a file, and a lost or damaged copy is
    // written again from the other, or from the program, before the next content is stored.
    func dictionary() throws -> ContentDictionary? {
        guard hasDictionary else { return nil }
        // A refusal by the system is as good as a loss here: what is read with another dictionary has another digest.
        return (try? rows())?.compactMap { $0 }.first ?? (try? files?.dictionary()) ?? .mail
    }

    func mendDictionary() throws {
        guard hasDictionary else { return }
        let (rows, inFile): ([ContentDictionary?], ContentDictionary?)
        // A refusal says nothing about the copies, and is no reason to store nothing.
        do { (rows, inFile) = try (self.rows(), files?.dictionary()) } catch { return }
        let dictionary = rows.compactMap { $0 }.first ?? inFile ?? .mail
        // Nor is a full disk or another writer.
        if rows.contains(nil) { try? ContentSchema.replaceDictionary(by: dictionary, on: connection) }
        if inFile != dictionary { try? files?.write(dictionary) }
    }

    func faultOfDictionary() throws -> String? {
        guard hasDictionary else { return nil }
        let (rows, inFile) = try (rows(), files?.dictionary())
        let dictionary = rows.compactMap { $0 }.first ?? inFile ?? .mail
        let faults = [
            rows.contains(nil) ? "its row, in \(path)" : nil,
            inFile == dictionary ? nil : files.map { "its file, \($0.path(of: dictionary))" },
        ].compactMap { $0 }
        return faults.isEmpty ? nil : faults.joined(separator: ", and ")
    }

    /// The dictionaries in rows, the latest first; nil for each that is damaged, and for all if they are lost.
    ///
    /// - Throws: What the system or another process refuses, which is no damage.
    private func rows() throws -> [ContentDictionary?] {
        do {
            let rows = try connection.rows("SELECT digest, bytes FROM dictionary ORDER BY number DESC") { row in
                let (digest, bytes) = try (row.next([UInt8].self), row.next([UInt8].self))
                return SHA256Digest(bytes: digest).flatMap { ContentDictionary(bytes: bytes, digest: $0) }
            }
            return rows.isEmpty ? [nil] : rows
        } catch let error as SQLiteError where !error.isBusy && !error.isOfSystem {
            return [nil]
        } catch let error as SQLiteError {
            throw ContentError(error, path: path)
        }
    }
}
