internal import DiskFiles
internal import SystemIdentity

extension LedgerLocation {
    /// The advice for a user who is neither the owner nor root; nil for these two, and if nothing is there.
    var adviceToOthers: String? {
        let user = files.user
        guard user.real != 0, user.effective != 0, let owner = try? files.status(of: directory).owner,
            owner != user.effective
        else { return nil }
        return Self.advice(owner)
    }

    /// The advice that names the owner, and says how to work on the ledger.
    package static func advice(_ owner: UInt32) -> String {
        let name = SystemUser.name(of: owner)
        return
            "it belongs to \(name); work as \(name), as with 'sudo -u \(name.hasPrefix("uid ") ? "#\(owner)" : name)'"
    }
}
