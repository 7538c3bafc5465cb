package import DiskFiles

/// The reason why nothing can be written to the place that a person chose.
package enum WriteRefusal: Error, Hashable, Sendable {
    /// The folder is not empty.
    case notEmpty(path: String)
    /// A file is there.
    case exists(path: String)
    /// A file is in the place of a folder, or a folder in the place of a file.
    case wrongKind(path: String)
    /// A link is there, and nothing is written through a link.
    case link(path: String)
    /// Another process is writing there.
    case inUse(path: String)
}

/// A folder that is filled aside and published when it is complete.
///
/// A new folder gets its name when it is complete. Into an existing folder the files move piece by piece from a hidden
/// folder inside it. The next process removes what a killed one left behind.
package final class StagedTree {
    private static let stagingName = Array(".mailledger-export".utf8)

    /// The place where a new folder is filled: beside its target.
    private static func place(beside target: FilePath) -> FilePath {
        let name = SafeFileName.cut(String(decoding: target.name, as: UTF8.self), to: 200)
        return target.folder.appending(Array(".\(name)".utf8) + stagingName)
    }

    private let target: FilePath
    private let staging: FilePath
    private let isNew: Bool
    private let lock: SharedFile
    private let files: any Files
    /// Whether the contents of the staging folder no longer belong to this object, so that it must not remove them.
    private var isPublished = false
    /// The items that were moved to places that were free, in order.
    private var moved: [(from: FilePath, to: FilePath)] = []

    /// The folder to write to.
    package var path: String { staging.text }

    /// Makes the folder if it does not exist.
    ///
    /// - Parameter merging: Whether the folder may contain something already.
    package init(for path: String, merging: Bool, on files: any Files) throws {
        let target = FilePath(path)
        let isNew = try !Self.examine(target, merging: merging, on: files)
        let staging = isNew ? Self.place(beside: target) : target.appending(Self.stagingName)
        do throws(FileError) {
            try files.makeFolder(staging, in: nil)
        } catch {
            guard error.code == .taken else { throw WriteFailure(path: target.text, code: error.code) }
        }
        lock = try writing(staging.text) { () throws(FileError) in
            try SharedFile(files, staging, .folder, links: .refused)
        }
        (self.target, self.staging, self.isNew, self.files) = (target, staging, isNew, files)
        // The owner of a folder could exchange the files that others write in it.
        let owner = try writing(staging.text) { () throws(FileError) in try lock.status().owner }
        guard owner == files.user.effective else {
            isPublished = true
            throw WriteFailure(path: staging.text, code: .notPermitted)
        }
        guard (try? lock.lock(.exclusive, waits: false)) ?? false else {
            isPublished = true
            throw WriteRefusal.inUse(path: target.text)
        }
        try writing(staging.text) { () throws(FileError) in try empty(staging) }
    }

    /// Refuses anything but a folder, and a non-empty folder unless merging; false if nothing is there.
    private static func examine(_ target: FilePath, merging: Bool, on files: any Files) throws -> Bool {
        do throws(FileError) {
            _ = try files.status(of: target, in: nil, links: .refused)
        } catch {
            guard error.code == .notThere else { throw WriteFailure(path: target.text, code: error.code) }
            return false
        }
        let kind: FileKind?
        do throws(FileError) {
            kind = try Location(files: files, path: target, bounds: .named).state().kind
        } catch {
            if error.code == .leadsOut { throw WriteRefusal.link(path: target.text) }
            kind = nil
        }
        guard kind == .directory else { throw WriteRefusal.wrongKind(path: target.text) }
        guard !merging else { return true }
        let listing = try writing(target.text) { () throws(FileError) in try DirectoryListing(everything(target, files))
        }
        for index in 0..<listing.count where !listing[index].name.elementsEqual(stagingName) {
            throw WriteRefusal.notEmpty(path: target.text)
        }
        return true
    }

    deinit {
        guard !isPublished else { return }
        try? empty(staging)
        try? files.removeFolder(staging, in: nil)
    }

    /// Makes a folder below the staging one, and its missing parents.
    package func makeFolder(_ place: String) throws {
        var path = staging
        for name in place.utf8.split(separator: UInt8(ascii: "/")) {
            path = path.appending(name)
            do throws(FileError) {
                try files.makeFolder(path, in: nil)
            } catch {
                guard error.code == .taken else { throw WriteFailure(error) }
            }
        }
    }

    /// Syncs all files to the disk, and moves them to their places.
    ///
    /// A file replaces one of the same name, and in a Maildir one of the same unique name; everything else in the
    /// folder stays. If something cannot be moved, the items moved before it go back, unless they replaced others.
    package func publish() throws {
        guard !isNew else { return try publishNew() }
        try requireWay(from: staging, into: target)
        do {
            try writing(target.text) { () throws(FileError) in
                try syncAll()
                try merge(
                    staging, into: target, of: RootFolder(path: target, folder: SharedFile(files, target, .folder)))
                try syncOne(target, .folder)
            }
        } catch {
            for move in moved.reversed() { try? files.rename(move.to, in: nil, to: move.from, in: nil) }
            throw error
        }
        isPublished = true
        try? empty(staging)
        try? files.removeFolder(staging, in: nil)
    }

    /// Gives the folder its name; a folder that somebody made there meanwhile stays, unless it is empty.
    private func publishNew() throws {
        try writing(target.text) { () throws(FileError) in
            try syncAll()
            try files.rename(staging, in: nil, to: target, in: nil)
            isPublished = true
            try files.syncFolder(target.folder)
        }
    }

    // Waiting for each of many small files takes a hundred times longer than waiting for all at once.
    private func syncAll() throws(FileError) {
        if try !files.syncAll(with: lock.handle) { try sync(staging) }
    }

    // MARK: Trees

    private func sync(_ folder: FilePath) throws(FileError) {
        try forEachEntry(of: folder) { (path, kind) throws(FileError) in
            if kind == .directory { try sync(path) } else { try syncOne(path, .read) }
        }
        try syncOne(folder, .folder)
    }

    private func syncOne(_ path: FilePath, _ mode: OpenMode) throws(FileError) {
        try File(files, path, mode).sync()
    }

    /// Before anything is moved, refuses a link or a file in the place of a folder, and a folder in the place of a
    /// file.
    private func requireWay(from source: FilePath, into target: FilePath) throws {
        let listing = try writing(source.text) { () throws(FileError) in
            try DirectoryListing(everything(source, files))
        }
        for index in 0..<listing.count {
            let (from, place) = (source.appending(listing[index].name), target.appending(listing[index].name))
            guard let found = kind(of: place) else { continue }
            guard kind(of: from) == .directory else {
                // A link in the place of a file is replaced, not followed.
                if found == .directory { throw WriteRefusal.wrongKind(path: place.text) }
                continue
            }
            switch found {
            case .directory: try requireWay(from: from, into: place)
            case .symbolicLink: throw WriteRefusal.link(path: place.text)
            default: throw WriteRefusal.wrongKind(path: place.text)
            }
        }
    }

    private func merge(
        _ source: FilePath, into target: FilePath, of root: RootFolder
    ) throws(FileError) {
        let folder = try root.open(target, .folder)
        let older = try target.name.elementsEqual("cur".utf8) ? uniqueNames(besides: target) : [:]
        try forEachEntry(of: source) { (path, kind) throws(FileError) in
            let place = target.appending(path.name)
            let taken = self.kind(of: place)
            if kind == .directory, taken == .directory {
                // The folder itself stays in the staging one until the end: its files may have to come back.
                return try merge(path, into: place, of: root)
            }
            try files.rename(path, in: nil, to: FilePath(bytes: Array(path.name)), in: folder.handle)
            if taken == nil { moved.append((path, place)) }
            for other in older[MaildirName(path.name).base] ?? [] where other != place {
                try? files.remove(other, in: nil)
            }
        }
        try syncOne(target, .folder)
    }

    /// The files of a Maildir by their unique names.
    private func uniqueNames(besides cur: FilePath) throws(FileError) -> [String: [FilePath]] {
        var names: [String: [FilePath]] = [:]
        let new = FilePath(bytes: Array(cur.bytes.dropLast(3)) + Array("new".utf8))
        for folder in [cur, new] where kind(of: folder) == .directory {
            try forEachEntry(of: folder) { path, _ in names[MaildirName(path.name).base, default: []].append(path) }
        }
        return names
    }

    private func empty(_ folder: FilePath) throws(FileError) {
        try forEachEntry(of: folder) { (path, kind) throws(FileError) in
            if kind == .directory {
                try empty(path)
                try files.removeFolder(path, in: nil)
            } else {
                try files.remove(path, in: nil)
            }
        }
    }

    private func forEachEntry(
        of folder: FilePath, _ body: (FilePath, FileKind) throws(FileError) -> Void
    ) throws(FileError) {
        let listing = try DirectoryListing(everything(folder, files))
        for index in 0..<listing.count {
            let path = folder.appending(listing[index].name)
            try body(path, files.status(of: path, in: nil, links: .refused).kind)
        }
    }

    private func kind(of path: FilePath) -> FileKind? {
        (try? files.status(of: path, in: nil, links: .refused))?.kind
    }
}

/// A folder of this process alone, in which every link is followed.
private func everything(_ path: FilePath, _ files: any Files) -> Location {
    Location(files: files, path: path, bounds: .anywhere)
}
