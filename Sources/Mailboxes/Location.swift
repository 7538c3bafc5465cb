import DiskFiles

/// A file or a folder to read, and how far links may lead on the way to it.
struct Location: Sendable {
    enum Bounds: Sendable {
        /// A person wrote the path: links on the way are followed, and one at its end by the rule of ``LinkOwner``.
        case named
        /// It was found in a folder, and nothing on the way may lead out of that.
        case beneath(RootFolder)
        /// Every link is followed.
        case anywhere
    }

    let files: any Files
    let path: FilePath
    let bounds: Bounds

    func appending(_ name: some Collection<UInt8>) -> Location {
        Location(files: files, path: path.appending(name), bounds: bounds)
    }

    /// Opens it to read. Never waits: a FIFO that replaced a file would block an ordinary open (open(2)).
    ///
    /// - Throws: ``SystemCode/leadsOut`` if a link leads farther than it may.
    func open(_ mode: OpenMode = .read) throws(FileError) -> SharedFile {
        switch bounds {
        case .named: try LinkOwner.open(path, mode, on: files)
        case .beneath(let folder): try folder.open(path, mode)
        case .anywhere: try SharedFile(files, path, mode)
        }
    }

    /// Returns the state of its target without opening it.
    func state() throws(FileError) -> FileState {
        if case .anywhere = bounds { return try FileState(of: path, followingLinks: true, on: files) }
        return try open(.find).state()
    }

    /// The bounds of the entries of a folder.
    func boundsBelow(followingLinks: Bool) throws(FileError) -> Bounds {
        followingLinks ? .anywhere : .beneath(RootFolder(path: path, folder: try open(.folder)))
    }
}

/// A folder that is kept open, so that everything below it is found from it and never outside of it, despite renames.
final class RootFolder: Sendable {
    private let folder: SharedFile
    /// The length of its path with the slash after it, in bytes.
    private let length: Int

    init(path: FilePath, folder: SharedFile) {
        self.folder = folder
        length = path.appending([]).bytes.count
    }

    /// Opens a path that begins with the folder's own.
    ///
    /// - Throws: ``SystemCode/leadsOut`` if a link on the way leads out.
    func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> SharedFile {
        let below = path.bytes.count <= length ? [UInt8(ascii: ".")] : Array(path.bytes[length...])
        return try SharedFile(folder.files, FilePath(bytes: below), mode, in: folder, links: .beneath)
    }
}

/// The rule for links that a person names: anybody can put one in place of a file, to a target that only others may
/// read.
private enum LinkOwner {
    /// Opens a path; follows a link at its end if it belongs to this user, to root, or to the owner of its target.
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
