internal import Glibc

/// Users as the system names them (getpwuid(3)).
public enum SystemUser {
    /// The name of a user, or `uid 1000` where it has none.
    public static func name(of user: UInt32) -> String {
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else { return "uid \(user)" }
        return unsafe String(cString: name)
    }

    /// The name of the user for whom this process works: root stays root where it makes files in another's name.
    // Asked for more than once, and looked up in several files each time.
    public static let current = name(of: getuid() == 0 ? 0 : geteuid())
}
