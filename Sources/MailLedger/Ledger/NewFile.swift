internal import Glibc
internal import Hashing
internal import Mail
internal import Mailboxes

/// Files that appear under their name whole or not at all, and take no other's place unasked.
enum NewFile {
    /// Whether there is a folder at a path, or at the end of a link.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The names of what a folder holds, in no order; nil where it cannot be read.
    static func names(in folder: String) -> [String]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder, for its owner only; one that is there is left as it is.
    static func makeFolder(_ path: String) throws(LedgerError) {
        guard unsafe mkdir(path, 0o700) == 0 || (errno == EEXIST && isFolder(path)) else { throw failure(path) }
    }

    /// Refuses a path that is taken.
    static func check(_ path: String, overwriting: Bool) throws {
        try LedgerLocation.requireOutside(path)
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        // A rename would put a file into the place of a device, of a pipe or of a socket.
        guard overwriting, kind == S_IFREG || kind == S_IFLNK else {
            throw DomainError.alreadyExists(kind: kind == S_IFDIR ? "folder" : "file", name: path)
        }
    }

    /// Makes a file out of what `body` writes: aside at first, then under its name.
    static func write(
        to path: String, overwriting: Bool, _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws {
        try check(path, overwriting: overwriting)
        try writeUnchecked(to: path, overwriting: overwriting, body)
    }

    /// Puts bytes into the place of a file, so that either the old or the new ones are there, whatever happens; once it returns,
    /// the new ones.
    ///
    /// - Parameter aside: Where the new ones are written first, for who is alone in writing there: what a kill left behind is
    ///   written over.
    /// - Parameter isDurable: False for what a power cut may take back to the old ones.
    static func replace(
        _ path: String, with bytes: [UInt8], aside: String? = nil, isDurable: Bool = true
    ) throws {
        if let aside { unsafe unlink(aside) }
        try writeUnchecked(to: path, aside: aside, overwriting: true, isDurable: isDurable) { try $0(bytes[...]) }
    }

    /// Returns what a file holds; nil where there is none.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)``, also for a file of more than `limit` bytes.
    static func contents(of path: String, limit: Int) throws(LedgerError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= limit else {
                throw LedgerError.io(path: path, reason: "it is larger than \(limit) bytes")
            }
        }
    }

    /// How a file is called until it has its name.
    static let asidePrefix = ".mailledger-"

    private static func writeUnchecked(
        to path: String, aside chosen: String? = nil, overwriting: Bool, isDurable: Bool = false,
        _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let aside = chosen ?? String(path[..<slash]) + "\(asidePrefix)\(randomBytes(8).hex)"
        var isThere = true
        defer { if isThere { unsafe unlink(aside) } }
        do {
            guard let file = try OutputFile(creating: aside) else {
                isThere = false
                throw DomainError.alreadyExists(kind: "file", name: aside)
            }
            try body { try file.write(Array($0)) }
            try file.finish()
            if isDurable { try file.sync() }
        } catch let failure as WriteFailure {
            throw LedgerError.io(path: path, reason: failure.reason)
        }
        if overwriting {
            guard unsafe rename(aside, path) == 0 else { throw failure(path) }
            isThere = false
            if isDurable { try syncName(of: path) }
        } else {
            try place(aside, at: path)
        }
    }

    /// Makes a name last.
    static func syncName(of path: String) throws(LedgerError) {
        do {
            try Mailboxes.syncName(of: path)
        } catch {
            throw .io(path: error.path, reason: error.reason)
        }
    }

    /// Gives a file its name, unless somebody took it meanwhile: link(2) never replaces anything.
    private static func place(_ aside: String, at path: String) throws {
        if unsafe link(aside, path) == 0 { return }
        switch errno {
        case EEXIST: throw DomainError.alreadyExists(kind: "file", name: path)
        case EPERM, EOPNOTSUPP, ENOSYS:
            // A file system without links: the name is taken first, then replaced.
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST { throw DomainError.alreadyExists(kind: "file", name: path) }
                throw failure(path)
            }
            close(descriptor)
            guard unsafe rename(aside, path) == 0 else { throw failure(path) }
        default: throw failure(path)
        }
    }

    static func failure(_ path: String) -> LedgerError {
        LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}
