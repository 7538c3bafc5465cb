internal import DiskFiles

/// Finds the process that holds the writer's lock of a database, for a message to a person.
///
/// SQLite's WAL writer holds byte 120 of the `-shm` file (<https://www.sqlite.org/walformat.html#locks>).
/// `/proc/locks` is read rather than asking `fcntl`: closing a descriptor of the file would drop this process's own locks.
enum LockHolder {
    private static let writerLockByte = 120
    /// How often the list is read before nobody is named.
    ///
    /// The kernel hands it out in pieces, and locks that come and go between two pieces shift the rest. Beside three busy
    /// processes one look in sixteen missed a lock that was there.
    private static let looks = 5

    static func ofWriterLock(databasePath: String, on files: any Files) -> String? {
        guard files === KernelFiles.shared, let status = try? files.status(of: databasePath + "-shm") else {
            return nil
        }
        for _ in 0..<looks {
            if let holder = holder(ofInode: status.identity.inode) { return holder }
        }
        return nil
    }

    private static func holder(ofInode inode: UInt64) -> String? {
        guard let locks = contents(of: "/proc/locks") else { return nil }
        for line in locks.split(separator: "\n") {
            // 1: POSIX  ADVISORY  WRITE 4711 fe:00:1234567 120 120
            let fields = line.split(separator: " ")
            guard fields.count >= 8, fields[1] == "POSIX", fields[3] == "WRITE",
                fields[5].hasSuffix(":\(inode)"), let first = Int(fields[6]),
                let last = fields[7] == "EOF" ? Int.max : Int(fields[7]),
                (first...max(first, last)).contains(writerLockByte), let process = Int32(fields[4]), process > 0
            else { continue }
            let command = contents(of: "/proc/\(process)/cmdline")?
                .split(separator: "\0").prefix(3).joined(separator: " ")
            return "process \(process)\(command.map { " (\($0))" } ?? "")"
        }
        return nil
    }

    private static func contents(of path: String) -> String? {
        guard let bytes = try? KernelFiles.shared.contents(of: path) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
