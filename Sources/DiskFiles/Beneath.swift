internal import Glibc

/// Opens paths below a folder, so that nothing on the way leads out of it, despite renames.
enum Beneath {
    /// - Throws: ``SystemCode/leadsOut`` if a link on the way leads out.
    static func open(_ path: FilePath, in folder: FileHandle, _ flags: Int32) throws(FileError) -> FileHandle {
        if let opened = try openAtOnce(path, in: folder, flags) { return opened }
        return try openStepwise(path.bytes.split(separator: UInt8(ascii: "/")), in: folder, flags)
    }

    // MARK: By one call

    private typealias Call = @convention(c) @Sendable (Int, CInt, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> Int

    private static let number = 437
    private static let beneathWithoutMagicLinks: UInt64 = 0x08 | 0x02
    /// The kernel says so where something is renamed just then on a way with `..` in it.
    private static let mostTries = 64

    private static let call: Call? = unsafe dlsym(nil, "syscall").map { unsafe unsafeBitCast($0, to: Call.self) }

    /// openat2(2) with RESOLVE_BENEATH, for which this system's C library has no function; nil if the system has no such call,
    /// or forbids it.
    private static func openAtOnce(
        _ path: FilePath, in folder: FileHandle, _ flags: Int32
    ) throws(FileError) -> FileHandle? {
        guard let call = unsafe call else { return nil }
        // struct open_how: flags, mode, resolve.
        let how: [UInt64] = [UInt64(UInt32(bitPattern: flags)), 0, beneathWithoutMagicLinks]
        for _ in 0..<mostTries {
            let opened = unsafe how.withUnsafeBytes { how in
                guard let how = how.baseAddress else { return -1 }
                return unsafe path.withCString {
                    unsafe call(number, folder.number, $0, how, 3 * MemoryLayout<UInt64>.size)
                }
            }
            if opened >= 0 { return FileHandle(CInt(opened)) }
            switch errno {
            case EAGAIN, EINTR: continue
            case ENOSYS, EPERM: return nil
            default: throw FileError(.open, path.text, .last)
            }
        }
        throw FileError(.open, path.text, SystemCode(EAGAIN))
    }

    // MARK: Step by step

    /// Opens one name after the other and passes no link at all, for systems without openat2(2).
    static func openStepwise(
        _ names: [ArraySlice<UInt8>], in folder: FileHandle, _ flags: Int32
    ) throws(FileError) -> FileHandle {
        guard let name = names.first, names.count > 1 else {
            return try openOne(names.first ?? ArraySlice(".".utf8), in: folder, flags)
        }
        let next = try openOne(name, in: folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(next.number) }
        return try openStepwise(Array(names.dropFirst()), in: next, flags)
    }

    private static func openOne(
        _ name: ArraySlice<UInt8>, in folder: FileHandle, _ flags: Int32
    ) throws(FileError) -> FileHandle {
        let name = FilePath(bytes: Array(name))
        let opened = unsafe name.withCString { unsafe openat(folder.number, $0, flags | O_NOFOLLOW) }
        let code = SystemCode.last
        var status = stat()
        if opened >= 0 {
            // Only O_PATH, which opens nothing for reading, finds a link itself.
            guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else {
                close(opened)
                throw FileError(.open, name.text, .leadsOut)
            }
            return FileHandle(opened)
        }
        let isLink =
            unsafe name.withCString { unsafe fstatat(folder.number, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
            && status.st_mode & S_IFMT == S_IFLNK
        throw FileError(.open, name.text, isLink ? .leadsOut : code)
    }
}
