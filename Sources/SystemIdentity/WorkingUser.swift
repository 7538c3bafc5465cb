internal import Glibc

/// The user in whose name this process works (credentials(7)).
///
/// Root may work as another user. Then it reads everything, but writes only what that user may write.
public enum WorkingUser {
    /// capget(2) and capset(2), which have no header here.
    private typealias Call =
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> CInt

    /// `_LINUX_CAPABILITY_VERSION_3` of capget(2).
    private static let version: UInt32 = 0x2008_0522

    /// CAP_DAC_READ_SEARCH of capabilities(7).
    private static let readAndSearch: UInt32 = 1 << 2

    /// Lets root work as another user.
    ///
    /// - Returns: The error number with which the system refused that (errno(3)); nil if it succeeded.
    public static func become(_ user: UInt32, group: UInt32) -> Int32? {
        // The group first: as another user there is no right to change it.
        guard setegid(group) == 0, seteuid(user) == 0 else { return errno }
        keepReading()
        return nil
    }

    /// Runs a closure as root if root works as another user; otherwise without a change of user.
    public static func asItself<Result>(_ body: () throws -> Result) rethrows -> Result {
        let (owner, group) = (geteuid(), getegid())
        guard getuid() == 0, owner != 0, seteuid(0) == 0 else { return try body() }
        _ = setegid(getgid())
        defer {
            let isOwner = setegid(group) == 0 && seteuid(owner) == 0
            precondition(isOwner, "root may work as anybody")
            keepReading()
        }
        return try body()
    }

    // The system takes root's rights from a process that works as another user, and lets it take them back, as its real user
    // is root (capabilities(7)). If that fails, the owner's rights are all there are.
    private static func keepReading() {
        guard let get = unsafe call("capget"), let set = unsafe call("capset") else { return }
        // Version and process; then effective, permitted and inheritable, twice.
        var header: [UInt32] = [version, 0]
        var rights = [UInt32](repeating: 0, count: 6)
        unsafe header.withUnsafeMutableBytes { header in
            unsafe rights.withUnsafeMutableBytes { rights in
                guard let header = header.baseAddress, let bytes = rights.baseAddress,
                    unsafe get(header, bytes) == 0
                else { return }
                let words = unsafe rights.bindMemory(to: UInt32.self)
                unsafe words[0] = unsafe words[1] & readAndSearch
                _ = unsafe set(header, bytes)
            }
        }
    }

    private static func call(_ name: String) -> Call? {
        unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: Call.self) }
    }
}
