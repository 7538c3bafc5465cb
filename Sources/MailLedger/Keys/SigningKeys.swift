internal import DiskFiles
internal import EventLog
internal import Signing

/// The private key of a ledger: the file `keys/signing.key`, for its owner only, or memory for a ledger without a folder.
final class SigningKeys {
    /// Nil for a ledger that lives in memory.
    private let folder: String?
    private let files: any Files
    private let askForPassphrase: PassphraseProvider
    private var inMemory: NoteSigner?
    /// A key that was unlocked before, and by what: nobody is asked twice.
    private var unlocked: (signer: NoteSigner, passphrase: Passphrase)?

    init(folder: String?, on files: any Files, passphrase: @escaping PassphraseProvider) {
        self.folder = folder
        self.files = files
        askForPassphrase = passphrase
    }

    /// Where the key stands; nil for one in memory.
    var path: String? { folder.map { $0 + "/signing.key" } }
    /// Where the next key stands until the log names it.
    private var nextPath: String? { folder.map { $0 + "/signing.key.next" } }

    /// Returns the private half of a key, and asks for its passphrase where it is under one.
    ///
    /// - Throws: ``SigningKeyError`` where it is not here, or stays locked.
    func signer(for verifier: NoteVerifier) throws -> NoteSigner {
        guard let path else {
            guard let inMemory, inMemory.verifier == verifier else { throw SigningKeyError.missing(path: "memory") }
            return inMemory
        }
        return try signer(of: file(for: verifier), at: path)
    }

    /// Returns the file of a key, which stands under the name of the next one where a rotation was cut off before it had its own.
    private func file(for verifier: NoteVerifier) throws -> SigningKeyFile {
        guard let path, let nextPath else { throw SigningKeyError.missing(path: "memory") }
        // Between two looks another process may give it its name.
        for place in [path, nextPath, path] {
            if let file = try SigningKeyFile.read(place, on: files), file.verifier == verifier { return file }
        }
        throw try SigningKeyFile.read(path, on: files) == nil
            ? SigningKeyError.missing(path: path) : SigningKeyError.foreign(path: path)
    }

    private func signer(of file: SigningKeyFile, at path: String) throws -> NoteSigner {
        switch file {
        case .open(let signer): return signer
        case .locked(let locked):
            if let unlocked, unlocked.signer.verifier == locked.verifier { return unlocked.signer }
            guard let passphrase = try askForPassphrase(.toUnlock(path: path)) else {
                throw SigningKeyError.locked(path: path)
            }
            guard let signer = locked.unlocked(by: passphrase) else {
                throw SigningKeyError.wrongPassphrase(path: path)
            }
            unlocked = (signer, passphrase)
            return signer
        }
    }

    /// Checks the file of a key as far as that goes without its passphrase, and with it where nobody has to be asked.
    func check(for verifier: NoteVerifier) throws {
        guard folder != nil else { return }
        do {
            _ = try signer(for: verifier)
        } catch SigningKeyError.locked {
            // The file says whose it is, and has its digest.
        }
    }

    /// Returns the public half of the key that stands here, whatever the log says of it; nil where none does.
    func verifier() throws -> NoteVerifier? {
        guard let path else { return inMemory?.verifier }
        return try SigningKeyFile.read(path, on: files)?.verifier
    }

    /// Whether the key that stands here is under a passphrase.
    func isLocked() throws -> Bool {
        guard let path, case .locked = try SigningKeyFile.read(path, on: files) else { return false }
        return true
    }

    /// Returns what a new key is to be under: what the one before was unlocked by, or, where that one is locked for good,
    /// what somebody chooses; nil for nothing.
    func passphraseForNext(isLost: Bool) throws -> Passphrase? {
        guard let path, try isLost ? isLockedOrDamaged(path) : isLocked() else { return nil }
        if !isLost { return unlocked?.passphrase }
        guard let passphrase = try askForPassphrase(.toProtect(path: path)) else {
            throw SigningKeyError.unprotected(path: path)
        }
        return passphrase
    }

    private func isLockedOrDamaged(_ path: String) throws -> Bool {
        do {
            return try isLocked()
        } catch SigningKeyError.damaged {
            return try SigningKeyFile.wasLocked(path, on: files)
        }
    }

    /// Writes a key aside, for ``adopt(_:)``.
    func stage(_ signer: NoteSigner, under passphrase: Passphrase?) throws {
        guard let folder, let nextPath else { return inMemory = signer }
        try NewFile.makeFolder(folder, on: files)
        // Else the log could name a key that went with the power.
        try onDisk { () throws(FileError) in try files.syncName(of: folder) }
        try write(signer, under: passphrase, to: nextPath)
    }

    /// Puts the key that signs into the place of the one before, where it was staged and has not been put there yet.
    ///
    /// Called under the lock of the writer: else another rotation's key, which nothing signs with yet, could get the name instead.
    func adopt(_ verifier: NoteVerifier) throws {
        guard let path, let nextPath else { return }
        if let file = try? SigningKeyFile.read(path, on: files), file.verifier == verifier { return }
        guard try SigningKeyFile.read(nextPath, on: files)?.verifier == verifier else { return }
        try onDisk(path) { () throws(FileError) in try files.rename(nextPath, to: path) }
    }

    // MARK: What a killed process left

    /// Whether a process was killed while it wrote a key.
    func hasLeftovers() -> Bool {
        folder.map(names)?.contains(where: Self.isLeftover) ?? false
    }

    /// Takes away what such a process left; where only a name is missing to the key that signs, it gets that.
    ///
    /// Called under the lock of the writer, under which alone files are made here. Where the key that signs is not here at
    /// all, everything stays.
    func tidy(for verifier: NoteVerifier) throws {
        guard let folder else { return }
        _ = try file(for: verifier)
        try adopt(verifier)
        for name in names(in: folder) where Self.isLeftover(name) { try? files.remove("\(folder)/\(name)") }
    }

    private func names(in folder: String) -> [String] { (try? files.names(in: folder)) ?? [] }

    private static func isLeftover(_ name: String) -> Bool {
        name == "signing.key.next" || name.hasPrefix(NewFile.asidePrefix)
    }

    /// Writes the key that stands here anew: under another passphrase, or under none.
    func rewrite(_ signer: NoteSigner, under passphrase: Passphrase?) throws {
        guard let path else { return }
        try write(signer, under: passphrase, to: path)
    }

    private func write(_ signer: NoteSigner, under passphrase: Passphrase?, to path: String) throws {
        let file = passphrase.map { SigningKeyFile.locked(signer.locked(under: $0)) } ?? .open(signer)
        try NewFile.replace(path, with: Array(file.text.utf8), on: files)
        unlocked = passphrase.map { (signer, $0) }
    }
}
