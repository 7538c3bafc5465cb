package import DiskFiles

/// Files beside the read models with what a server of mail has read of messages, so that it need not read them again.
///
/// Nothing is lost with them: whatever is missing, damaged or of older rules is read from the messages. An erasure
/// removes them all, and what was read before it is not written any more.
package struct FactFiles: Sendable {
    /// A file: the facts of one kind about a run of messages.
    package struct Name: Hashable, Sendable {
        let kind: String
        let number: Int64

        /// - Parameters:
        ///   - kind: Letters alone.
        ///   - number: Greater for later messages.
        package init(_ kind: String, _ number: Int64) {
            self.kind = kind
            self.number = number
        }
    }

    let folder: String
    let files: any Files
    package let canWrite: Bool
    private let mostBytes: Int64

    /// Of all files together.
    private static let standardBytes: Int64 = 512 << 20
    private static let longest = 128 << 20

    package init(in folder: String, on files: any Files, canWrite: Bool, mostBytes: Int64? = nil) {
        self.folder = folder
        self.files = files
        self.canWrite = canWrite
        self.mostBytes = mostBytes ?? Self.standardBytes
    }

    private func path(of name: Name) -> String { "\(folder)/\(name.kind)-\(name.number)" }

    /// Returns the bytes of a file; nil if there is none, or none that can be read.
    package func contents(of name: Name) -> [UInt8]? {
        guard let file = try? File(files, FilePath(path(of: name)), .read, links: .refused),
            let size = try? file.status().size, size <= Self.longest
        else { return nil }
        // All of it is read below, or it is dropped: megabytes need no zeros before.
        var bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { $1 = $0.count }
        guard let count = try? file.read(into: &bytes, 0..<bytes.count, from: 0), count == bytes.count else {
            return nil
        }
        return bytes
    }

    /// Replaces a file, and removes those of the earliest messages beyond the limit on all files; one that cannot be
    /// written is not there.
    ///
    /// - Parameter isOutdated: Whether something was erased since the bytes were read: they are dropped then.
    package func write(_ bytes: [UInt8], to name: Name, unless isOutdated: () throws -> Bool) throws {
        guard canWrite, bytes.count <= Self.longest, makeFolder() else { return }
        try withLock {
            // An erasure blanks first and removes the files then, under this lock.
            guard try !isOutdated(), makeRoom(for: bytes.count, name) else { return }
            try? NewFile.replace(path(of: name), with: bytes, isDurable: false, on: files)
        }
    }

    /// Removes all files.
    package func removeAll() throws {
        guard files.exists(folder) else { return }
        try withLock { try onDisk { () throws(FileError) in try files.removeTree(folder) } }
    }

    private func makeFolder() -> Bool { (try? files.makeFolderIfMissing(folder)) != nil }

    private func withLock(_ body: () throws -> Void) throws {
        let lock = try onDisk { () throws(FileError) in
            let file = try SharedFile(files, FilePath(folder + ".lock"), .create)
            _ = try file.lock(.exclusive, waits: true)
            return file
        }
        try withExtendedLifetime(lock, body)
    }

    /// Removes files of messages before those of a file, until it fits; false if it does not.
    private func makeRoom(for count: Int, _ name: Name) -> Bool {
        let others = ((try? files.names(in: folder)) ?? []).filter { $0 != "\(name.kind)-\(name.number)" }
            .map { (name: $0, number: Int64($0.split(separator: "-").last ?? "") ?? -1) }
            .map { (path: "\(folder)/\($0.name)", number: $0.number) }
            .map { (path: $0.path, number: $0.number, size: files.size(of: $0.path) ?? 0) }
        var size = others.reduce(Int64(count)) { $0 + $1.size }
        guard size > mostBytes else { return true }
        for other in others.sorted(by: { $0.number < $1.number }) where other.number < name.number {
            try? files.remove(other.path)
            size -= other.size
            // Some more, so that not each file that follows removes one.
            if size <= mostBytes - mostBytes / 8 { return true }
        }
        return size <= mostBytes
    }
}
