package import DiskFiles
internal import Mail
internal import Mailboxes

/// Files that appear under their name whole or not at all, and take no other's place unasked.
package enum NewFile {
    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Makes a folder, for its owner only; one that is there is left as it is.
    package static func makeFolder(_ path: String, on files: any Files) throws(LedgerError) {
        try onDisk { () throws(FileError) in _ = try files.makeFolderIfMissing(path) }
    }

    /// Refuses a path that is taken.
    package static func check(_ path: String, overwriting: Bool, on files: any Files) throws {
        try LedgerLocation.requireOutside(path, on: files)
        guard let kind = (try? files.status(of: path, links: .refused))?.kind else { return }
        // A rename would put a file into the place of a device, of a pipe or of a socket.
        guard overwriting, kind == .regular || kind == .symbolicLink else {
            throw DomainError.alreadyExists(kind: kind == .directory ? "folder" : "file", name: path)
        }
    }

    /// Refuses a path in whose folder this user can make no file.
    package static func checkFolder(of path: String, on files: any Files) throws(LedgerError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let isFolder = try onDisk(path) { () throws(FileError) in try files.status(of: folder).isFolder }
        guard isFolder else { throw .io(path: path, reason: SystemCode.notAFolder.words) }
        try onDisk(path) { () throws(FileError) in try files.allows(.write, of: FilePath(folder)) }
    }

    /// Makes a file out of what `body` writes: aside at first, then under its name. Once it returns, it is there to stay.
    package static func write(
        to path: String, overwriting: Bool, on files: any Files,
        _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws {
        try check(path, overwriting: overwriting, on: files)
        let aside = aside(for: path, on: files)
        var isThere = true
        defer { if isThere { try? files.remove(aside) } }
        do {
            guard let file = try OutputFile(creating: aside, on: files) else {
                isThere = false
                throw DomainError.alreadyExists(kind: "file", name: aside)
            }
            try body { try file.write(Array($0)) }
            try file.finish()
            try file.sync()
        } catch let failure as WriteFailure {
            throw LedgerError.io(path: path, reason: failure.reason)
        }
        if overwriting {
            try onDisk(path) { () throws(FileError) in try files.rename(aside, to: path) }
            isThere = false
        } else {
            try place(aside, at: path, on: files)
        }
        try onDisk { () throws(FileError) in try files.syncName(of: path) }
    }

    /// Replaces a file's contents, so that either the old or the new bytes are there, whatever happens.
    ///
    /// Once it returns, the new ones are there.
    ///
    /// - Parameter aside: The path where the new bytes are written first; only one writer may use it, and a killed
    ///   write's remains are overwritten.
    /// - Parameter isDurable: False if a power cut may restore the old bytes.
    package static func replace(
        _ path: String, with bytes: [UInt8], aside: String? = nil, isDurable: Bool = true, on files: any Files
    ) throws(LedgerError) {
        let aside = aside ?? self.aside(for: path, on: files)
        try onDisk { () throws(FileError) in
            try files.replace(path, with: bytes, aside: aside, isDurable: isDurable)
        }
    }

    /// Returns the contents of a file; nil if there is none.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)``, also for a file of more than `limit` bytes.
    package static func contents(of path: String, limit: Int, on files: any Files) throws(LedgerError) -> [UInt8]? {
        let bytes = try onDisk { () throws(FileError) in try files.contents(of: path, limit: limit) }
        guard bytes?.count ?? 0 <= limit else { throw .io(path: path, reason: "it is larger than \(limit) bytes") }
        return bytes
    }

    /// What the temporary names begin with.
    package static let asidePrefix = ".mailledger-"

    /// Whether a file has the temporary name of one that was being written.
    package static func isAside(_ name: String) -> Bool {
        name.hasPrefix(asidePrefix) && name.dropFirst(asidePrefix.count).allSatisfy(\.isHexDigit)
    }

    private static func aside(for path: String, on files: any Files) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return String(path[..<slash]) + asidePrefix + String(files.uniqueNumber(), radix: 16)
    }

    /// Gives a file its name, unless somebody took it meanwhile: link(2) never replaces anything.
    private static func place(_ aside: String, at path: String, on files: any Files) throws {
        do throws(FileError) {
            do throws(FileError) {
                try files.link(aside, to: path)
            } catch {
                guard [.notPermitted, .notSupported, .noSuchCall].contains(error.code) else { throw error }
                // A file system without links: the name is taken first, then replaced.
                _ = try File(files, path, .createNew, links: .refused)
                try files.rename(aside, to: path)
            }
        } catch {
            if error.code == .taken { throw DomainError.alreadyExists(kind: "file", name: path) }
            throw LedgerError.io(path: path, reason: error.reason)
        }
    }
}

/// Makes calls of the floor, whose errors become those of a ledger, with a path if one is given.
package func onDisk<Output: ~Copyable>(
    _ path: String? = nil, _ body: () throws(FileError) -> Output
) throws(LedgerError) -> Output {
    do throws(FileError) {
        return try body()
    } catch {
        throw .io(path: path ?? error.path, reason: error.reason)
    }
}
