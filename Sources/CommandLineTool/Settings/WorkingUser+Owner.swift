internal import DiskFiles
internal import MailLedger
internal import SystemIdentity

/// Where root works on another's ledger, files are made in the name of its owner.
///
/// SQLite, the content store, the views and the keys make files in many places, and what root left among them its owner could
/// neither read nor replace. So the whole process makes them as the owner, from before the ledger is opened to its end. Root reads
/// what it may always, so that mail comes in that only root reads, and writes what the owner may write: a link in the ledger leads
/// nowhere else. What belongs to root and not to the ledger is done by ``asItself(_:)``.
extension WorkingUser {
    /// Has root make files in the name of whom a ledger's folder belongs to; for all others, and where nothing is there, nothing changes.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` where the system does not let root do so.
    static func becomeOwner(of location: LedgerLocation) throws(LedgerError) {
        let files = location.files
        guard files.user.effective == 0, let status = try? files.status(of: location.directory), status.owner != 0,
            let refusal = become(status.owner, group: status.group)
        else { return }
        throw .io(
            path: location.directory,
            reason: "root cannot work in its owner's name: \(SystemCode(refusal).words);"
                + " \(LedgerLocation.advice(status.owner))")
    }

    /// In whose name root works; nil where it does not.
    static var owner: String? {
        let user = KernelFiles.shared.user
        return user.real == 0 && user.effective != 0 ? SystemUser.name(of: user.effective) : nil
    }
}
