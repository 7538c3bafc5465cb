internal import CSQLite
internal import Cryptography
internal import DiskFiles
internal import Synchronization

extension SimulatedDisk {
    /// The name by which SQLite finds the files of this disk.
    var databaseSystemName: String {
        registration.withLock { system in
            if let system { return system.name }
            let made = DatabaseSystem(of: self)
            system = made
            return made.name
        }
    }
}

/// A disk as SQLite wants it (sqlite.org/vfs.html); never the default one, so that tests run side by side.
@safe final class DatabaseSystem: Sendable {
    let name: String
    nonisolated(unsafe) private let system: UnsafeMutablePointer<sqlite3_vfs>
    nonisolated(unsafe) private let cName: UnsafeMutablePointer<CChar>
    private let random = Mutex(SeededRandom(seed: 1))
    /// The code by which the last call failed.
    private let lastCode = Atomic<Int32>(0)

    private static let count = Atomic(0)
    private static let longestPath: Int32 = 512
    /// The moment of xCurrentTimeInt64, in milliseconds of the Julian day: some day of 2024.
    private static let moment: Int64 = 212_570_000_000_000

    /// - Parameter disk: It lives as long as SQLite may call it, because a connection keeps its ``Files``.
    init(of disk: SimulatedDisk) {
        name = "simulated-\(Self.count.add(1, ordering: .relaxed).newValue)"
        unsafe cName = .allocate(capacity: name.utf8.count + 1)
        for (index, byte) in name.utf8CString.enumerated() { unsafe cName[index] = byte }
        unsafe system = .allocate(capacity: 1)
        unsafe system.initialize(to: sqlite3_vfs())
        unsafe system.pointee.iVersion = 2
        unsafe system.pointee.szOsFile = Int32(MemoryLayout<DatabaseFile.Record>.size)
        unsafe system.pointee.mxPathname = Self.longestPath
        unsafe system.pointee.zName = UnsafePointer(cName)
        unsafe system.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
        unsafe system.pointee.xOpen = { system, path, file, flags, out in
            guard let file = unsafe file else { return SQLITE_CANTOPEN }
            return unsafe DatabaseSystem.disk(of: system).openDatabase(
                path.map { unsafe String(cString: $0) }, file, flags, out)
        }
        unsafe system.pointee.xDelete = { system, path, isDurable in
            guard let path = unsafe path else { return SQLITE_IOERR_DELETE }
            return unsafe DatabaseSystem.disk(of: system).deleteDatabase(
                String(cString: path), isDurable: isDurable != 0)
        }
        unsafe system.pointee.xAccess = { system, path, _, out in
            guard let path = unsafe path else { return SQLITE_IOERR_ACCESS }
            return unsafe DatabaseSystem.disk(of: system).hasDatabase(String(cString: path), out)
        }
        unsafe system.pointee.xFullPathname = { _, path, size, out in
            guard let path = unsafe path, let out = unsafe out else { return SQLITE_CANTOPEN }
            for index in 0..<Int(size) {
                unsafe out[index] = path[index]
                if unsafe path[index] == 0 { return SQLITE_OK }
            }
            return SQLITE_CANTOPEN
        }
        unsafe system.pointee.xRandomness = { system, count, out in
            guard let out = unsafe out else { return 0 }
            unsafe DatabaseSystem.disk(of: system).drawForDatabase(
                UnsafeMutableBufferPointer(start: out, count: Int(count)))
            return count
        }
        unsafe system.pointee.xSleep = { system, microseconds in
            unsafe DatabaseSystem.disk(of: system).pause(UInt32(microseconds))
            return microseconds
        }
        unsafe system.pointee.xCurrentTimeInt64 = { _, out in
            unsafe out?.pointee = DatabaseSystem.moment
            return SQLITE_OK
        }
        unsafe system.pointee.xGetLastError = { system, _, _ in
            unsafe DatabaseSystem.disk(of: system).lastDatabaseCode
        }
        unsafe sqlite3_vfs_register(system, 0)
    }

    deinit {
        unsafe sqlite3_vfs_unregister(system)
        unsafe system.deallocate()
        unsafe cName.deallocate()
    }

    @unsafe private static func disk(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedDisk {
        guard let data = unsafe system?.pointee.pAppData else { preconditionFailure("a disk was registered") }
        return unsafe Unmanaged<SimulatedDisk>.fromOpaque(data).takeUnretainedValue()
    }

    /// The next random byte, which follows from the seed: the salts of a write-ahead log come from here.
    func draw() -> UInt8 { random.withLock { UInt8(truncatingIfNeeded: $0.next()) } }

    var code: Int32 {
        get { lastCode.load(ordering: .relaxed) }
        set { lastCode.store(newValue, ordering: .relaxed) }
    }
}

extension SimulatedDisk {
    fileprivate func openDatabase(
        _ path: String?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32, _ out: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // SQLite would otherwise close a file that could not be opened.
        unsafe file.pointee.pMethods = nil
        let path = path ?? "/temporary-\(uniqueNumber())"
        let mode: OpenMode =
            if flags & SQLITE_OPEN_CREATE != 0 {
                .create
            } else if flags & SQLITE_OPEN_READWRITE != 0 {
                .readWrite
            } else {
                .read
            }
        let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL
        do throws(FileError) {
            let isNewJournal = mode == .create && flags & journals != 0 && !exists(path)
            let handle = try open(FilePath(path), in: nil, mode, links: .followed)
            let opened = DatabaseFile(
                on: self, path: path, handle: handle, isDeleted: flags & SQLITE_OPEN_DELETEONCLOSE != 0,
                isNewJournal: isNewJournal)
            unsafe opened.fill(file)
            unsafe out?.pointee = flags
            return SQLITE_OK
        } catch {
            note(error)
            return error.code == .noRoom ? SQLITE_FULL : SQLITE_CANTOPEN
        }
    }

    fileprivate func deleteDatabase(_ path: String, isDurable: Bool) -> Int32 {
        do throws(FileError) {
            try remove(path)
            if isDurable { try syncName(of: path) }
            return SQLITE_OK
        } catch {
            note(error)
            return error.code == .notThere ? SQLITE_IOERR_DELETE_NOENT : SQLITE_IOERR_DELETE
        }
    }

    fileprivate func hasDatabase(_ path: String, _ out: UnsafeMutablePointer<Int32>?) -> Int32 {
        do throws(FileError) {
            try allows(.exists, of: FilePath(path))
            unsafe out?.pointee = 1
        } catch {
            unsafe out?.pointee = 0
            if error.code != .notThere {
                note(error)
                return SQLITE_IOERR_ACCESS
            }
        }
        return SQLITE_OK
    }

    fileprivate func drawForDatabase(_ buffer: UnsafeMutableBufferPointer<CChar>) {
        registration.withLock { system in
            for index in buffer.indices { unsafe buffer[index] = CChar(bitPattern: system?.draw() ?? 0) }
        }
    }

    fileprivate var lastDatabaseCode: Int32 { registration.withLock { $0?.code ?? 0 } }

    func note(_ error: FileError) { registration.withLock { $0?.code = error.code.number } }
}

// The importer does not evaluate these macros (sqlite.org/rescode.html).
let SQLITE_IOERR_READ = SQLITE_IOERR | 1 << 8
let SQLITE_IOERR_SHORT_READ = SQLITE_IOERR | 2 << 8
let SQLITE_IOERR_WRITE = SQLITE_IOERR | 3 << 8
let SQLITE_IOERR_FSYNC = SQLITE_IOERR | 4 << 8
let SQLITE_IOERR_TRUNCATE = SQLITE_IOERR | 6 << 8
let SQLITE_IOERR_FSTAT = SQLITE_IOERR | 7 << 8
let SQLITE_IOERR_DELETE = SQLITE_IOERR | 10 << 8
let SQLITE_IOERR_ACCESS = SQLITE_IOERR | 13 << 8
let SQLITE_IOERR_DELETE_NOENT = SQLITE_IOERR | 23 << 8
