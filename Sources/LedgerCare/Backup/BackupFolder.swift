internal import Cryptography
package import DiskFiles
internal import Domain
internal import EventLog
internal import JSONCoding
package import LedgerKernel
internal import Mailboxes

/// The folder of a backup, and the files in it.
///
/// It is no ledger, so that no command works in it by mistake: its log has another name.
struct BackupFolder {
    let path: String
    let files: any Files

    var logPath: String { path + "/events.sqlite" }
    var manifestPath: String { path + "/" + LedgerLocation.backupManifest }
    var checkpointPath: String { path + "/checkpoint" }
    var keysPath: String { path + "/keys" }
    private var lockPath: String { path + "/backup.lock" }

    init(_ path: String, on files: any Files) {
        self.path = LedgerLocation(path, on: files).directory
        self.files = files
    }

    /// Opens the log, whatever program wrote it.
    func openLog(_ access: LogAccess = .readOnly) throws -> any LogStore {
        try log.openCopy(access)
    }

    var log: LogFile { LogFile(logPath, on: files) }

    /// The reason why a folder without a manifest cannot be restored from.
    var refusalWithoutManifest: any Error {
        guard files.exists(path) else { return LedgerError.io(path: path, reason: SystemCode.notThere.words) }
        return files.exists(logPath) ? BackupError.incomplete(path: path) : BackupError.notABackup(path: path)
    }

    /// Makes the folder if it does not exist, and keeps other backups out as long as the lock is held.
    ///
    /// - Throws: ``BackupError/notEmpty(path:)`` if the folder holds other things.
    func prepare() throws -> OutputFile {
        try LedgerLocation.requireOutside(path, on: files)
        let place = LedgerLocation(path, on: files)
        if place.exists, !place.isDirectory { throw BackupError.notEmpty(path: path) }
        if place.exists { try requireOwnFiles() } else { try place.makeDirectory() }
        for name in try names() where Self.isOwn(name) { try requireNoLink("\(path)/\(name)") }
        do {
            guard let lock = try OutputFile(locking: lockPath, on: files) else { throw BackupError.inUse(path: path) }
            try removeLeftovers()
            return lock
        } catch let failure as WriteFailure {
            throw LedgerError.io(path: failure.path, reason: failure.reason)
        }
    }

    /// Keeps backups out as long as the lock is held, without writing; nil if the folder has no file to lock.
    ///
    /// - Throws: ``BackupError/inUse(path:)`` while a backup is made there.
    func keepingWritersOut() throws -> SharedFile? {
        guard let file = try? SharedFile(files, FilePath(lockPath), .read) else { return nil }
        // A file system without locks is no reason to restore nothing.
        guard (try? file.lock(.shared, waits: false)) ?? true else { throw BackupError.inUse(path: path) }
        return file
    }

    /// A first backup that was stopped has no manifest yet.
    private func requireOwnFiles() throws {
        guard !files.exists(manifestPath) else { return }
        guard try names().allSatisfy(Self.isOwn) else { throw BackupError.notEmpty(path: path) }
    }

    private func names() throws(LedgerError) -> [String] {
        try onDisk { () throws(FileError) in try files.names(in: path) }
    }

    /// A user who can put a link here must not choose the place where mail and keys are written.
    private func requireNoLink(_ file: String) throws {
        guard let status = try? files.status(of: file, links: .refused), status.kind == .symbolicLink else { return }
        throw WriteRefusal.link(path: file).conflict
    }

    private static func isOwn(_ name: String) -> Bool {
        ["content", "keys", "checkpoint", "backup.lock"].contains(name)
            || ["events.sqlite", "content.sqlite", NewFile.asidePrefix].contains { name.hasPrefix($0) }
    }

    /// Removes the files that a killed backup was writing, which may have mail that is erased by now, or a key that has
    /// a passphrase by now.
    private func removeLeftovers() throws {
        try onDisk { () throws(FileError) in
            for folder in [path, keysPath] {
                for name in try files.namesIfThere(in: folder) where NewFile.isAside(name) || log.isLeftover(name) {
                    let path = "\(folder)/\(name)"
                    if try files.status(of: path, links: .refused).isRegular { try files.remove(path) }
                }
            }
        }
    }

    // MARK: What was signed

    /// Returns the checkpoint that was signed with the last backup that could be; nil if there is none.
    func checkpoint() throws -> SignedCheckpoint? {
        guard let bytes = try NewFile.contents(of: checkpointPath, limit: 1 << 20, on: files) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self), let checkpoint = SignedCheckpoint(text) else {
            throw BackupError.damaged(path: checkpointPath, reason: "it is not a checkpoint")
        }
        return checkpoint
    }

    func write(_ checkpoint: SignedCheckpoint) throws {
        try NewFile.replace(checkpointPath, with: Array(checkpoint.note.description.utf8), on: files)
    }

    /// Copies the keys that there are in a folder, and returns whether the signing key is one.
    func takeKeys(from folder: String) throws -> Bool {
        try copyKeys(from: folder, on: files, to: keysPath, on: files)
    }

    // MARK: The manifest

    /// Returns the manifest of the last backup; nil if none was finished.
    func manifest() throws -> BackupManifest? {
        guard let bytes = try NewFile.contents(of: manifestPath, limit: 1 << 20, on: files) else { return nil }
        guard let manifest = try? JSONBytesDecoder().decode(BackupManifest.self, from: bytes) else {
            throw BackupError.damaged(path: manifestPath, reason: "it is no manifest of a backup")
        }
        guard manifest.version == BackupManifest.version else {
            throw BackupError.newer(path: path, version: manifest.version)
        }
        return manifest
    }

    /// Puts a manifest into the place of the one before: with it a backup is complete.
    func write(_ manifest: BackupManifest) throws {
        try NewFile.replace(
            manifestPath, with: JSONBytesEncoder(.init(pretty: true)).encode(manifest) + [0x0a], on: files)
    }
}

extension LedgerLocation {
    /// Copies the keys that there are in a folder, and returns whether the signing key is one.
    @discardableResult
    package func takeKeys(from folder: String, on source: any Files) throws -> Bool {
        try copyKeys(from: folder, on: source, to: keysDirectory, on: files)
    }

    /// Copies the keys of a ledger of which the log here is a part, and returns whether a signing key is among them.
    ///
    /// A signing key from behind that part would be none of this log: it stays behind.
    ///
    /// - Parameter verifier: The key that signs for the log here; nil if it names none.
    func takeKeys(of whole: LedgerLocation, signingBy verifier: NoteVerifier?) throws -> Bool {
        let signingKey = try whole.signingKeyPath(of: verifier)
        return try copyKeys(
            from: whole.keysDirectory, on: whole.files, to: keysDirectory, on: files, signingKey: signingKey)
    }
}

private func copyKeys(
    from folder: String, on source: any Files, to target: String, on files: any Files
) throws -> Bool {
    try copyKeys(from: folder, on: source, to: target, on: files, signingKey: folder + "/signing.key")
}

private func copyKeys(
    from folder: String, on source: any Files, to target: String, on files: any Files, signingKey: String?
) throws -> Bool {
    func copy(_ path: String, as name: String) throws -> Bool {
        guard let key = try NewFile.contents(of: path, limit: 4096, on: source) else { return false }
        try NewFile.makeFolder(target, on: files)
        try NewFile.replace(target + name, with: key, on: files)
        return true
    }
    _ = try copy(folder + LedgerLocation.erasureKeyName, as: LedgerLocation.erasureKeyName)
    return try signingKey.map { try copy($0, as: "/signing.key") } ?? false
}
