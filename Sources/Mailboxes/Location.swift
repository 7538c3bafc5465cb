import Glibc

/// A file or a folder that is to be read, and how far links may lead on the way to it.
struct Location: Sendable {
    enum Bounds: Sendable {
        /// A person wrote the path: links on the way are followed, and one at its end by ``LinkOwner``.
        case named
        /// It was found in a folder, and nothing on the way leads out of that.
        case beneath(WalkedFolder)
        /// Every link is followed.
        case anywhere
    }

    /// What ``open(_:)`` throws where a link leads farther than it may: open itself has no use for this number.
    static let leadsOut = SystemError(number: EXDEV)

    // O_PATH of open(2), a macro that does not import: nothing is opened, only found.
    private static let findOnly: CInt = 0o10000000

    let path: RawPath
    let bounds: Bounds

    func appending(_ name: some Collection<UInt8>) -> Location {
        Location(path: path.appending(name), bounds: bounds)
    }

    /// Opens it to read. Never waits: a FIFO that took the place of a file would block an ordinary open (open(2)).
    func open(_ flags: CInt = 0) throws(SystemError) -> OpenFile {
        // openat2(2) refuses what means nothing where nothing is opened.
        let flags = flags | O_CLOEXEC | (flags & Self.findOnly == 0 ? O_RDONLY | O_NONBLOCK | O_NOCTTY : 0)
        switch bounds {
        case .named: return try LinkOwner.open(path, flags)
        case .beneath(let folder): return try folder.open(path, flags)
        case .anywhere:
            let opened = unsafe path.withCString { unsafe Glibc.open($0, flags) }
            guard opened >= 0 else { throw .last }
            return OpenFile(owning: opened)
        }
    }

    /// Opens a folder.
    func openFolder() throws(SystemError) -> OpenFile { try open(O_DIRECTORY) }

    /// Asks for the state of what it leads to, opening nothing.
    func state() throws(SystemError) -> FileState {
        if case .anywhere = bounds { return try FileState(of: path, followingLinks: true) }
        return try open(Self.findOnly).state()
    }

    /// The bounds of what lies in a folder.
    func boundsBelow(followingLinks: Bool) throws(SystemError) -> Bounds {
        followingLinks ? .anywhere : .beneath(WalkedFolder(path: path, folder: try openFolder()))
    }
}

/// A folder that is kept open, so that what lies below is found from it and never outside of it, whatever is renamed meanwhile.
final class WalkedFolder: Sendable {
    private let folder: OpenFile
    /// Of its path with the slash behind it, in bytes.
    private let length: Int

    init(path: RawPath, folder: consuming OpenFile) {
        self.folder = folder
        length = path.appending([]).bytes.count
    }

    /// Opens what lies at a path that begins with the folder's own.
    ///
    /// - Throws: ``Location/leadsOut`` where a link on the way leads out.
    func open(_ path: RawPath, _ flags: CInt) throws(SystemError) -> OpenFile {
        let below = RawPath(bytes: path.bytes.count <= length ? [UInt8(ascii: ".")] : Array(path.bytes[length...]))
        if let opened = try BeneathCall.open(below, in: folder.descriptor, flags) { return opened }
        return try Self.openStepwise(below.bytes.split(separator: UInt8(ascii: "/")), in: folder, flags)
    }

    /// Opens one name after the other and passes no link at all, for systems without openat2(2).
    static func openStepwise(
        _ names: [ArraySlice<UInt8>], in folder: borrowing OpenFile, _ flags: CInt
    ) throws(SystemError) -> OpenFile {
        guard let name = names.first, names.count > 1 else {
            return try openOne(names.first ?? ArraySlice(".".utf8), in: folder, flags)
        }
        let next = try openOne(name, in: folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return try openStepwise(Array(names.dropFirst()), in: next, flags)
    }

    private static func openOne(
        _ name: ArraySlice<UInt8>, in folder: borrowing OpenFile, _ flags: CInt
    ) throws(SystemError) -> OpenFile {
        let name = RawPath(bytes: Array(name))
        let folder = folder.descriptor
        let opened = unsafe name.withCString { unsafe openat(folder, $0, flags | O_NOFOLLOW) }
        let error = SystemError.last
        if opened >= 0 {
            let file = OpenFile(owning: opened)
            // Only where nothing is opened is a link itself found.
            guard try file.state().kind != .symbolicLink else { throw Location.leadsOut }
            return file
        }
        var status = stat()
        let isLink =
            unsafe name.withCString { unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
            && status.st_mode & S_IFMT == S_IFLNK
        throw isLink ? Location.leadsOut : error
    }
}

/// Who made a link that a person names: anybody can put one where a file is expected that only others may read.
private enum LinkOwner {
    /// Opens a path; a link at its end is followed if it is this user's own or root's, or whoever made it owns what it leads to.
    static func open(_ path: RawPath, _ flags: CInt) throws(SystemError) -> OpenFile {
        let direct = unsafe path.withCString { unsafe Glibc.open($0, flags | O_NOFOLLOW) }
        let error = SystemError.last
        var link = stat()
        if direct >= 0 {
            let file = OpenFile(owning: direct)
            guard try file.state().kind == .symbolicLink else { return file }
        }
        guard unsafe path.withCString({ unsafe lstat($0, &link) }) == 0, link.st_mode & S_IFMT == S_IFLNK else {
            throw error
        }
        let opened = unsafe path.withCString { unsafe Glibc.open($0, flags) }
        guard opened >= 0 else { throw .last }
        let file = OpenFile(owning: opened)
        var target = stat()
        guard unsafe fstat(opened, &target) == 0 else { throw .last }
        // The real user: root may work in another's name.
        guard [getuid(), 0, target.st_uid].contains(link.st_uid) else { throw Location.leadsOut }
        return file
    }
}

/// openat2(2) with RESOLVE_BENEATH, for which this system's C library has no function.
private enum BeneathCall {
    private typealias Call = @convention(c) @Sendable (Int, CInt, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> Int

    private static let number = 437
    private static let beneathWithoutMagicLinks: UInt64 = 0x08 | 0x02
    /// The kernel says so where something is renamed just then on a way with `..` in it.
    private static let mostTries = 64

    private static let call: Call? = unsafe dlsym(nil, "syscall").map { unsafe unsafeBitCast($0, to: Call.self) }

    /// Returns nil where the system has no such call, or forbids it.
    static func open(_ path: RawPath, in folder: CInt, _ flags: CInt) throws(SystemError) -> OpenFile? {
        guard let call = unsafe call else { return nil }
        // struct open_how: flags, mode, resolve.
        let how: [UInt64] = [UInt64(UInt32(bitPattern: flags)), 0, beneathWithoutMagicLinks]
        for _ in 0..<mostTries {
            let opened = unsafe how.withUnsafeBytes { how in
                guard let how = how.baseAddress else { return -1 }
                return unsafe path.withCString { unsafe call(number, folder, $0, how, 3 * MemoryLayout<UInt64>.size) }
            }
            if opened >= 0 { return OpenFile(owning: CInt(opened)) }
            switch errno {
            case EAGAIN, EINTR: continue
            case ENOSYS, EPERM: return nil
            default: throw .last
            }
        }
        throw SystemError(number: EAGAIN)
    }
}
