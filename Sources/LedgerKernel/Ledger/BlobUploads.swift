package import Content
package import Cryptography
internal import DiskFiles
internal import EventLog
package import Mail

/// Whose uploaded bytes are: an account's, and within it the actor's who uploaded them (RFC 8620 section 6.1).
package struct UploadOwner: Hashable, Sendable {
    let account: AccountID
    let actor: String

    package init(account: AccountID, actor: String) {
        self.account = account
        self.actor = actor
    }

    /// The folder's name, which shows nobody's address.
    var folder: String {
        account.uniqueID.bytes.hex + "-" + Array(SHA256Hasher.digest(of: Array(actor.utf8)).bytes.prefix(8)).hex
    }
}

/// Bytes that programs uploaded to be used in mail: a file each in `uploads/blobs`, kept for a day.
///
/// No event names them. A lost file loses nothing: its program uploads it again.
package struct BlobUploads: Sendable {
    /// How long a file is kept, in seconds.
    package static let lifetime: Int64 = 24 * 3_600
    /// The bytes of one file, and those of an account together.
    package static let longest = 50_000_000
    package static let mostOfAccount: Int64 = 250_000_000
    /// How long nothing comes of a file until it is taken for left behind, in seconds.
    private static let patience: Int64 = 3_600

    private let folder: String
    private let files: any Files

    init(at location: LedgerLocation) {
        folder = location.uploadsDirectory + "/blobs"
        files = location.files
    }

    /// Begins a file that is not named yet.
    package func begin() throws -> UploadedFile {
        try onDisk { () throws(FileError) in
            try files.makeFolderIfMissing(FilePath(folder).folder.text)
            try files.makeFolderIfMissing(folder)
            return try UploadedFile(folder + "/coming-" + String(files.uniqueNumber(), radix: 16), on: files)
        }
    }

    /// Gives a file its name, and returns that: the digest of its bytes.
    ///
    /// Where the account has no room for it, its oldest files go (RFC 8620 section 6).
    package func keep(_ file: UploadedFile, for owner: UploadOwner) throws -> SHA256Digest {
        let digest = file.digest
        let path = "\(folder)/\(owner.folder)/\(digest.hex)"
        if try refresh(path) { return digest }
        if try bytes(of: owner.account) + file.size > Self.mostOfAccount {
            try sweep()
            try makeRoom(for: file.size, in: owner.account)
        }
        try onDisk { () throws(FileError) in
            try files.makeFolderIfMissing("\(folder)/\(owner.folder)")
            try file.move(to: path)
        }
        return digest
    }

    /// Keeps some bytes.
    package func keep(_ content: StoredContent, for owner: UploadOwner) throws -> SHA256Digest {
        let file = try begin()
        defer { file.discard() }
        try content.forEachPiece { try file.write($0) }
        return try keep(file, for: owner)
    }

    /// Returns what was uploaded; nil where that is not there, or not there any more.
    package func content(_ digest: SHA256Digest, of owner: UploadOwner) throws -> StoredContent? {
        let path = "\(folder)/\(owner.folder)/\(digest.hex)"
        guard let status = try? files.status(of: path, links: .refused), status.isRegular, isFresh(status) else {
            return nil
        }
        return try onDisk { () throws(FileError) -> StoredContent? in
            guard status.size <= Self.inMemory else {
                let file = try SharedFile(files, FilePath(path), .read, links: .refused)
                return .file(ContentFile(file, size: status.size))
            }
            return try files.contents(of: path, limit: Self.longest, links: .refused).map { .bytes($0) }
        }
    }

    private static let inMemory: Int64 = 4 << 20

    // MARK: Time and room

    private func isFresh(_ status: FileStatus, for seconds: Int64 = lifetime) -> Bool {
        files.now.seconds - status.modified.seconds < seconds
    }

    /// Has a file that is there kept for another day.
    private func refresh(_ path: String) throws -> Bool {
        guard let status = try? files.status(of: path, links: .refused), isFresh(status) else { return false }
        try onDisk { () throws(FileError) in
            let file = try File(files, path, .readWrite, links: .refused)
            try files.setModified(nil, of: file.handle)
        }
        return true
    }

    private func bytes(of account: AccountID) throws -> Int64 {
        var sum: Int64 = 0
        try forEachFile(of: account) { sum += $1.size }
        return sum
    }

    /// Removes files of an account, the oldest first, until as many bytes have room.
    private func makeRoom(for size: Int64, in account: AccountID) throws {
        var kept: [(path: String, status: FileStatus)] = []
        try forEachFile(of: account) { kept.append(($0, $1)) }
        var left = kept.reduce(0) { $0 + $1.status.size }
        for file in kept.sorted(by: { $0.status.modified < $1.status.modified }) where left + size > Self.mostOfAccount
        {
            _ = try onDisk { () throws(FileError) in try files.removeIfThere(file.path) }
            left -= file.status.size
        }
    }

    private func forEachFile(of account: AccountID, _ body: (String, FileStatus) throws -> Void) throws {
        let prefix = account.uniqueID.bytes.hex + "-"
        try forEachFile { path, owner, status in
            if owner?.hasPrefix(prefix) == true { try body(path, status) }
        }
    }

    /// Takes away what was kept for its time, and what a killed program left behind; returns how many files.
    @discardableResult
    package func sweep() throws -> Int {
        try remove { owner, status in !isFresh(status, for: owner == nil ? Self.patience : Self.lifetime) }
    }

    /// Takes all away: bytes of erased mail may be among them.
    package func removeAll() throws {
        try remove { _, _ in true }
    }

    @discardableResult
    private func remove(_ isOver: (String?, FileStatus) -> Bool) throws -> Int {
        var count = 0
        try forEachFile { path, owner, status in
            guard isOver(owner, status) else { return }
            let wasThere = try onDisk { () throws(FileError) in try files.removeIfThere(path) }
            if wasThere { count += 1 }
        }
        return count
    }

    private func names(in folder: String) throws -> [String] {
        try onDisk { () throws(FileError) in try files.namesIfThere(in: folder) }
    }

    /// Lends each file, with the folder of its owner where it has one; files that go meanwhile are left out.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` for a folder that cannot be read; errors of the closure.
    private func forEachFile(_ body: (String, String?, FileStatus) throws -> Void) throws {
        for name in try names(in: folder) {
            let path = "\(folder)/\(name)"
            guard let status = try? files.status(of: path, links: .refused) else { continue }
            guard status.isFolder else {
                try body(path, nil, status)
                continue
            }
            for inner in try names(in: path) {
                guard let status = try? files.status(of: "\(path)/\(inner)", links: .refused) else { continue }
                try body("\(path)/\(inner)", name, status)
            }
        }
    }
}

extension LedgerStores {
    /// What was uploaded for mail; nil for a ledger without a folder, and for one of an earlier moment.
    package var blobs: BlobUploads? { past == nil ? ledger.location.map { BlobUploads(at: $0) } : nil }
}

extension LedgerReader {
    /// The same.
    package var blobs: BlobUploads? { uploads == nil ? nil : location.map { BlobUploads(at: $0) } }
}
