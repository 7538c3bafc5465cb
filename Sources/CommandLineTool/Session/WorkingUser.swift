internal import Glibc
internal import MailLedger

/// The user in whose name files are made: where root works on another's ledger, its owner.
///
/// SQLite, the content store, the views and the keys make files in many places, and what root left among them its owner could
/// neither read nor replace. So the whole process makes them as the owner, from before the ledger is opened to its end. Root reads
/// what it may always, so that mail comes in that only root reads, and writes what the owner may write: a link in the ledger leads
/// nowhere else. What belongs to root and not to the ledger is done by ``asItself(_:)``.
enum WorkingUser {
    /// capget(2) and capset(2), which have no header here.
    private typealias Call =
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> CInt

    /// `_LINUX_CAPABILITY_VERSION_3` of capget(2).
    private static let version: UInt32 = 0x2008_0522

    /// CAP_DAC_READ_SEARCH of capabilities(7).
    private static let readAndSearch: UInt32 = 1 << 2

    /// Has root make files in the name of whom a ledger's folder belongs to; for all others, and where nothing is there, nothing changes.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` where the system does not let root do so.
    static func becomeOwner(of location: LedgerLocation) throws(LedgerError) {
        guard geteuid() == 0 else { return }
        var status = stat()
        guard unsafe stat(location.directory, &status) == 0, status.st_uid != 0 else { return }
        // The group first: as another user there is no right to change it.
        guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw .io(
                path: location.directory,
                reason: "root cannot work in its owner's name: \(reason); \(LedgerLocation.advice(status.st_uid))")
        }
        keepReading()
    }

    /// Does as root what goes elsewhere than into the ledger: a backup, a witness, root's own configuration.
    static func asItself<Result>(_ body: () throws -> Result) rethrows -> Result {
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

    /// In whose name root works; nil where it does not.
    static var owner: String? {
        getuid() == 0 && geteuid() != 0 ? LedgerLocation.userName(geteuid()) : nil
    }

    // The system takes root's rights from a process that works as another user, and lets it take them back, as its real user
    // is root (capabilities(7)). Where that fails, the owner's rights are all there are.
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
