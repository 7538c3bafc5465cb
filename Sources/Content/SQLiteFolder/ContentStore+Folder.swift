public import DiskFiles
public import SQLiteDatabase

extension ContentStore {
    /// Opens the store of a directory; `.create` makes the missing parts, with the modes 0700 and 0600.
    ///
    /// A content of up to 1 MiB is a row of `content.sqlite`, a larger one a file of `content/`. Any number of
    /// processes may share the directory. A killed process leaves at most files that no row refers to, which
    /// ``removeLeftovers()`` removes.
    ///
    /// - Parameters:
    ///   - timeout: The time that a call waits for another process that writes, in milliseconds.
    ///   - isAlone: Whether no other process opens it meanwhile. Then it needs no memory shared between processes,
    ///     which not every file system supports (<https://www.sqlite.org/wal.html#noshm>). If it is only read then, no
    ///     file is made in the directory.
    /// - Throws: `ContentError.notAStore`, `.unsupportedFormat`, `.notWritable`, `.busy`, `.system`.
    public convenience init(
        directory: String, mode: Connection.Mode, timeout: Int32 = 10_000, isAlone: Bool = false,
        on disk: any Files = KernelFiles.shared
    ) throws {
        if mode == .create {
            let path = Self.path(in: directory)
            try onDisk { () throws(FileError) in
                _ = try disk.makePrivateFolder(directory)
                // The files beside it take over its mode.
                if try disk.makeEmpty(path) { try disk.syncFolder(FilePath(directory)) }
            }
        }
        self.init(at: .folder(directory, mode: mode, timeout: timeout, isAlone: isAlone, on: disk))
        try open()
    }

    /// Makes a store that is gone with its last owner and touches no disk: a database in memory.
    public static func inMemory() throws -> ContentStore {
        let store = ContentStore(at: .databaseInMemory)
        try store.open()
        return store
    }

    /// Returns the store of a ledger's folder, which is opened at its first use.
    ///
    /// If it is missing, something else, or damaged then, a stand-in without content replaces it. With the stand-in
    /// everything else of a ledger works: each content is missing, and each batch throws ``ContentError/lost(path:)``.
    public static func openedIfThere(
        directory: String, mode: Connection.Mode, on disk: any Files = KernelFiles.shared
    ) -> ContentStore {
        ContentStore(at: .folder(directory, mode: mode, on: disk), isOptional: true)
    }

    /// Removes a store with all its contents; no process may have it open.
    public static func remove(from directory: String, on disk: any Files = KernelFiles.shared) {
        ContentFiles(files: disk, directory: directory).removeAll()
        for suffix in ["", "-wal", "-shm"] { try? disk.remove(path(in: directory) + suffix) }
    }

    /// Lends a store in a folder that does not exist yet, and takes both away again.
    public static func withScratch<Output>(
        in directory: String, on disk: any Files = KernelFiles.shared, _ body: (ContentStore) throws -> Output
    ) throws -> Output {
        defer {
            remove(from: directory, on: disk)
            try? disk.removeFolder(directory)
        }
        return try body(ContentStore(directory: directory, mode: .create, on: disk))
    }

    fileprivate static func path(in directory: String) -> String { directory + "/content.sqlite" }
}

extension ContentPlace {
    /// A database in memory, of one store alone.
    package static var databaseInMemory: ContentPlace {
        ContentPlace(path: Connection.inMemory, isShared: false) { _ in
            try SQLiteContentBackend(
                path: Connection.inMemory, mode: .create, timeout: 0, files: nil, on: KernelFiles.shared)
        }
    }

    /// A folder with the file of a database.
    package static func folder(
        _ directory: String, mode: Connection.Mode, timeout: Int32 = 10_000, isAlone: Bool = false,
        on disk: any Files
    ) -> ContentPlace {
        let path = ContentStore.path(in: directory)
        return ContentPlace(path: path, disk: disk, scratchFolder: directory) { access in
            try SQLiteContentBackend(
                path: path, mode: access == .readOnly ? .readOnly : mode, timeout: timeout, isAlone: isAlone,
                files: ContentFiles(files: disk, directory: directory), on: disk)
        }
    }
}
