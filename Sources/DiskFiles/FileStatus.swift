internal import Glibc

/// The kind of object at a path.
public enum FileKind: String, Hashable, Sendable {
    case regular
    case directory
    case pipe = "named pipe"
    case socket
    case device
    case symbolicLink = "symbolic link"
    case other

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }

    /// The kind that a folder gives for an entry (`d_type` of readdir(3)); nil if it gives none.
    init?(entry type: UInt8) {
        switch Int(type) {
        case DT_REG: self = .regular
        case DT_DIR: self = .directory
        case DT_LNK: self = .symbolicLink
        case DT_FIFO: self = .pipe
        case DT_SOCK: self = .socket
        case DT_CHR, DT_BLK: self = .device
        default: return nil
        }
    }
}

/// A time of a file, in seconds since 1970 and nanoseconds.
public struct FileTime: Hashable, Comparable, Sendable {
    public let seconds: Int64
    public let nanoseconds: Int64

    public init(seconds: Int64, nanoseconds: Int64) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The time that many microseconds after 1970, or before it if negative.
    public init(microseconds: Int64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self.seconds = rest < 0 ? seconds - 1 : seconds
        nanoseconds = (rest < 0 ? rest + 1_000_000 : rest) * 1000
    }

    public static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Microseconds since 1970.
    public var microseconds: Int64 { seconds * 1_000_000 + nanoseconds / 1000 }
}

/// The identity of a file, independent of its name.
public struct FileIdentity: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The status of a file in the file system (stat(2)).
public struct FileStatus: Hashable, Sendable {
    public let identity: FileIdentity
    public let kind: FileKind
    /// The permissions, in the nine bits of chmod(2).
    public let permissions: UInt32
    /// The number of names that it has.
    public let links: Int
    public let owner: UInt32
    public let group: UInt32
    /// In bytes.
    public let size: Int64
    public let modified: FileTime
    /// The last change of it, its names or its permissions.
    public let changed: FileTime

    public init(
        identity: FileIdentity, kind: FileKind, permissions: UInt32, links: Int, owner: UInt32, group: UInt32,
        size: Int64,
        modified: FileTime, changed: FileTime
    ) {
        self.identity = identity
        self.kind = kind
        self.permissions = permissions
        self.links = links
        self.owner = owner
        self.group = group
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    init(_ status: stat) {
        self.init(
            identity: FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)),
            kind: FileKind(mode: status.st_mode), permissions: status.st_mode & 0o777, links: Int(status.st_nlink),
            owner: status.st_uid, group: status.st_gid, size: Int64(status.st_size),
            modified: FileTime(seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec)),
            changed: FileTime(seconds: Int64(status.st_ctim.tv_sec), nanoseconds: Int64(status.st_ctim.tv_nsec)))
    }

    public var isFolder: Bool { kind == .directory }
    public var isRegular: Bool { kind == .regular }
}
