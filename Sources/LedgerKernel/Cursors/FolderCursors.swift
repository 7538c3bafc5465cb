package import DiskFiles
internal import EventLog

/// Cursors in a folder: a file each, and beside it one that its subscriber has locked.
package final class FolderCursors: CursorStore {
    private let path: String
    private let files: any Files

    private static let suffix = ".cursor"

    package init(path: String, on files: any Files) {
        self.path = path
        self.files = files
    }

    package func claim(_ name: String) throws -> any CursorClaim {
        try NewFile.makeFolder(path, on: files)
        // A file of its own, which stays: the cursor's is another one after each write.
        guard let lock = FileLock(path: "\(path)/\(name).lock", on: files) else {
            throw EventLogError.readOnly(path: path)
        }
        guard lock.take(.exclusiveIfFree, patience: .zero) else { throw CursorError.inUse(name: name) }
        return Claim(lock, file: file(of: name), on: files)
    }

    package func cursor(_ name: String) throws -> StoredCursor? {
        guard let bytes = try NewFile.contents(of: file(of: name), limit: 4096, on: files) else { return nil }
        guard let cursor = StoredCursor(String(decoding: bytes, as: UTF8.self)) else {
            throw CursorError.damaged(name: name)
        }
        return cursor
    }

    package func names() -> [String] {
        ((try? files.names(in: path)) ?? []).filter { $0.hasSuffix(Self.suffix) }.map {
            String($0.dropLast(Self.suffix.count))
        }
        .sorted()
    }

    private func file(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

    private final class Claim: CursorClaim {
        private let fileLock: FileLock
        private let file: String
        private let files: any Files

        init(_ lock: FileLock, file: String, on files: any Files) {
            fileLock = lock
            self.file = file
            self.files = files
        }

        var lock: Descriptor? { fileLock.descriptor }

        func store(_ cursor: StoredCursor) throws {
            try NewFile.replace(file, with: Array(cursor.text.utf8), aside: file + ".new", on: files)
        }

        func remove() throws -> Bool {
            try? files.remove(file + ".new")
            return try onDisk { () throws(FileError) in try files.removeIfThere(file) }
        }
    }
}
