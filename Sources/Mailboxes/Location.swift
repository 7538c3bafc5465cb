import DiskFiles

/// A file or a folder that is to be read, and how far links may lead on the way to it.
struct Location: Sendable {
    enum Bounds: Sendable {
        /// A person wrote the path: links on the way are followed, and one at its end by ``LinkOwner``.
        case named
        /// It was found in a folder, and nothing on the way leads out of that.
        case beneath(WalkedFolder)
        /// Every link is followed.
        case anywhere
    }

    let files: any Files
    let path: FilePath
    let bounds: Bounds

    func appending(_ name: some Collection<UInt8>) -> Location {
        Location(files: files, path: path.appending(name), bounds: bounds)
    }

    /// Opens it to read. Never waits: a FIFO that took the place of a file would block an ordinary open (open(2)).
    ///
    /// - Throws: ``SystemCode/leadsOut`` where a link leads farther than it may.
    func open(_ mode: OpenMode = .read) throws(FileError) -> SharedFile {
        switch bounds {
        case .named: try LinkOwner.open(path, mode, on: files)
        case .beneath(let folder): try folder.open(path, mode)
        case .anywhere: try SharedFile(files, path, mode)
        }
    }

    /// Asks for the state of what it leads to, opening nothing.
    func state() throws(FileError) -> FileState {
        if case .anywhere = bounds { return try FileState(of: path, followingLinks: true, on: files) }
        return try open(.find).state()
    }

    /// The bounds of what lies in a folder.
    func boundsBelow(followingLinks: Bool) throws(FileError) -> Bounds {
        followingLinks ? .anywhere : .beneath(WalkedFolder(path: path, folder: try open(.folder)))
    }
}

/// A folder that is kept open, so that what lies below is found from it and never outside of it, whatever is renamed meanwhile.
final class WalkedFolder: Sendable {
    private let folder: SharedFile
    /// Of its path with the slash behind it, in bytes.
    private let length: Int

    init(path: FilePath, folder: SharedFile) {
        self.folder = folder
        length = path.appending([]).bytes.count
    }

    /// Opens what lies at a path that begins with the folder's own.
    ///
    /// - Throws: ``SystemCode/leadsOut`` where a link on the way leads out.
    func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> SharedFile {
        let below = path.bytes.count <= length ? [UInt8(ascii: ".")] : Array(path.bytes[length...])
        return try SharedFile(folder.files, FilePath(bytes: below), mode, in: folder, links: .beneath)
    }
}

/// Who made a link that a person names: anybody can put one where a file is expected that only others may read.
private enum LinkOwner {
    /// Opens a path; a link at its end is followed if it is this user's own or root's, or whoever made it owns what it leads to.
    static func open(_ path: FilePath, _ mode: OpenMode, on files: any Files) throws(FileError) -> SharedFile {
        let refusal: FileError?
        do throws(FileError) {
            let file = try SharedFile(files, path, mode, links: .refused)
            guard try file.state().kind == .symbolicLink else { return file }
            refusal = nil
        } catch {
            refusal = error
        }
        let link = try? files.status(of: path, in: nil, links: .refused)
        guard let link, link.kind == .symbolicLink else {
            throw refusal ?? FileError(.open, path.text, .notThere)
        }
        let file = try SharedFile(files, path, mode)
        // The real user: root may work in another's name.
        guard try [files.user.real, 0, file.status().owner].contains(link.owner) else {
            throw FileError(.open, path.text, .leadsOut)
        }
        return file
    }
}
