internal import Glibc

/// The error number with which the kernel refused a call (errno(3)).
public struct SystemCode: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }

    /// The code of the call that this thread has just seen fail.
    public static var last: SystemCode { SystemCode(errno) }

    /// The system's own words (strerror(3)).
    public var words: String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}

extension SystemCode {
    public static let notThere = SystemCode(ENOENT)
    /// A part of the way is no folder.
    public static let notAFolder = SystemCode(ENOTDIR)
    public static let isAFolder = SystemCode(EISDIR)
    /// The name is taken.
    public static let taken = SystemCode(EEXIST)
    public static let notEmpty = SystemCode(ENOTEMPTY)
    public static let noAccess = SystemCode(EACCES)
    public static let notPermitted = SystemCode(EPERM)
    public static let readOnlyMedium = SystemCode(EROFS)
    public static let noRoom = SystemCode(ENOSPC)
    public static let overQuota = SystemCode(EDQUOT)
    public static let inputOutput = SystemCode(EIO)
    /// A link leads farther than it may: open(2) itself has no use for this code.
    public static let leadsOut = SystemCode(EXDEV)
    public static let tooManyLinks = SystemCode(ELOOP)
    /// The call means nothing for this kind of file.
    public static let invalid = SystemCode(EINVAL)
    public static let notSupported = SystemCode(EOPNOTSUPP)
    public static let noSuchCall = SystemCode(ENOSYS)
    /// Nothing is open under the number.
    public static let notOpen = SystemCode(EBADF)
    /// The pipe's reader has gone.
    public static let brokenPipe = SystemCode(EPIPE)

    /// Whether nothing is at the path: neither the name nor the way to it.
    public var meansNothingThere: Bool { self == .notThere || self == .notAFolder }
    public var meansNoRoom: Bool { self == .noRoom || self == .overQuota }
    /// Whether this user, or every user, may not write there.
    public var meansNotWritable: Bool { [.readOnlyMedium, .noAccess, .notPermitted].contains(self) }
}
