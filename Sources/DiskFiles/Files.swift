/// An open file, by the number that its ``Files`` gave it: the kernel's descriptor, or that of a simulated disk.
public struct FileHandle: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }
}

/// What a file is opened for. None of them waits: a pipe in the place of a file would block an ordinary open (open(2)).
public enum OpenMode: Hashable, Sendable {
    case read
    /// A file that is there.
    case readWrite
    /// A file that is made where there is none, for its owner only.
    case create
    /// A file that must not be there yet, for its owner only, whatever the umask is.
    case createNew
    /// A folder, to list it, to lock it, to make its names last, or to find others from it.
    case folder
    /// Nothing: it is found, and its status can be asked (open(2), O_PATH).
    case find
    /// A file without a name in a folder, which is gone when it is closed (open(2), O_TMPFILE).
    case nameless
}

/// How far links are followed on the way to a file.
public enum LinkRule: Hashable, Sendable {
    case followed
    /// A link at the end of the way is refused, or found itself.
    case refused
    /// Nothing on the way leads out of the folder from which it begins; ``SystemCode/leadsOut`` says that something does.
    case beneath
}

/// What this user may do with a file (access(2)).
public enum FileAccess: Hashable, Sendable {
    case exists, read, write, execute
}

/// A user, by the numbers of the system.
public struct FileUser: Hashable, Sendable {
    /// In whose name files are made (geteuid(2)).
    public let effective: UInt32
    /// Who started the program (getuid(2)): root may work in another's name.
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
/// These are its calls; whatever is made of several (replacing a file, reading a whole one) is written over them, once, in
/// extensions, and so runs on a simulated disk as well. A path counts from `folder` where one is given, else from the working
/// directory.
public protocol Files: AnyObject, Sendable {
    /// In whose name files are made.
    var user: FileUser { get }
    /// Which start of the system it is: what nobody waited for is lost with it. Nil where the system does not tell.
    var startOfSystem: String? { get }
    /// The clock by which files are stamped.
    var now: FileTime { get }
    /// The name by which SQLite finds these files (<https://www.sqlite.org/vfs.html>); nil for the system's own.
    var databaseSystem: String? { get }

    func open(
        _ path: FilePath, in folder: FileHandle?, _ mode: OpenMode, links: LinkRule
    ) throws(FileError) -> FileHandle
    func close(_ file: FileHandle)

    /// Fills `range` of a buffer from `offset` of the file, and returns how many bytes there were: fewer only at its end.
    func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64
    ) throws(FileError) -> Int
    /// Writes all bytes at an offset, or throws; then a part of them may be written.
    func write(_ bytes: borrowing Span<UInt8>, to file: FileHandle, at offset: Int64) throws(FileError)
    func truncate(_ file: FileHandle, to size: Int64) throws(FileError)
    /// Makes what was written last; of a folder, its names (fsync(2)).
    func sync(_ file: FileHandle) throws(FileError)
    /// Makes all last that was written to the file system of a file; false where the system has no such call (syncfs(2)).
    func syncAll(with file: FileHandle) throws(FileError) -> Bool

    func status(of file: FileHandle) throws(FileError) -> FileStatus
    func status(of path: FilePath, in folder: FileHandle?, links: LinkRule) throws(FileError) -> FileStatus
    func allows(_ access: FileAccess, of path: FilePath) throws(FileError)
    /// Sets when a file was changed last; nil for now (utimensat(2)).
    func setModified(_ time: FileTime?, of file: FileHandle) throws(FileError)
    func setPermissions(_ permissions: UInt32, of path: FilePath) throws(FileError)
    func setOwner(_ owner: UInt32, group: UInt32, of file: FileHandle) throws(FileError)

    /// Gives a file another name, which takes the place of what has it.
    func rename(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError)
    /// Gives a file a second name; ``SystemCode/taken`` where something has it.
    func link(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError)
    func remove(_ path: FilePath, in folder: FileHandle?) throws(FileError)
    func removeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError)
    /// Makes a folder for its owner only; ``SystemCode/taken`` where something has the name.
    func makeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError)

    /// Lends what a folder holds but `.` and `..`, in its own order, until the closure is false.
    ///
    /// Fails on the first error, so that half a folder never passes for the whole.
    func forEachEntry(
        of folder: FileHandle, _ body: (_ name: borrowing Span<UInt8>, _ kind: FileKind?) -> Bool
    ) throws(FileError)

    /// Takes a lock; false where another has it and `waits` is false.
    func lock(_ file: FileHandle, _ kind: LockKind, waits: Bool) throws(FileError) -> Bool
    func unlock(_ file: FileHandle)

    /// Returns a path from the root without links, `.` and `..` (realpath(3)).
    func resolved(_ path: FilePath) throws(FileError) -> FilePath
    /// Lets others work for a while, in microseconds, before a lock is asked for again.
    func pause(_ microseconds: UInt32)
    /// A number that no other caller gets, for the name of a file.
    func uniqueNumber() -> UInt64
    /// The bytes that this user may still write below a path (statvfs(3)).
    func room(at path: FilePath) throws(FileError) -> Int64
}
