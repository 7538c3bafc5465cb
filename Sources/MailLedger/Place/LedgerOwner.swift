internal import DiskFiles
internal import SystemIdentity

extension LedgerLocation {
    /// What another user than the owner is told, who is not root either; nil for these two, and where nothing is there.
    var adviceToOthers: String? {
        let user = files.user
        guard user.real != 0, user.effective != 0, let owner = try? files.status(of: directory).owner,
            owner != user.effective
        else { return nil }
        return Self.advice(owner)
    }

    /// Whose it is, and how to work on it.
    package static func advice(_ owner: UInt32) -> String {
        let name = SystemUser.name(of: owner)
        return
            "it belongs to \(name); work as \(name), as with 'sudo -u \(name.hasPrefix("uid ") ? "#\(owner)" : name)'"
    }
}
