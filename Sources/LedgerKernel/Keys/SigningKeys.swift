package import Cryptography
internal import DiskFiles
internal import EventLog

/// The private key of a ledger: the file `keys/signing.key`, for its owner only, or memory for a ledger without a folder.
package final class SigningKeys {
    /// Nil for a ledger in memory.
    private let folder: String?
    private let files: any Files
    private let askForPassphrase: PassphraseProvider
    private var inMemory: NoteSigner?
    /// A key that was unlocked before, and its passphrase, so that the user enters it only once.
    private var unlocked: (signer: NoteSigner, passphrase: Passphrase)?

    init(folder: String?, on files: any Files, passphrase: @escaping PassphraseProvider) {
        self.folder = folder
        self.files = files
        askForPassphrase = passphrase
    }

    /// The path of the key; nil for one in memory.
    package var path: String? { folder.map { $0 + "/signing.key" } }
    /// The path of the next key until the log names it.
    private var nextPath: String? { folder.map { $0 + "/signing.key.next" } }

    /// Returns the private half of a key, and asks for its passphrase if it has one.
    ///
    /// - Throws: ``SigningKeyError`` if it is missing, or stays locked.
    package func signer(for verifier: NoteVerifier) throws -> NoteSigner {
        guard let path else {
            guard let inMemory, inMemory.verifier == verifier else { throw SigningKeyError.missing(path: "memory") }
            return inMemory
        }
        return try signer(of: file(for: verifier), at: path)
    }

    /// Returns the file of a key, which has the name of the next one if a rotation was interrupted before renaming it.
    private func file(for verifier: NoteVerifier) throws -> SigningKeyFile {
        guard let path, let nextPath else { throw SigningKeyError.missing(path: "memory") }
        // Another process may rename it between two attempts.
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

    /// Checks the file of a key, and the key itself if that needs no passphrase from a person.
    package func check(for verifier: NoteVerifier) throws {
        guard folder != nil else { return }
        do {
            _ = try signer(for: verifier)
        } catch SigningKeyError.locked {
            // The file names its key, and has a digest.
        }
    }

    /// Returns the public half of the key in the file, whatever the log says about it; nil if there is none.
    package func verifier() throws -> NoteVerifier? {
        guard let path else { return inMemory?.verifier }
        return try SigningKeyFile.read(path, on: files)?.verifier
    }

    /// Whether the key in the file has a passphrase.
    package func isLocked() throws -> Bool {
        guard let path, case .locked = try SigningKeyFile.read(path, on: files) else { return false }
        return true
    }

    /// Returns the passphrase for a new key: that of the previous key, or a new one if that key is lost; nil for none.
    ///
    /// A new one is requested only if the lost key was locked.
    package func passphraseForNext(isLost: Bool) throws -> Passphrase? {
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
    package func stage(_ signer: NoteSigner, under passphrase: Passphrase?) throws {
        guard let folder, let nextPath else { return inMemory = signer }
        try NewFile.makeFolder(folder, on: files)
        // Otherwise the log could name a key that was lost in a power cut.
        try onDisk { () throws(FileError) in try files.syncName(of: folder) }
        try write(signer, under: passphrase, to: nextPath)
    }

    /// Replaces the previous key by the one that signs, if that was staged and not yet adopted.
    ///
    /// Called under the lock of the writer: otherwise the staged key of another rotation, which does not sign yet,
    /// could get the name.
    package func adopt(_ verifier: NoteVerifier) throws {
        guard let path, let nextPath else { return }
        if let file = try? SigningKeyFile.read(path, on: files), file.verifier == verifier { return }
        guard try SigningKeyFile.read(nextPath, on: files)?.verifier == verifier else { return }
        try onDisk(path) { () throws(FileError) in try files.rename(nextPath, to: path) }
    }

    // MARK: What a killed process left

    /// Whether a process was killed while it wrote a key.
    package func hasLeftovers() -> Bool {
        folder.map(names)?.contains(where: Self.isLeftover) ?? false
    }

    /// Removes the files of such a process; if the key that signs only lacks its name, it gets that.
    ///
    /// Called under the lock of the writer, which all writing of files here requires. If the key that signs is missing
    /// entirely, everything stays.
    package func tidy(for verifier: NoteVerifier) throws {
        guard let folder else { return }
        _ = try file(for: verifier)
        try adopt(verifier)
        for name in names(in: folder) where Self.isLeftover(name) { try? files.remove("\(folder)/\(name)") }
    }

    private func names(in folder: String) -> [String] { (try? files.names(in: folder)) ?? [] }

    private static func isLeftover(_ name: String) -> Bool {
        name == "signing.key.next" || NewFile.isAside(name)
    }

    /// Rewrites the key's file with another passphrase, or with none.
    package func rewrite(_ signer: NoteSigner, under passphrase: Passphrase?) throws {
        guard let path else { return }
        try write(signer, under: passphrase, to: path)
    }

    private func write(_ signer: NoteSigner, under passphrase: Passphrase?, to path: String) throws {
        let file = passphrase.map { SigningKeyFile.locked(signer.locked(under: $0)) } ?? .open(signer)
        try NewFile.replace(path, with: Array(file.text.utf8), on: files)
        unlocked = passphrase.map { (signer, $0) }
    }
}

extension LedgerLocation {
    /// Returns the path of the file that holds a private key of this ledger; nil if none does.
    ///
    /// A rotation that was interrupted leaves it under the name of the next key.
    ///
    /// - Parameter verifier: Its public half; nil for the key that the ledger has, whichever that is.
    package func signingKeyPath(of verifier: NoteVerifier?) throws -> String? {
        for path in [keysDirectory + "/signing.key", keysDirectory + "/signing.key.next"] {
            do {
                guard let file = try SigningKeyFile.read(path, on: files) else { continue }
                if verifier == nil || file.verifier == verifier { return path }
            } catch SigningKeyError.damaged {
                // Another file may hold it.
            }
        }
        return nil
    }
}
