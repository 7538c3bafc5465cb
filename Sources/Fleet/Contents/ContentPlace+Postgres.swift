package import Content
package import DiskFiles
internal import EventLog
internal import LibPQ

extension ContentPlace {
    /// The contents of a ledger on a server; each thread that opens them has a connection of its own.
    ///
    /// - Parameters:
    ///   - disk: The disk for large contents that are read or written.
    ///   - scratchFolder: The folder for them; nil for one of the system.
    ///   - timeout: How long a batch waits for another writer of the ledger, in milliseconds.
    package static func server(
        _ log: PostgresLog, disk: any Files = KernelFiles.shared, scratchFolder: String? = nil, timeout: Int32 = 10_000
    ) -> ContentPlace {
        ContentPlace(path: log.address.description, disk: disk, scratchFolder: scratchFolder) { access in
            let store = try log.store(access == .readOnly ? .readOnly : .readWrite, .system)
            store.setLockTimeout(timeout)
            return PostgresContentBackend(beside: store) { try ContentFile.scratch(in: scratchFolder, on: disk) }
        }
    }
}
