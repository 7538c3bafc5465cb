public import DiskFiles
public import EventLog
package import Mail

/// The folder of a ledger, and the files in it.
public struct LedgerLocation: Hashable, Sendable {
    /// An absolute path.
    public let directory: String
    /// The disk that it is on.
    public let files: any Files
    /// Whether a ledger that its maker has not finished with may be opened here.
    package var opensUnfinished = false

    public var logPath: String { directory + "/log.sqlite" }
    package var log: any LogPlace { LogFile(logPath, on: files) }
    public var searchPath: String { directory + "/search.sqlite" }
    var contentLockPath: String { directory + "/content.lock" }
    var erasureLockPath: String { directory + "/erase.lock" }
    public var viewsDirectory: String { directory + "/views" }
    /// The read models that programs add, a file each.
    public var addedViewsDirectory: String { viewsDirectory + "/added" }
    /// The folder of the key that signs checkpoints.
    public let keysDirectory: String
    /// The folder of subscribers' positions, a file for each.
    public var cursorsDirectory: String { directory + "/cursors" }

    /// How much of each upload is done, a file each, and what was uploaded to be used in mail.
    var uploadsDirectory: String { directory + "/uploads" }

    /// Where the last backup is noted.
    package var backupNotePath: String { directory + "/last-backup.json" }

    /// What imports remember of the files they took, a file for each path.
    package var importsDirectory: String { directory + "/imports" }

    /// Takes a path as typed; a relative one starts at the working directory.
    ///
    /// - Parameter keys: The folder of keys, if it is another than `keys` in it.
    public init(_ path: String, keys: String? = nil, on files: any Files = KernelFiles.shared) {
        var absolute = path
        if !path.hasPrefix("/"), let current = files.resolved(".") { absolute = current + "/" + path }
        // Two slashes at the start would be the authority of a URI (RFC 3986 section 3.2).
        while absolute.hasPrefix("//") { absolute.removeFirst() }
        while absolute.count > 1, absolute.hasSuffix("/") { absolute.removeLast() }
        directory = absolute
        keysDirectory = keys ?? absolute + "/keys"
        self.files = files
    }

    public static func == (left: LedgerLocation, right: LedgerLocation) -> Bool {
        left.directory == right.directory && left.files === right.files
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(directory)
        hasher.combine(ObjectIdentifier(files))
    }

    /// `$MAILLEDGER`, else `$XDG_DATA_HOME/mailledger/default`, else `~/.local/share/mailledger/default`.
    ///
    /// A path in `XDG_DATA_HOME` or `HOME` that is not absolute is ignored
    /// (<https://specifications.freedesktop.org/basedir-spec/latest/#variables>).
    /// - Throws: ``LedgerError/noPlace`` if none of them says where.
    public static func standard(
        environment: [String: String], on files: any Files = KernelFiles.shared
    ) throws(LedgerError) -> LedgerLocation {
        if let named = environment["MAILLEDGER"], !named.isEmpty { return LedgerLocation(named, on: files) }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return LedgerLocation(data + "/mailledger/default", on: files)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noPlace }
        return LedgerLocation(home + "/.local/share/mailledger/default", on: files)
    }

    /// Refuses a path in the folder of a ledger, whose files are not to be replaced and have no room for others.
    package static func requireOutside(_ path: String, on files: any Files) throws(DomainError) {
        var folder = LedgerLocation(path, on: files).directory
        // A missing path is where its parent folder is, after following any links.
        while folder != "/", !files.exists(folder) { folder = parent(of: folder) }
        folder = files.resolved(folder) ?? folder
        while folder != "/" {
            let location = LedgerLocation(folder, on: files)
            if location.hasLog, files.exists(folder + "/content.sqlite") {
                throw DomainError.conflict("\(path) lies in the ledger \(folder); choose a place outside of it")
            }
            folder = parent(of: folder)
        }
    }

    private static func parent(of path: String) -> String {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        return "/" + parent
    }

    private var moveMark: MoveMark { MoveMark(besideLog: logPath, on: files) }

    /// The place to which the ledger has moved; nil if it has not.
    package var movedTo: String? { (try? moveMark.place()) ?? nil }

    /// Refuses writes from now on, because the ledger lives elsewhere.
    package func seal(movedTo place: String) throws(LedgerError) {
        try onDisk { () throws(FileError) in try moveMark.leave(place) }
    }

    /// Takes writes again.
    package func unseal() throws(LedgerError) {
        try onDisk { () throws(FileError) in try moveMark.remove() }
    }

    /// Writes a small file as a whole: it is there with all its bytes, or as it was.
    package func replaceFile(_ path: String, with bytes: [UInt8]) throws(LedgerError) {
        try NewFile.replace(path, with: bytes, on: files)
    }

    /// Whether something is there, a folder or not.
    package var exists: Bool { files.exists(directory) }

    /// Whether the log is there, without which it is no ledger.
    package var hasLog: Bool { files.exists(logPath) }

    package static let unfinishedName = "unfinished"
    private var unfinishedMark: String { directory + "/" + Self.unfinishedName }

    /// Whether the ledger was made, and its maker has not finished with it: nobody else opens it.
    package var isUnfinished: Bool { files.exists(unfinishedMark) }

    package func markUnfinished() throws(LedgerError) { try replaceFile(unfinishedMark, with: []) }

    package func markFinished() throws(LedgerError) {
        try onDisk { () throws(FileError) in _ = try files.removeIfThere(unfinishedMark) }
    }

    /// The file by which a folder is a backup of a ledger.
    package static let backupManifest = "backup.json"

    /// Whether a backup of a ledger is there, which is no ledger.
    var hasBackup: Bool { files.exists(directory + "/" + Self.backupManifest) }

    /// Whether it has contents or read models, which are never without a log.
    package var hasRemains: Bool { files.exists(directory + "/content.sqlite") || files.isFolder(viewsDirectory) }

    /// Whether a folder is there.
    package var isDirectory: Bool { files.isFolder(directory) }

    /// Whether this process may make and change files in the folder.
    var isWritable: Bool { files.allows(.write, of: directory) }

    /// Refuses a ledger that this user may not read, and a file in the place of the folder.
    package func requireReadable() throws(LedgerError) {
        if exists, !isDirectory { throw .notAFolder(path: directory) }
        do throws(FileError) {
            try files.allows(.read, of: FilePath(logPath))
        } catch {
            guard error.code == .noAccess else { return }
            // A user who may not enter the folder does not see the log: then the folder is the unreadable one.
            throw .unreadable(
                path: hasLog ? logPath : directory,
                reason: adviceToOthers.map { "\(error.reason), for \($0)" } ?? error.reason)
        }
    }

    /// Refuses a ledger in which others than its owner may change the log, the contents or the keys.
    package func requireOthersKeptOut() throws(LedgerError) {
        for path in [directory, logPath, directory + "/content.sqlite", keysDirectory] {
            guard let status = try? files.status(of: path) else { continue }
            if status.permissions & 0o022 != 0 { throw .writableByOthers(path: path) }
        }
    }

    /// Makes the folder and those above it, for its owner only.
    package func makeDirectory() throws(LedgerError) {
        var path = ""
        for component in directory.split(separator: "/") {
            path += "/" + component
            do throws(FileError) {
                try files.makeFolder(FilePath(path), in: nil)
            } catch {
                guard error.code == .taken || error.code == .isAFolder else {
                    throw .io(path: path, reason: error.reason)
                }
            }
        }
        try? files.setPermissions(0o700, of: directory)
    }

    /// Makes the folder, and keeps other makers of a ledger out of it (flock(2)) while the closure fills it.
    ///
    /// What is in the folder may have changed since it was last looked at.
    ///
    /// - Throws: `EventLogError.busy` while another process makes a ledger there.
    package func makingLedger<Output>(_ body: () throws -> Output) throws -> Output {
        try makeDirectory()
        let folder = try onDisk { () throws(FileError) in try SharedFile(files, FilePath(directory), .folder) }
        // A command that only looks holds it for a moment.
        let isFree = try onDisk { () throws(FileError) in
            try files.wait(atMost: .seconds(1)) { () throws(FileError) in
                try folder.lock(.exclusive, waits: false)
            }
        }
        // A maker that failed may have removed the folder that was opened.
        let opened = try onDisk { () throws(FileError) in try folder.status() }
        guard isFree, (try? files.status(of: directory))?.identity == opened.identity else { throw Self.beingMade }
        defer { files.unlock(folder.handle) }
        return try body()
    }

    private static let beingMade = EventLogError.busy(holder: "another process, which is making it")

    /// Refuses a folder in which another process is making a ledger.
    func requireNotBeingMade() throws {
        guard let folder = try? SharedFile(files, FilePath(directory), .folder) else { return }
        guard (try? folder.lock(.shared, waits: false)) ?? true else { throw Self.beingMade }
        files.unlock(folder.handle)
    }

    /// Refuses a file system on which SQLite's locks cannot be trusted (<https://www.sqlite.org/wal.html>, section 1).
    package func requireLocalFileSystem() throws(LedgerError) {
        let networks = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "coda", "glusterfs", "lustre",
        ]
        guard let type = MountTable.current(on: files)?.fileSystemType(of: files.resolved(directory) ?? directory)
        else {
            return
        }
        if networks.contains(type) || type.hasPrefix("fuse.sshfs") || type.hasPrefix("fuse.glusterfs") {
            throw LedgerError.networkFileSystem(path: directory)
        }
    }

    /// Bytes on disk of one file with the journals beside it.
    func bytes(of path: String) -> Int64 {
        ["", "-wal"].reduce(0) { $0 + (files.size(of: path + $1) ?? 0) }
    }
}

/// The refusals of a ledger as a whole.
public enum LedgerError: Error, Hashable, Sendable {
    case networkFileSystem(path: String)
    case io(path: String, reason: String)
    /// Users other than its owner may change it, and so choose its contents.
    case writableByOthers(path: String)
    /// It is another user's, and only the owner and root change it.
    case ownedByAnother(path: String, advice: String)
    /// This user may not read it.
    case unreadable(path: String, reason: String)
    /// A file is in the ledger's place.
    case notAFolder(path: String)
    /// The folder exists, and contains something other than a ledger.
    case directoryNotEmpty(path: String)
    /// A backup stands where a ledger was expected.
    case isBackup(path: String)
    /// The rest of a ledger is there, and its log is missing or empty.
    case logGone(path: String)
    /// A restore made the ledger, and has not erased in it yet what was erased since the backup.
    case unfinished(path: String)
    /// No setting gives the place of the ledger.
    case noPlace
    /// Nothing says where the caches and keys of ledgers on servers are.
    case noPlaceForCaches
    /// The request reads or replaces more than a unit of work can revert: do it before or after.
    case insideUnitOfWork
    /// The ledger is at a past moment, in which nothing can be changed.
    case inThePast(Position)
    /// Read models that were built have rows that belong to nothing, and were not made live.
    case orphanedRows(Int)
}

extension LedgerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .networkFileSystem(let path): "\(path) is on a network file system, where locks cannot be trusted"
        case .io(let path, let reason): "\(path): \(reason)"
        case .writableByOthers(let path):
            "\(path) can be changed by others than its owner; 'chmod go-w \(path)' takes that from them"
        case .ownedByAnother(let path, let advice): "\(path) cannot be changed: \(advice)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .notAFolder(let path): "\(path) is not a ledger: it is a file, and a ledger is a folder"
        case .isBackup(let path): "\(path) is a backup of a ledger, and no ledger"
        case .logGone(let path):
            "the log of the ledger \(path) is missing or empty, and the rest of the ledger is there"
        case .unfinished(let path):
            "the restore of \(path) was stopped before it had erased again what was erased since; repeat the same command"
        case .directoryNotEmpty(let path): "\(path) is not empty and holds no ledger"
        case .insideUnitOfWork: "this cannot be part of a transaction of several commands: do it before or after"
        case .inThePast(let position): "the past cannot be changed: the ledger is read as of position \(position)"
        case .orphanedRows(let count):
            "the read models that were built have \(count) rows that belong to nothing; the live ones stay"
        case .noPlace: "HOME is not set: set MAILLEDGER to the ledger's folder"
        case .noPlaceForCaches:
            "HOME is not set: set XDG_CACHE_HOME and XDG_DATA_HOME to the folders of this machine's caches and keys"
        }
    }
}
