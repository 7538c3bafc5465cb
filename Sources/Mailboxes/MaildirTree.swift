package import DiskFiles

/// The names in a Maildir and the Maildirs below it, at one moment; no file is opened.
package struct MaildirTree: Sendable {
    /// A file in the `cur` or `new` of one of the folders.
    package struct File: Hashable, Sendable {
        /// The folders from the top down to it, as their directories have them; empty at the top.
        package let folder: [String]
        package let isNew: Bool
        /// The folder that holds `cur` and `new`, and the file's name in one of them.
        let maildir: FilePath
        let name: [UInt8]

        var parts: MaildirName { MaildirName(name) }
        /// The `cur` or `new` that has its name.
        var directory: FilePath { maildir.appending((isNew ? "new" : "cur").utf8) }
        var path: FilePath { directory.appending(name) }

        /// The part that stays the same while flags change.
        package var base: String { parts.base }
        /// The letters of its flags, sorted; one in `new` may have some, too, as mbsync writes it.
        package var flags: String { parts.flags.letters }
        /// Whether it is marked for the trash.
        package var isTrashed: Bool { parts.flags.contains(.trashed) }
        /// The name by which an import and a sync know the copy.
        package var source: String { (folder + [base]).joined(separator: "/") }
        /// Its path, for people.
        package var text: String { path.text }
    }

    /// A folder with `cur` and `new`.
    package struct Folder: Sendable {
        /// The folders from the top down to it; ``StoredFolderName`` decodes them.
        package let names: [String]
        let path: FilePath
    }

    let disk: any Files
    let root: FilePath
    /// Files and folders below it are read and changed within these.
    let bounds: Location.Bounds
    package internal(set) var folders: [Folder] = []
    package private(set) var files: [File] = []
    /// Folders without `cur` or `new`, and files in the place of folders: none of them is a whole Maildir.
    package private(set) var remains: Set<[String]> = []
    /// The folders with changed names that may not be on the disk yet.
    var unsynced: Set<FilePath> = []
    /// The unique names in the folders that files were moved into.
    var uniqueNames: [FilePath: Set<[UInt8]>] = [:]

    /// Reads the names below a path; links to folders are followed, each folder once.
    ///
    /// - Parameter followsLinks: Whether to follow links that lead out of it, too.
    /// - Throws: ``MailboxError`` if any part of it cannot be read, so that an unread file never passes for a removed
    ///   one.
    package init(
        path: String, followsLinks: Bool = false, on files: any Files = KernelFiles.shared
    ) throws(MailboxError) {
        disk = files
        root = FilePath(path)
        do throws(FileError) {
            let location = Location(files: files, path: root, bounds: followsLinks ? .anywhere : .named)
            guard try location.state().kind == .directory else { throw FileError(.open, path, .notAFolder) }
            bounds = try location.boundsBelow(followingLinks: followsLinks)
        } catch {
            if error.code == .notThere { throw .notFound(path: root.text) }
            throw Self.refusal(root, error)
        }
        var seen: Set<FileIdentity> = []
        try visit(root, names: [], &seen)
    }

    /// Returns a refusal if a path is another user's link to a file of somebody else's; nil otherwise.
    package static func refusal(
        ofNamed path: String, on files: any Files = KernelFiles.shared
    ) -> SkippedFile? {
        do throws(FileError) {
            _ = try Location(files: files, path: FilePath(path), bounds: .named).state()
            return nil
        } catch {
            guard error.code == .leadsOut else { return nil }
            return SkippedFile(path: path, reason: .leadsOut, isExpected: false)
        }
    }

    private mutating func visit(_ path: FilePath, names: [String], _ seen: inout Set<FileIdentity>) throws(MailboxError)
    {
        do throws(FileError) {
            guard seen.insert(try within(path).state().identity).inserted else { return }
        } catch {
            // It vanished while its parent was read; a second look shows whether its files are gone.
            if error.code == .notThere { return }
            throw Self.refusal(path, error)
        }
        let isMaildir = try hasMail(path)
        if isMaildir {
            folders.append(Folder(names: names, path: path))
            try list(path, names, isNew: false)
            try list(path, names, isNew: true)
        } else {
            remains.insert(names)
        }
        let listing = try entries(of: path)
        for index in 0..<(listing?.count ?? 0) {
            guard let entry = listing?[index] else { continue }
            let name = entry.name
            if isMaildir, ["cur", "new", "tmp"].contains(where: { name.elementsEqual($0.utf8) }) { continue }
            let below = path.appending(name)
            let more = entry.isHidden ? OpenFolder.maildirPlusPlusNames(name) : [String(decoding: name, as: UTF8.self)]
            let isMail = entry.isHidden ? try hasMail(below) : true
            guard isMail, try kind(of: below, entry) == .directory else {
                remains.insert(names + more)
                continue
            }
            try visit(below, names: names + more, &seen)
        }
    }

    private mutating func list(_ maildir: FilePath, _ names: [String], isNew: Bool) throws(MailboxError) {
        let place = maildir.appending((isNew ? "new" : "cur").utf8)
        guard let listing = try entries(of: place) else {
            remains.insert(names)
            return
        }
        for index in 0..<listing.count {
            let entry = listing[index]
            guard !entry.isHidden, try kind(of: place.appending(entry.name), entry) == .regular else { continue }
            files.append(File(folder: names, isNew: isNew, maildir: maildir, name: Array(entry.name)))
        }
    }

    private func entries(of path: FilePath) throws(MailboxError) -> DirectoryListing? {
        do throws(FileError) {
            return try DirectoryListing(within(path))
        } catch {
            if error.code == .notThere { return nil }
            throw Self.refusal(path, error)
        }
    }

    /// A path below the root, in the form for opening it.
    func within(_ path: FilePath) -> Location { Location(files: disk, path: path, bounds: bounds) }

    private func everything(_ path: FilePath) -> Location { Location(files: disk, path: path, bounds: .anywhere) }

    private static func refusal(_ path: FilePath, _ error: FileError) -> MailboxError {
        .refused(SkippedFile(path: path.text, reason: SkipReason(errno: error.code.number), isExpected: false))
    }

    private func hasMail(_ path: FilePath) throws(MailboxError) -> Bool {
        do throws(FileError) {
            return try OpenFolder.isMaildir(everything(path))
        } catch {
            throw Self.refusal(path, error)
        }
    }

    /// The kind of an entry, or of the target of a link; nil for a link whose target is not there.
    private func kind(of path: FilePath, _ entry: DirectoryListing.Entry) throws(MailboxError) -> FileKind? {
        if let kind = entry.kind, kind != .symbolicLink { return kind }
        do throws(FileError) {
            return try disk.status(of: path, in: nil, links: .followed).kind
        } catch {
            guard error.code.meansNothingThere else { throw Self.refusal(path, error) }
            return nil
        }
    }

    /// The result of inspecting a file.
    package enum Inspected {
        case message(FoundMessage)
        case skipped(SkippedFile)
    }

    /// Looks into a file, as a walk does.
    package func inspect(_ file: File, options: MailboxOptions) -> Inspected {
        var buffer: [UInt8] = []
        let place = FileInFolder(
            location: within(file.path), place: file.isNew ? .new : .cur, folder: file.folder, sourceName: file.base)
        do throws(UnpackingError) {
            switch try FileInspection.inspect(place.location, on: .maildir, options: options, buffer: &buffer) {
            case .message(let state, let fromLine, let backing):
                return .message(place.message(state: state, fromLine: fromLine, backing: backing))
            case .mbox: return .skipped(SkippedFile(path: file.text, reason: .notMail, isExpected: false))
            case .skipped(let reason):
                return .skipped(SkippedFile(path: file.text, reason: reason, isExpected: false))
            }
        } catch {
            return .skipped(SkippedFile(path: file.text, reason: error.reason, isExpected: false))
        }
    }
}

/// A folder that one process has for itself, until this is dropped; no file is left behind.
package final class FolderLock: Sendable {
    private let folder: SharedFile

    /// Locks a folder; nil if another process has it.
    package init?(_ path: String, on files: any Files = KernelFiles.shared) throws(MailboxError) {
        do throws(FileError) {
            folder = try SharedFile(files, FilePath(path), .folder)
            guard try folder.lock(.exclusive, waits: false) else { return nil }
        } catch {
            if error.code == .notThere { throw .notFound(path: path) }
            throw .unreadable(path: path, errno: error.code.number)
        }
    }

    deinit {
        // A process that is being started has the descriptor until it becomes another program, and with it the lock.
        folder.files.unlock(folder.handle)
    }
}
