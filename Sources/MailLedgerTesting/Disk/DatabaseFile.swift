internal import CSQLite
internal import DiskFiles
internal import Synchronization

/// One file that SQLite has open on a simulated disk, with its locks.
final class DatabaseFile {
    /// The layout of SQLite's memory for a file: its own part, then ours.
    @unsafe struct Record {
        var base: sqlite3_file
        var file: Unmanaged<DatabaseFile>
    }

    private let disk: SimulatedDisk
    private let path: String
    private let handle: FileHandle
    /// Whether the file goes when it is closed.
    private let isDeleted: Bool
    private var isNewJournal: Bool

    init(on disk: SimulatedDisk, path: String, handle: FileHandle, isDeleted: Bool, isNewJournal: Bool) {
        (self.disk, self.path, self.handle) = (disk, path, handle)
        (self.isDeleted, self.isNewJournal) = (isDeleted, isNewJournal)
    }

    /// Puts itself into what SQLite gave for it.
    @unsafe func fill(_ file: UnsafeMutablePointer<sqlite3_file>) {
        let record = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: Record.self)
        unsafe record.pointee.file = Unmanaged.passRetained(self)
        unsafe record.pointee.base.pMethods = Self.methods.table
    }

    @unsafe private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DatabaseFile {
        guard let file = unsafe file else { preconditionFailure("SQLite calls with a file") }
        return unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: Record.self).pointee.file
            .takeUnretainedValue()
    }

    // MARK: Bytes

    private func code(_ failure: Int32, _ body: () throws(FileError) -> Void) -> Int32 {
        do throws(FileError) {
            try body()
        } catch {
            disk.note(error)
            return error.code == .noRoom ? SQLITE_FULL : failure
        }
        return SQLITE_OK
    }

    private func read(_ memory: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int32 {
        var found = 0
        let result = code(SQLITE_IOERR_READ) { () throws(FileError) in
            let bytes = try disk.bytes(of: handle, Int(offset), count: memory.count)
            unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
            found = bytes.count
        }
        guard result == SQLITE_OK, found < memory.count else { return result }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[found...]).initializeMemory(as: UInt8.self, repeating: 0)
        return SQLITE_IOERR_SHORT_READ
    }

    private func write(_ memory: UnsafeBufferPointer<UInt8>, _ offset: Int64) -> Int32 {
        code(SQLITE_IOERR_WRITE) { () throws(FileError) in
            try disk.write(unsafe memory.span, to: handle, at: offset)
        }
    }

    private func sync() -> Int32 {
        code(SQLITE_IOERR_FSYNC) { () throws(FileError) in
            try disk.sync(handle)
            guard isNewJournal else { return }
            // The system's own does so with a new journal, and with nothing else (unixSync of os_unix.c).
            try disk.syncName(of: path)
            isNewJournal = false
        }
    }

    private func size(_ out: UnsafeMutablePointer<Int64>) -> Int32 {
        code(SQLITE_IOERR_FSTAT) { () throws(FileError) in unsafe out.pointee = try disk.status(of: handle).size }
    }

    private func close() {
        withLocks { $0.unlock(to: SQLITE_LOCK_NONE, for: handle.number) }
        disk.close(handle)
        if isDeleted { try? disk.remove(path) }
    }

    // MARK: Locks

    private func withLocks<Output>(_ body: (inout DatabaseLocks) -> Output) -> Output {
        disk.state.withLock { state in
            let node = state.opened[handle.number]?.node ?? -1
            return body(&state.databases[node, default: DatabaseLocks()])
        }
    }

    private func lock(_ level: Int32) -> Int32 {
        disk.yield?(false)
        return withLocks { $0.lock(level, for: handle.number) } ? SQLITE_OK : SQLITE_BUSY
    }

    private func lockShared(_ slots: Range<Int>, _ flags: Int32) -> Int32 {
        disk.yield?(false)
        return withLocks { locks in
            guard flags & SQLITE_SHM_UNLOCK == 0 else {
                locks.unlock(slots, for: handle.number)
                return SQLITE_OK
            }
            let isTaken = locks.lock(slots, alone: flags & SQLITE_SHM_EXCLUSIVE != 0, for: handle.number)
            return isTaken ? SQLITE_OK : SQLITE_BUSY
        }
    }

    // MARK: The table that SQLite calls through

    /// One for all files.
    @safe private struct Methods: Sendable {
        nonisolated(unsafe) let table: UnsafePointer<sqlite3_io_methods>
    }

    private static let methods: Methods = {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe table.initialize(to: sqlite3_io_methods())
        unsafe table.pointee.iVersion = 2
        unsafe table.pointee.xClose = { file in
            guard let file = unsafe file else { return SQLITE_OK }
            let record = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: Record.self)
            unsafe record.pointee.file.takeRetainedValue().close()
            return SQLITE_OK
        }
        unsafe table.pointee.xRead = { file, memory, count, offset in
            unsafe of(file).read(UnsafeMutableRawBufferPointer(start: memory, count: Int(count)), offset)
        }
        unsafe table.pointee.xWrite = { file, memory, count, offset in
            let bytes = unsafe memory?.assumingMemoryBound(to: UInt8.self)
            return unsafe of(file).write(UnsafeBufferPointer(start: bytes, count: Int(count)), offset)
        }
        unsafe table.pointee.xTruncate = { file, size in
            let this = unsafe of(file)
            return this.code(SQLITE_IOERR_TRUNCATE) { () throws(FileError) in
                try this.disk.truncate(this.handle, to: size)
            }
        }
        unsafe table.pointee.xSync = { file, _ in unsafe of(file).sync() }
        unsafe table.pointee.xFileSize = { file, out in
            guard let out = unsafe out else { return SQLITE_IOERR_FSTAT }
            return unsafe of(file).size(out)
        }
        unsafe table.pointee.xLock = { file, level in unsafe of(file).lock(level) }
        unsafe table.pointee.xUnlock = { file, level in
            let this = unsafe of(file)
            this.withLocks { $0.unlock(to: level, for: this.handle.number) }
            return SQLITE_OK
        }
        unsafe table.pointee.xCheckReservedLock = { file, out in
            let isReserved = unsafe of(file).withLocks { $0.isReserved }
            unsafe out?.pointee = isReserved ? 1 : 0
            return SQLITE_OK
        }
        unsafe table.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        unsafe table.pointee.xSectorSize = { _ in 512 }
        unsafe table.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
        unsafe table.pointee.xShmMap = { file, number, size, makes, out in
            let this = unsafe of(file)
            let region = this.withLocks {
                $0.region(Int(number), size: Int(size), makes: makes != 0, for: this.handle.number)
            }
            unsafe out?.pointee = region?.start
            return SQLITE_OK
        }
        unsafe table.pointee.xShmLock = { file, first, count, flags in
            unsafe of(file).lockShared(Int(first)..<Int(first + count), flags)
        }
        unsafe table.pointee.xShmBarrier = { _ in atomicMemoryFence(ordering: .sequentiallyConsistent) }
        unsafe table.pointee.xShmUnmap = { file, _ in
            let this = unsafe of(file)
            this.withLocks { $0.unmap(for: this.handle.number) }
            return SQLITE_OK
        }
        return unsafe Methods(table: UnsafePointer(table))
    }()
}
