/// The calls with paths as texts, relative to the working directory, with links followed.
extension Files {
    public func status(of path: String, links: LinkRule = .followed) throws(FileError) -> FileStatus {
        try status(of: FilePath(path), in: nil, links: links)
    }

    public func rename(_ old: String, to new: String) throws(FileError) {
        try rename(FilePath(old), in: nil, to: FilePath(new), in: nil)
    }

    public func link(_ old: String, to new: String) throws(FileError) {
        try link(FilePath(old), in: nil, to: FilePath(new), in: nil)
    }

    public func remove(_ path: String) throws(FileError) {
        try remove(FilePath(path), in: nil)
    }

    public func removeFolder(_ path: String) throws(FileError) {
        try removeFolder(FilePath(path), in: nil)
    }

    public func setPermissions(_ permissions: UInt32, of path: String) throws(FileError) {
        try setPermissions(permissions, of: FilePath(path))
    }

    /// Whether something is there to which this user has such access.
    public func allows(_ access: FileAccess, of path: String) -> Bool {
        do throws(FileError) { try allows(access, of: FilePath(path)) } catch { return false }
        return true
    }

    /// Whether something is there, or at the target of a link.
    public func exists(_ path: String) -> Bool { allows(.exists, of: path) }

    /// Whether a folder is there, or at the target of a link.
    public func isFolder(_ path: String) -> Bool { (try? status(of: path))?.isFolder ?? false }

    /// The size of a file in bytes; nil if there is none.
    public func size(of path: String) -> Int64? { (try? status(of: path))?.size }

    /// Removes a file, and returns whether one was there.
    ///
    /// - Throws: The error that prevents the removal of an existing file.
    @discardableResult
    public func removeIfThere(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            try remove(path)
        } catch {
            guard error.code == .notThere else { throw error }
            return false
        }
        return true
    }

    /// Makes a folder for its owner only, and returns whether it was missing.
    @discardableResult
    public func makeFolderIfMissing(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            try makeFolder(FilePath(path), in: nil)
        } catch {
            guard error.code == .taken, isFolder(path) else { throw error }
            return false
        }
        return true
    }

    /// Returns a path from the root without links, `.` and `..`; nil if nothing is there.
    public func resolved(_ path: String) -> String? {
        let path = FilePath(path)
        return (try? resolved(path))?.text
    }
}

/// Operations that combine several calls.
extension Files {
    /// The names of a folder's entries, in no particular order.
    public func names(in folder: String) throws(FileError) -> [String] {
        let opened = try File(self, folder, .folder)
        var names: [String] = []
        try forEachEntry(of: opened.handle) { name, _ in
            names.append(unsafe name.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
            return true
        }
        return names
    }

    /// The names of a folder's entries; none if there is no folder.
    ///
    /// - Throws: The error that prevents an existing folder from being read.
    public func namesIfThere(in folder: String) throws(FileError) -> [String] {
        do throws(FileError) {
            return try names(in: folder)
        } catch {
            guard error.code == .notThere else { throw error }
            return []
        }
    }

    /// Removes a file, or a folder with all in it; a missing path is no error. A link is removed, not its target.
    public func removeTree(_ path: String) throws(FileError) {
        guard let status = try? status(of: path, links: .refused), status.isFolder else {
            try removeIfThere(path)
            return
        }
        for name in try names(in: path) { try removeTree(path + "/" + name) }
        try removeFolder(path)
    }

    /// Makes the names in a folder durable: a file's own sync does not (fsync(2)). Some file systems have no such call
    /// for folders.
    public func syncFolder(_ folder: FilePath) throws(FileError) {
        let opened = try File(self, folder, .folder)
        do throws(FileError) {
            try opened.sync()
        } catch {
            guard error.code == .invalid || error.code == .readOnlyMedium else { throw error }
        }
    }

    /// Makes the name of a file or folder durable, and with it all others beside it.
    public func syncName(of path: String) throws(FileError) {
        try syncFolder(FilePath(path).folder)
    }

    /// Returns the contents of a file, at most `limit` bytes plus one, which shows that there are more; nil if there is
    /// no file.
    public func contents(of path: String, limit: Int = .max - 1, links: LinkRule = .followed) throws(FileError)
        -> [UInt8]?
    {
        do throws(FileError) {
            let file = try File(self, path, .read, links: links)
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: min(1 << 16, limit + 1))
            while bytes.count <= limit {
                let wanted = min(piece.count, limit + 1 - bytes.count)
                let count = try file.read(into: &piece, 0..<wanted, from: Int64(bytes.count))
                bytes += piece[..<count]
                if count < wanted { break }
            }
            return bytes
        } catch {
            guard error.call == .open, error.code == .notThere else { throw error }
            return nil
        }
    }

    /// Makes a file that must not exist yet, with these bytes, and waits until they are on the disk.
    ///
    /// - Parameters:
    ///   - isDurable: Whether it waits.
    ///   - ownedLikeFolder: Whether the file gets the owner of its folder.
    public func write(
        _ bytes: [UInt8], toNew path: String, isDurable: Bool = true, ownedLikeFolder: Bool = false
    ) throws(FileError) {
        let file = try File(self, path, .createNew, links: .refused)
        if ownedLikeFolder { giveToOwner(ofFolder: FilePath(path).folder, file.handle) }
        try file.write(bytes.span, at: 0)
        if isDurable { try file.sync() }
    }

    /// Replaces a file's contents, so that either the old or the new bytes are there, whatever happens.
    ///
    /// Once it returns, the new ones are there.
    ///
    /// - Parameters:
    ///   - aside: The path where the new bytes are written first; only one writer may use it, and a killed write's
    ///     remains are removed.
    ///   - isDurable: False if a loss of power may restore the old bytes, or spoil them.
    ///   - ownedLikeFolder: Whether the file gets the owner of its folder.
    public func replace(
        _ path: String, with bytes: [UInt8], aside: String, isDurable: Bool = true, ownedLikeFolder: Bool = false
    ) throws(FileError) {
        try removeIfThere(aside)
        do throws(FileError) {
            try write(bytes, toNew: aside, isDurable: isDurable, ownedLikeFolder: ownedLikeFolder)
            try rename(aside, to: path)
        } catch {
            try? remove(aside)
            // People know this file, and not the temporary one beside it.
            throw FileError(error.call, path, error.code)
        }
        if isDurable { try syncName(of: path) }
    }
}

extension Files {
    /// Gives a file to the owner of its folder if the user is root, as SQLite does with its journals.
    ///
    /// If the system refuses, the file works as before.
    public func giveToOwner(ofFolder folder: FilePath, _ file: FileHandle) {
        guard let owner = try? status(of: folder, in: nil, links: .followed) else { return }
        try? setOwner(owner.owner, group: owner.group, of: file)
    }

    /// Makes an empty file for its owner only, and returns whether the name was free.
    ///
    /// It is never open under its name: closing a database that SQLite has open elsewhere in this process would drop
    /// its locks (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
    public func makeEmpty(_ path: String) throws(FileError) -> Bool {
        guard !exists(path) else { return false }
        let aside = path + "-new-\(uniqueNumber())"
        defer { try? remove(aside) }
        do throws(FileError) {
            _ = try File(self, aside, .createNew, links: .refused)
            try link(aside, to: path)
        } catch {
            // People know this file, and not the temporary one beside it.
            guard error.code == .taken else { throw FileError(error.call, path, error.code) }
            return false
        }
        return true
    }
}
