import Glibc

/// Why nothing can be written where a person wants it.
package enum WriteRefusal: Error, Hashable, Sendable {
    /// The folder holds something.
    case notEmpty(path: String)
    /// A file is there.
    case exists(path: String)
    /// A file is where a folder is needed, or the contrary.
    case wrongKind(path: String)
    /// A link is there, and nothing is written through one.
    case link(path: String)
    /// Another process is writing there.
    case inUse(path: String)
}

/// A folder that is filled aside, in a hidden folder inside it, and shows what was written all at once.
///
/// What a killed process left there is taken away by the next.
package final class StagedTree {
    private static let stagingName = Array(".mailledger-export".utf8)

    private let target: RawPath
    private let staging: RawPath
    private let isNew: Bool
    private let lock: OpenFile
    /// Whether what is in the staging folder is not this one's to take away.
    private var isPublished = false

    /// Where to write.
    package var path: String { staging.text }

    /// Makes the folder where it is not there.
    ///
    /// - Parameter merging: Whether the folder may hold something already.
    package init(for path: String, merging: Bool) throws {
        let target = RawPath(path)
        let staging = target.appending(Self.stagingName)
        let isNew = unsafe target.withCString { unsafe mkdir($0, 0o700) } == 0
        if !isNew { try Self.examine(target, errno, merging: merging) }
        let made = unsafe staging.withCString { unsafe mkdir($0, 0o700) }
        guard made == 0 || errno == EEXIST else { throw WriteFailure.last(target.text) }
        lock = try naming(staging) { () throws(SystemError) in
            let opened = unsafe staging.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
            guard opened >= 0 else { throw .last }
            return OpenFile(owning: opened)
        }
        (self.target, self.staging, self.isNew) = (target, staging, isNew)
        // What is written in somebody else's folder they may exchange.
        guard try naming(staging, { () throws(SystemError) in try lock.isOwn() }) else {
            isPublished = true
            throw WriteFailure(path: staging.text, number: EPERM)
        }
        guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            isPublished = true
            throw WriteRefusal.inUse(path: target.text)
        }
        try naming(staging) { () throws(SystemError) in try Self.empty(staging) }
    }

    /// Refuses what is no folder, and a folder that holds something unless it may.
    private static func examine(_ target: RawPath, _ number: CInt, merging: Bool) throws {
        guard number == EEXIST else { throw WriteFailure(path: target.text, number: number) }
        let kind: FileKind?
        do throws(SystemError) {
            kind = try Location(path: target, bounds: .named).state().kind
        } catch {
            if error == Location.leadsOut { throw WriteRefusal.link(path: target.text) }
            kind = nil
        }
        guard kind == .directory else { throw WriteRefusal.wrongKind(path: target.text) }
        guard !merging else { return }
        let listing = try naming(target) { () throws(SystemError) in try DirectoryListing(target) }
        for index in 0..<listing.count where !listing[index].name.elementsEqual(stagingName) {
            throw WriteRefusal.notEmpty(path: target.text)
        }
    }

    deinit {
        guard !isPublished else { return }
        try? Self.empty(staging)
        _ = unsafe staging.withCString { unsafe rmdir($0) }
        if isNew { _ = unsafe target.withCString { unsafe rmdir($0) } }
    }

    /// Makes a folder below the staging one, and those above it.
    package func makeFolder(_ place: String) throws {
        var path = staging
        for name in place.utf8.split(separator: UInt8(ascii: "/")) {
            path = path.appending(name)
            guard unsafe path.withCString({ unsafe mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
                throw WriteFailure.last(path.text)
            }
        }
    }

    /// Makes all that was written last, and moves it to its place.
    ///
    /// A file replaces one of the same name, and in a Maildir one of the same unique name; all else in the folder stays.
    package func publish() throws {
        try Self.requireWay(from: staging, into: target)
        do throws(SystemError) {
            if try !syncFileSystem(of: lock) { try Self.sync(staging) }
            try Self.merge(staging, into: target, of: WalkedFolder(path: target, folder: OpenFile(target)))
            try Self.syncOne(target)
        } catch {
            throw WriteFailure(path: target.text, number: error.number)
        }
        isPublished = true
        _ = unsafe staging.withCString { unsafe rmdir($0) }
    }

    // MARK: Trees

    private static func sync(_ folder: RawPath) throws(SystemError) {
        try forEachEntry(of: folder) { (path, kind) throws(SystemError) in
            if kind == .directory { try sync(path) } else { try syncOne(path) }
        }
        try syncOne(folder)
    }

    private static func syncOne(_ path: RawPath) throws(SystemError) {
        let file = try OpenFile(path)
        guard fsync(file.descriptor) == 0 else { throw .last }
    }

    /// Refuses a link or a file where a folder goes, and a folder where a file goes, before anything is moved.
    private static func requireWay(from source: RawPath, into target: RawPath) throws {
        let listing = try naming(source) { () throws(SystemError) in try DirectoryListing(source) }
        for index in 0..<listing.count {
            let (from, place) = (source.appending(listing[index].name), target.appending(listing[index].name))
            guard let found = try? FileState(of: place, followingLinks: false).kind else { continue }
            guard (try? FileState(of: from, followingLinks: false).kind) == .directory else {
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

    private static func merge(
        _ source: RawPath, into target: RawPath, of root: WalkedFolder
    ) throws(SystemError) {
        let folder = try root.open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC).take()
        defer { close(folder) }
        let older = try target.name.elementsEqual("cur".utf8) ? uniqueNames(besides: target) : [:]
        try forEachEntry(of: source) { (path, kind) throws(SystemError) in
            let place = target.appending(path.name)
            if kind == .directory, (try? FileState(of: place, followingLinks: false))?.kind == .directory {
                try merge(path, into: place, of: root)
                guard unsafe path.withCString({ unsafe rmdir($0) }) == 0 else { throw .last }
                return
            }
            let moved = unsafe path.withCString { from in
                unsafe RawPath(bytes: Array(path.name)).withCString { to in
                    unsafe renameat(AT_FDCWD, from, folder, to)
                }
            }
            guard moved == 0 else { throw .last }
            for other in older[MaildirName(path.name).base] ?? [] where other != place {
                _ = unsafe other.withCString { unsafe unlink($0) }
            }
        }
        try syncOne(target)
    }

    /// The files of a Maildir by their unique names.
    private static func uniqueNames(besides cur: RawPath) throws(SystemError) -> [String: [RawPath]] {
        var names: [String: [RawPath]] = [:]
        let new = RawPath(bytes: Array(cur.bytes.dropLast(3)) + Array("new".utf8))
        for folder in [cur, new] where (try? FileState(of: folder, followingLinks: false))?.kind == .directory {
            try forEachEntry(of: folder) { path, _ in names[MaildirName(path.name).base, default: []].append(path) }
        }
        return names
    }

    private static func empty(_ folder: RawPath) throws(SystemError) {
        try forEachEntry(of: folder) { (path, kind) throws(SystemError) in
            if kind == .directory { try empty(path) }
            let removed = unsafe path.withCString { kind == .directory ? unsafe rmdir($0) : unsafe unlink($0) }
            guard removed == 0 else { throw .last }
        }
    }

    private static func forEachEntry(
        of folder: RawPath, _ body: (RawPath, FileKind) throws(SystemError) -> Void
    ) throws(SystemError) {
        let listing = try DirectoryListing(folder)
        for index in 0..<listing.count {
            let path = folder.appending(listing[index].name)
            try body(path, FileState(of: path, followingLinks: false).kind)
        }
    }
}

/// Puts a path to what the kernel says.
private func naming<Result: ~Copyable>(
    _ path: RawPath, _ body: () throws(SystemError) -> Result
) throws(WriteFailure) -> Result {
    do {
        return try body()
    } catch {
        throw WriteFailure(path: path.text, number: error.number)
    }
}

/// Makes all last that was written to the file system of a file, in one go (syncfs(2)); false where the system has no such call.
///
/// To wait for each of many small files takes a hundred times longer. The Swift module of Glibc leaves the call out, since
/// it is Linux's own.
private func syncFileSystem(of file: borrowing OpenFile) throws(SystemError) -> Bool {
    guard let symbol = unsafe dlsym(nil, "syncfs") else { return false }
    let call = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
    guard call(file.descriptor) == 0 else { throw .last }
    return true
}
