import Cryptography
import DiskFiles

/// The folder of contents that are too large for the database: `content/ab/ab12…`, a zstd frame each.
///
/// A file is whole or not there: it is written to `content/tmp-…`, synced, and renamed to its digest.
struct ContentFiles {
    let files: any Files
    let directory: String
    private var folder: String { directory + "/content" }

    private static let temporaryPrefix = "tmp-"
    private static let dictionaryPrefix = "dictionary-"

    func path(of digest: SHA256Digest) -> String {
        let hex = digest.hex
        return "\(folder)/\(hex.prefix(2))/\(hex)"
    }

    // MARK: Writing

    /// A file under its temporary name, which is removed unless it is published.
    struct Temporary: ~Copyable {
        let file: File
        fileprivate(set) var isPublished = false

        deinit {
            if !isPublished { try? file.files.remove(file.path) }
        }
    }

    func makeTemporary() throws(ContentError) -> Temporary {
        try onDisk { () throws(FileError) in
            if try files.makePrivateFolder(folder) { try files.syncFolder(FilePath(directory)) }
            let path = "\(folder)/\(Self.temporaryPrefix)\(files.uniqueNumber())"
            return Temporary(file: try File(files, path, .createNew, links: .refused))
        }
    }

    /// Makes the bytes of a file last, gives it its name, and returns the directory that is still to be synced.
    func publish(_ temporary: inout Temporary, as digest: SHA256Digest) throws(ContentError) -> String {
        let subfolder = "\(folder)/\(digest.hex.prefix(2))"
        do throws(FileError) {
            try temporary.file.sync()
            if try files.makePrivateFolder(subfolder) { try files.syncFolder(FilePath(folder)) }
            try files.rename(temporary.file.path, to: path(of: digest))
        } catch {
            throw ContentError(error)
        }
        temporary.isPublished = true
        return subfolder
    }

    func remove(_ digest: SHA256Digest) {
        try? files.remove(path(of: digest))
    }

    /// Removes a file by its path within the store, and is false when that fails.
    func remove(below path: String) -> Bool {
        remove(path: "\(directory)/\(path)")
    }

    private func remove(path: String) -> Bool {
        do throws(FileError) { try files.remove(path) } catch { return false }
        return true
    }

    /// Makes the names in a folder last.
    func syncNames(in folder: String) throws(ContentError) {
        try onDisk { () throws(FileError) in try files.syncFolder(FilePath(folder)) }
    }

    /// Removes all contents, and the folder where nothing else is in it.
    func removeAll() {
        for name in (try? names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            for file in (try? names(in: path)) ?? [] { try? files.remove("\(path)/\(file)") }
            if !remove(path: path) { try? files.removeFolder(path) }
        }
        try? files.removeFolder(folder)
    }

    // MARK: Reading

    /// Opens a content's file, or is nil if there is none.
    func open(_ digest: SHA256Digest) throws(ContentError) -> File? {
        do throws(FileError) {
            return try File(files, path(of: digest), .read, links: .refused)
        } catch {
            if error.code == .notThere { return nil }
            throw ContentError(error)
        }
    }

    /// Whether a content's file has the size that its row says.
    func isPresent(_ digest: SHA256Digest, storedSize: Int64) -> Bool {
        guard let status = try? files.status(of: path(of: digest), links: .refused) else { return false }
        return status.isRegular && status.size == storedSize
    }

    // MARK: The dictionary

    /// The path of a dictionary's copy, which is named by its digest.
    func path(of dictionary: ContentDictionary) -> String {
        "\(folder)/\(Self.dictionaryPrefix)\(dictionary.digest.hex)"
    }

    /// The dictionary that is kept beside the database; nil if it is lost or damaged.
    ///
    /// - Throws: What the system refuses, which is no damage.
    func dictionary() throws(ContentError) -> ContentDictionary? {
        for name in try names(in: folder) {
            guard let digest = Self.digest(ofDictionary: name) else { continue }
            let path = "\(folder)/\(name)"
            let status = try onDisk { () throws(FileError) in try files.status(of: path, links: .refused) }
            // Something else than a file in its place is damage, and so is a file that is too large.
            guard status.isRegular, status.size <= 1 << 20 else { continue }
            let bytes = try onDisk { () throws(FileError) in try files.contents(of: path, links: .refused) }
            if let dictionary = bytes.flatMap({ ContentDictionary(bytes: $0, digest: digest) }) { return dictionary }
        }
        return nil
    }

    private static func digest(ofDictionary name: String) -> SHA256Digest? {
        name.hasPrefix(dictionaryPrefix) ? SHA256Digest(hex: String(name.dropFirst(dictionaryPrefix.count))) : nil
    }

    /// Writes the copy of a dictionary.
    func write(_ dictionary: ContentDictionary) throws(ContentError) {
        try onDisk { () throws(FileError) in
            if try files.makePrivateFolder(folder) { try files.syncFolder(FilePath(directory)) }
            try files.replace(
                path(of: dictionary), with: dictionary.bytes,
                aside: "\(folder)/\(Self.temporaryPrefix)\(files.uniqueNumber())")
        }
    }

    // MARK: Leftovers

    /// Calls back for each file in the folder that is neither named as expected nor known, by its path within the store.
    ///
    /// `isOwn` is whether the name shows that a store made it.
    func forEachLeftover(
        isKnown: (SHA256Digest) throws -> Bool, _ body: (_ name: String, _ isOwn: Bool) throws -> Bool
    ) throws {
        for name in try names(in: folder) {
            let isSubfolder = name.utf8.count == 2 && [UInt8](hex: name) != nil
            if isSubfolder {
                for file in try names(in: "\(folder)/\(name)") {
                    let digest = SHA256Digest(hex: file).flatMap { $0.hex == file && file.hasPrefix(name) ? $0 : nil }
                    if let digest, try isKnown(digest) { continue }
                    guard try body("content/\(name)/\(file)", digest != nil) else { return }
                }
            } else if Self.digest(ofDictionary: name) == nil {
                guard try body("content/\(name)", name.hasPrefix(Self.temporaryPrefix)) else { return }
            }
        }
    }

    /// The names in a folder, sorted; none if there is no folder.
    private func names(in folder: String) throws(ContentError) -> [String] {
        do throws(FileError) {
            return try files.names(in: folder).sorted()
        } catch {
            if error.code.meansNothingThere { return [] }
            throw ContentError(error)
        }
    }
}

extension Files {
    /// Makes a folder of mode 0700 whatever the umask, and is false when one is there already.
    func makePrivateFolder(_ path: String) throws(FileError) -> Bool {
        let isNew = try makeFolderIfMissing(path)
        if isNew { try setPermissions(0o700, of: path) }
        return isNew
    }
}
