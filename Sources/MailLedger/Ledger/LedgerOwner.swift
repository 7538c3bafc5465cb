internal import Glibc

extension LedgerLocation {
    /// What another user than the owner is told, who is not root either; nil for these two, and where nothing is there.
    var adviceToOthers: String? {
        var status = stat()
        guard getuid() != 0, geteuid() != 0, unsafe stat(directory, &status) == 0, status.st_uid != geteuid() else {
            return nil
        }
        return Self.advice(status.st_uid)
    }

    /// The name of a user.
    package static func userName(_ user: UInt32) -> String { SystemUser.name(of: user) }

    /// Whose it is, and how to work on it.
    package static func advice(_ owner: UInt32) -> String {
        let name = SystemUser.name(of: owner)
        return
            "it belongs to \(name); work as \(name), as with 'sudo -u \(name.hasPrefix("uid ") ? "#\(owner)" : name)'"
    }
}

/// Users as the system names them.
enum SystemUser {
    /// The name of a user, or `uid 1000` where it has none.
    static func name(of user: uid_t) -> String {
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else { return "uid \(user)" }
        return unsafe String(cString: name)
    }

    /// Whom this process works for: root stays root where it makes files in another's name.
    static var own: uid_t { getuid() == 0 ? 0 : geteuid() }
}
