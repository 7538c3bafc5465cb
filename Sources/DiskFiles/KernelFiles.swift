internal import CivilTime
internal import Glibc

/// The files of this system.
///
/// An interrupted call is repeated, and a partial write is continued: no other place has such a loop.
public final class KernelFiles: Files {
    public static let shared = KernelFiles()

    private init() {}

    public var user: FileUser { FileUser(effective: geteuid(), real: getuid()) }

    /// The id of this start of the system (random(4)).
    public var startOfSystem: String? {
        guard let bytes = try? contents(of: "/proc/sys/kernel/random/boot_id", limit: 64), !bytes.isEmpty else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }

    public var now: FileTime { FileTime(microseconds: Timestamp.ofFiles.microseconds) }

    public var databaseSystem: String? { nil }

    // MARK: Opening

    public func open(
        _ path: FilePath, in folder: FileHandle?, _ mode: OpenMode, links: LinkRule
    ) throws(FileError) -> FileHandle {
        if mode == .nameless { return try openNameless(in: path) }
        let flags = Self.flags(of: mode) | O_CLOEXEC
        if links == .beneath, let folder { return try Beneath.open(path, in: folder, flags) }
        let links = links == .followed ? 0 : O_NOFOLLOW
        let number = unsafe path.withCString { unsafe openat(Self.number(folder), $0, flags | links, 0o600) }
        guard number >= 0 else { throw FileError(.open, path.text, .last) }
        let handle = FileHandle(number)
        // Whatever the umask took from the mode.
        if mode == .createNew, fchmod(number, 0o600) != 0 {
            let code = SystemCode.last
            close(handle)
            throw FileError(.open, path.text, code)
        }
        return handle
    }

    private static func flags(of mode: OpenMode) -> Int32 {
        switch mode {
        case .read: O_RDONLY | O_NONBLOCK | O_NOCTTY
        case .readWrite: O_RDWR | O_NONBLOCK | O_NOCTTY
        case .create: O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY
        case .createNew: O_RDWR | O_CREAT | O_EXCL
        case .folder: O_RDONLY | O_DIRECTORY
        case .find: pathOnly
        case .nameless: nameless | O_RDWR
        }
    }

    // O_PATH and O_TMPFILE of open(2), macros that do not import.
    private static let pathOnly: Int32 = 0o10_000_000
    private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

    private func openNameless(in folder: FilePath) throws(FileError) -> FileHandle {
        let flags = Self.flags(of: .nameless) | O_CLOEXEC
        let number = unsafe folder.withCString { unsafe Glibc.open($0, flags, 0o600) }
        if number >= 0 { return FileHandle(number) }
        // Some file systems cannot: there the name lives for the moment between the two calls.
        var template = folder.appending("mailledger.XXXXXX".utf8).bytes.map { CChar(bitPattern: $0) } + [0]
        let named = unsafe mkstemp(&template)
        guard named >= 0 else { throw FileError(.open, folder.text, .last) }
        unsafe _ = (unlink(template), fcntl(named, F_SETFD, FD_CLOEXEC))
        return FileHandle(named)
    }

    public func close(_ file: FileHandle) {
        Glibc.close(file.number)
    }

    // MARK: Bytes

    public func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64
    ) throws(FileError) -> Int {
        precondition(range.upperBound <= buffer.count, "a range lies in its buffer")
        var filled = 0
        while filled < range.count {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    file.number, bytes.baseAddress?.advanced(by: range.lowerBound + filled), range.count - filled,
                    off_t(offset) + off_t(filled))
            }
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno == ESPIPE {
                // The path from a person may be a pipe, which can only be read forward.
                var piece = [UInt8](repeating: 0, count: range.count - filled)
                var span = piece.mutableSpan
                let count = try Descriptor(file.number).read(into: &span)
                let place = range.lowerBound + filled
                buffer.replaceSubrange(place..<place + count, with: piece[..<count])
                if count == 0 { break }
                filled += count
            } else if errno != EINTR {
                throw FileError(.read, "", .last)
            }
        }
        return filled
    }

    public func write(
        _ bytes: borrowing Span<UInt8>, to file: FileHandle, at offset: Int64
    ) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    file.number, buffer.baseAddress?.advanced(by: written), buffer.count - written,
                    off_t(offset) + off_t(written))
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw FileError(.write, "", .last)
            }
        }
    }

    public func truncate(_ file: FileHandle, to size: Int64) throws(FileError) {
        guard ftruncate(file.number, off_t(size)) == 0 else { throw FileError(.truncate, "", .last) }
    }

    public func sync(_ file: FileHandle) throws(FileError) {
        guard fsync(file.number) == 0 else { throw FileError(.sync, "", .last) }
    }

    public func syncAll(with file: FileHandle) throws(FileError) -> Bool {
        // The Swift module of Glibc leaves the call out, since it is Linux's own.
        guard let symbol = unsafe dlsym(nil, "syncfs") else { return false }
        let call = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
        guard call(file.number) == 0 else { throw FileError(.sync, "", .last) }
        return true
    }

    // MARK: Status

    public func status(of file: FileHandle) throws(FileError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw FileError(.status, "", .last) }
        return FileStatus(status)
    }

    public func status(
        of path: FilePath, in folder: FileHandle?, links: LinkRule
    ) throws(FileError) -> FileStatus {
        if links == .beneath { return try File(self, path, .find, in: folder, links: .beneath).status() }
        var status = stat()
        let flags = links == .followed ? 0 : AT_SYMLINK_NOFOLLOW
        let result = unsafe path.withCString { unsafe fstatat(Self.number(folder), $0, &status, flags) }
        guard result == 0 else { throw FileError(.status, path.text, .last) }
        return FileStatus(status)
    }

    public func allows(_ access: FileAccess, of path: FilePath) throws(FileError) {
        let mode =
            switch access {
            case .exists: F_OK
            case .read: R_OK
            case .write: W_OK
            case .execute: X_OK
            }
        guard unsafe path.withCString({ unsafe Glibc.access($0, mode) }) == 0 else {
            throw FileError(.access, path.text, .last)
        }
    }

    public func setModified(_ time: FileTime?, of file: FileHandle) throws(FileError) {
        let result: Int32
        if let time {
            let time = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
            result = unsafe futimens(file.number, [time, time])
        } else {
            result = futimens(file.number, nil)
        }
        guard result == 0 else { throw FileError(.status, "", .last) }
    }

    public func setPermissions(_ permissions: UInt32, of path: FilePath) throws(FileError) {
        guard unsafe path.withCString({ unsafe chmod($0, permissions) }) == 0 else {
            throw FileError(.access, path.text, .last)
        }
    }

    public func setOwner(_ owner: UInt32, group: UInt32, of file: FileHandle) throws(FileError) {
        guard fchown(file.number, owner, group) == 0 else { throw FileError(.access, "", .last) }
    }

    // MARK: Names

    public func rename(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError) {
        let result = unsafe old.withCString { old in
            unsafe new.withCString { unsafe renameat(Self.number(oldFolder), old, Self.number(newFolder), $0) }
        }
        guard result == 0 else { throw FileError(.rename, new.text, .last) }
    }

    public func link(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError) {
        let result = unsafe old.withCString { old in
            unsafe new.withCString { unsafe linkat(Self.number(oldFolder), old, Self.number(newFolder), $0, 0) }
        }
        guard result == 0 else { throw FileError(.link, new.text, .last) }
    }

    public func remove(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        guard unsafe path.withCString({ unsafe unlinkat(Self.number(folder), $0, 0) }) == 0 else {
            throw FileError(.remove, path.text, .last)
        }
    }

    public func removeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        guard unsafe path.withCString({ unsafe unlinkat(Self.number(folder), $0, AT_REMOVEDIR) }) == 0 else {
            throw FileError(.remove, path.text, .last)
        }
    }

    public func makeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        guard unsafe path.withCString({ unsafe mkdirat(Self.number(folder), $0, 0o700) }) == 0 else {
            throw FileError(.makeFolder, path.text, .last)
        }
    }

    public func forEachEntry(
        of folder: FileHandle, _ body: (_ name: borrowing Span<UInt8>, _ kind: FileKind?) -> Bool
    ) throws(FileError) {
        // The stream closes its descriptor, and reads from that descriptor's position.
        let copy = unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw FileError(.list, "", .last) }
        guard let stream = unsafe fdopendir(copy) else {
            let code = SystemCode.last
            Glibc.close(copy)
            throw FileError(.list, "", code)
        }
        defer { unsafe closedir(stream) }
        while true {
            // The only way to distinguish the end from an error (readdir(3)).
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw FileError(.list, "", .last) }
                return
            }
            let name = unsafe Self.name(of: entry)
            let isItself = unsafe name.count == 1 && name[0] == UInt8(ascii: ".")
            let isParent = unsafe name.count == 2 && name[0] == UInt8(ascii: ".") && name[1] == UInt8(ascii: ".")
            if isItself || isParent { continue }
            guard unsafe body(name.span, FileKind(entry: entry.pointee.d_type)) else { return }
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
        let length = unsafe strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
        return unsafe UnsafeBufferPointer(start: start, count: length)
    }

    // MARK: Locks and places

    public func lock(_ file: FileHandle, _ kind: LockKind, waits: Bool) throws(FileError) -> Bool {
        let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | (waits ? 0 : LOCK_NB)
        while flock(file.number, operation) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw FileError(.lock, "", .last) }
        }
        return true
    }

    public func unlock(_ file: FileHandle) {
        flock(file.number, LOCK_UN)
    }

    public func pause(_ microseconds: UInt32) {
        usleep(microseconds)
    }

    public func uniqueNumber() -> UInt64 { .random(in: 0...(.max)) }

    public func resolved(_ path: FilePath) throws(FileError) -> FilePath {
        guard let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else {
            throw FileError(.status, path.text, .last)
        }
        defer { unsafe free(resolved) }
        return FilePath(unsafe String(cString: resolved))
    }

    public func room(at path: FilePath) throws(FileError) -> Int64 {
        var room = statvfs()
        guard unsafe path.withCString({ unsafe statvfs($0, &room) }) == 0 else {
            throw FileError(.status, path.text, .last)
        }
        return Int64(clamping: UInt(room.f_bavail) * UInt(room.f_frsize))
    }

    private static func number(_ folder: FileHandle?) -> Int32 { folder?.number ?? AT_FDCWD }
}
