import Glibc
import Hashing

/// The folder of contents that are too large for the database: `content/ab/ab12…`, a zstd frame each.
///
/// A file is whole or not there: it is written to `content/tmp-…`, synced, and renamed to its digest.
struct ContentFiles {
    let directory: String
    private var folder: String { directory + "/content" }

    private static let temporaryPrefix = "tmp-"

    func path(of digest: SHA256Digest) -> String {
        let hex = digest.hex
        return "\(folder)/\(hex.prefix(2))/\(hex)"
    }

    // MARK: Writing

    /// A file under its temporary name, which is removed unless it is published.
    struct Temporary: ~Copyable {
        let path: String
        let file: Descriptor
        fileprivate(set) var isPublished = false

        deinit {
            if !isPublished { unsafe unlink(path) }
        }
    }

    func makeTemporary() throws(ContentError) -> Temporary {
        if try makeDirectory(folder) { try syncDirectory(directory) }
        let path = "\(folder)/\(Self.temporaryPrefix)\(randomBytes(12).hex)"
        return Temporary(path: path, file: try Descriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW))
    }

    /// Makes the bytes of a file last, gives it its name, and returns the directory that is still to be synced.
    func publish(_ temporary: inout Temporary, as digest: SHA256Digest) throws(ContentError) -> String {
        guard fsync(temporary.file.number) == 0 else { throw .failed("fsync", temporary.path) }
        let subfolder = "\(folder)/\(digest.hex.prefix(2))"
        if try makeDirectory(subfolder) { try syncDirectory(folder) }
        guard unsafe rename(temporary.path, path(of: digest)) == 0 else { throw .failed("rename", temporary.path) }
        temporary.isPublished = true
        return subfolder
    }

    func remove(_ digest: SHA256Digest) {
        unsafe unlink(path(of: digest))
    }

    /// Removes the files of contents, and makes that last.
    func removeForGood(_ digests: Set<SHA256Digest>) throws(ContentError) {
        var folders: Set<String> = []
        for digest in digests where unsafe unlink(path(of: digest)) == 0 {
            folders.insert("\(folder)/\(digest.hex.prefix(2))")
        }
        for folder in folders { try syncDirectory(folder) }
    }

    /// Removes a file by its path within the store, and is false when that fails.
    func remove(path: String) -> Bool {
        unsafe unlink("\(directory)/\(path)") == 0
    }

    /// Removes all contents, and the folder where nothing else is in it.
    func removeAll() {
        for name in (try? directoryEntries(folder)) ?? [] {
            let path = "\(folder)/\(name)"
            for file in (try? directoryEntries(path)) ?? [] { unsafe unlink("\(path)/\(file)") }
            unsafe Glibc.remove(path)
        }
        unsafe rmdir(folder)
    }

    // MARK: Reading

    /// Opens a content's file, or is nil where there is none.
    func open(_ digest: SHA256Digest) throws(ContentError) -> Descriptor? {
        let path = path(of: digest)
        // A pipe put in its place must not block the open.
        do {
            return try Descriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            if case .system(_, _, ENOENT) = error { return nil }
            throw error
        }
    }

    /// Whether a content's file has the size that its row says.
    func isPresent(_ digest: SHA256Digest, storedSize: Int64) -> Bool {
        var status = stat()
        guard unsafe lstat(path(of: digest), &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && Int64(status.st_size) == storedSize
    }

    // MARK: Leftovers

    /// Calls back for each file in the folder that is neither named as expected nor known, by its path within the store.
    ///
    /// `isOwn` is whether the name shows that a store made it.
    func forEachLeftover(
        isKnown: (SHA256Digest) throws -> Bool, _ body: (_ name: String, _ isOwn: Bool) throws -> Bool
    ) throws {
        for name in try directoryEntries(folder) {
            let isSubfolder = name.utf8.count == 2 && [UInt8](hex: name) != nil
            if isSubfolder {
                for file in try directoryEntries("\(folder)/\(name)") {
                    let digest = SHA256Digest(hex: file).flatMap { $0.hex == file && file.hasPrefix(name) ? $0 : nil }
                    if let digest, try isKnown(digest) { continue }
                    guard try body("content/\(name)/\(file)", digest != nil) else { return }
                }
            } else {
                guard try body("content/\(name)", name.hasPrefix(Self.temporaryPrefix)) else { return }
            }
        }
    }
}
