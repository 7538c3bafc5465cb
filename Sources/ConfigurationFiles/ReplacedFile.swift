internal import DiskFiles

/// Replaces a file so that a reader sees the old one or the new one, and never a part.
enum ReplacedFile {
    private static let files: any Files = KernelFiles.shared

    /// Lets `contents` make the new bytes while nobody else replaces a file of that folder; nil leaves the file
    /// unchanged.
    ///
    /// A symbolic link stays: its target is replaced.
    static func replace(
        _ path: String, contents: () throws(ConfigurationError) -> [UInt8]?
    ) throws(ConfigurationError) -> Bool {
        let target = files.resolved(path) ?? path
        let folder = FilePath(target).folder
        makeFolders(folder.text)
        // The lock ends with the process; a folder needs no file for it.
        let lock = try accessing { () throws(FileError) in
            let lock = try SharedFile(files, folder, .folder)
            _ = try lock.lock(.exclusive, waits: true)
            return lock
        }
        defer { withExtendedLifetime(lock) {} }
        if let status = try? files.status(of: target), !status.isRegular {
            throw .inaccessible(path: path, reason: "this is not a regular file")
        }
        guard let bytes = try contents() else { return false }
        try accessing { () throws(FileError) in
            // Nobody uses the leftover file: the lock is held.
            try files.replace(target, with: bytes, aside: target + ".new", ownedLikeFolder: files.user.real == 0)
        }
        return true
    }

    /// Makes the folder and its missing parents, for its owner only; opening it reveals any failure.
    private static func makeFolders(_ folder: String) {
        var path = folder.hasPrefix("/") ? "" : "."
        for component in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/" + component
            guard (try? files.makeFolder(FilePath(path), in: nil)) != nil, files.user.real == 0,
                let made = try? File(files, path, .folder, links: .refused)
            else { continue }
            files.giveToOwner(ofFolder: FilePath(parent), made.handle)
        }
    }

    private static func accessing<Output>(
        _ body: () throws(FileError) -> Output
    ) throws(ConfigurationError) -> Output {
        do throws(FileError) { return try body() } catch { throw .inaccessible(path: error.path, reason: error.reason) }
    }
}
