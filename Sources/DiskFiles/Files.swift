/// An open file, by the number that its ``Files`` gave it: the kernel's descriptor, or that of a simulated disk.
public struct FileHandle: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }
}

/// The way in which a file is opened. None of them waits: a pipe in place of a file would block an ordinary open
/// (open(2)).
public enum OpenMode: Hashable, Sendable {
    case read
    /// A file that exists.
    case readWrite
    /// A file that is made if it does not exist, for its owner only.
    case create
    /// A file that must not exist yet, for its owner only, whatever the umask is.
    case createNew
    /// A folder, to list it, to lock it, to make its names durable, or to open others relative to it.
    case folder
    /// A path whose status can be read without access to its contents (open(2), O_PATH).
    case find
    /// A file without a name in a folder, which vanishes when it is closed (open(2), O_TMPFILE).
    case nameless
}

/// The rule for links on the way to a file.
public enum LinkRule: Hashable, Sendable {
    case followed
    /// A link at the end of the path is refused, or found itself.
    case refused
    /// No link may lead out of the starting folder; otherwise ``SystemCode/leadsOut`` is thrown.
    case beneath
}

/// An access of this user to a file (access(2)).
public enum FileAccess: Hashable, Sendable {
    case exists, read, write, execute
}

/// A user, by the numbers of the system.
public struct FileUser: Hashable, Sendable {
    /// The user who owns new files (geteuid(2)).
    public let effective: UInt32
    /// The user who started the program (getuid(2)): root may work in another's name.
    public let real: UInt32

    public init(effective: UInt32, real: UInt32) {
        self.effective = effective
        self.real = real
    }
}

/// A kind of lock on a file (flock(2)); it ends with the last handle of the opened file at the latest.
public enum LockKind: Hashable, Sendable {
    case shared, exclusive
}

/// A file system: the kernel's, or a simulated one of tests.
///
/// These are its basic calls. Extensions build all other operations on them once, such as replacing a file or reading a
/// whole one, so that those run on a simulated disk as well. A path is relative to `folder` if one is given, else to
/// the working directory.
public protocol Files: AnyObject, Sendable {
    /// The user who owns new files.
    var user: FileUser { get }
    /// The identity of the system's current boot: a reboot may lose unsynced writes. Nil if the system does not say.
    var startOfSystem: String? { get }
    /// The clock for the times of files.
    var now: FileTime { get }
    /// The name by which SQLite finds these files (<https://www.sqlite.org/vfs.html>); nil for the system's own.
    var databaseSystem: String? { get }

    func open(
        _ path: FilePath, in folder: FileHandle?, _ mode: OpenMode, links: LinkRule
    ) throws(FileError) -> FileHandle
    func close(_ file: FileHandle)

    /// Fills `range` of a buffer from `offset` of the file, and returns the number of bytes read: fewer only at the
    /// file's end.
    func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64
    ) throws(FileError) -> Int
    /// Writes all bytes at an offset, or throws; then a part of them may have been written.
    func write(_ bytes: borrowing Span<UInt8>, to file: FileHandle, at offset: Int64) throws(FileError)
    func truncate(_ file: FileHandle, to size: Int64) throws(FileError)
    /// Makes the written data durable; for a folder, its names (fsync(2)).
    func sync(_ file: FileHandle) throws(FileError)
    /// Makes everything on the file system of a file durable; false if the system has no such call (syncfs(2)).
    func syncAll(with file: FileHandle) throws(FileError) -> Bool

    func status(of file: FileHandle) throws(FileError) -> FileStatus
    func status(of path: FilePath, in folder: FileHandle?, links: LinkRule) throws(FileError) -> FileStatus
    func allows(_ access: FileAccess, of path: FilePath) throws(FileError)
    /// Sets the modification time of a file; nil for now (utimensat(2)).
    func setModified(_ time: FileTime?, of file: FileHandle) throws(FileError)
    func setPermissions(_ permissions: UInt32, of path: FilePath) throws(FileError)
    func setOwner(_ owner: UInt32, group: UInt32, of file: FileHandle) throws(FileError)

    /// Gives a file another name, replacing any file of that name.
    func rename(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError)
    /// Gives a file a second name; ``SystemCode/taken`` if the name is in use.
    func link(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError)
    func remove(_ path: FilePath, in folder: FileHandle?) throws(FileError)
    func removeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError)
    /// Makes a folder for its owner only; ``SystemCode/taken`` if the name is in use.
    func makeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError)

    /// Lends the entries of a folder except `.` and `..`, in its own order, until the closure returns false.
    ///
    /// Fails on the first error, so that half a folder never passes for the whole.
    func forEachEntry(
        of folder: FileHandle, _ body: (_ name: borrowing Span<UInt8>, _ kind: FileKind?) -> Bool
    ) throws(FileError)

    /// Takes a lock; false if another process has it and `waits` is false.
    func lock(_ file: FileHandle, _ kind: LockKind, waits: Bool) throws(FileError) -> Bool
    func unlock(_ file: FileHandle)

    /// Returns a path from the root without links, `.` and `..` (realpath(3)).
    func resolved(_ path: FilePath) throws(FileError) -> FilePath
    /// Sleeps for a number of microseconds before a lock is tried again.
    func pause(_ microseconds: UInt32)
    /// A unique number for the name of a file.
    func uniqueNumber() -> UInt64
    /// The number of bytes that this user may still write below a path (statvfs(3)).
    func room(at path: FilePath) throws(FileError) -> Int64
}
