public import DiskFiles

/// Walks a path and yields each message below it, and each other file with the reason why it is no message.
///
/// ```swift
/// var walk = try MailboxWalk(path: "/home/ada/Maildir")
/// while let item = walk.next() {
///     if case .message(let message) = item { print(message.folder, message.sourceName) }
/// }
/// ```
///
/// The order is the same for every walk: the names of each folder by their bytes. The walk keeps in memory the names in
/// the folders from the path down to the current one, and one buffer of a file. It does not mention dot-files and the
/// `tmp` of a Maildir.
///
/// It follows links that stay below the path, once to each folder, and never back to a folder that contains them. It
/// reports other links, or follows them if ``MailboxOptions/followsLinks`` is true.
public struct MailboxWalk: ~Copyable, Sendable {
    private let root: FilePath
    /// The bounds for opening everything below it.
    private var bounds = Location.Bounds.named
    /// The length of the path with the slash after it, in bytes.
    private let rootLength: Int
    private let options: MailboxOptions
    private var folders: [OpenFolder] = []
    private var mbox: OpenMbox?
    /// The file that the path leads to, until it is looked at.
    private var named: FileInFolder?
    /// The input of a pipe, in place of a file.
    private var collected: UnpackedFile?
    private var followed: Set<FileIdentity> = []
    private var buffer: [UInt8] = []
    /// Files that need not be read again; nil if stamps are not used.
    private var seen: SeenFiles?
    /// When the walk began, in seconds since 1970.
    private let start: Int
    /// The number of files that were inspected or skipped so far.
    public private(set) var passedFiles = 0
    /// The bytes of the files before the current one.
    private var finishedBytes: Int64 = 0
    private var currentBytes: Int64 = 0

    /// The number of bytes of the files done; compressed files count with their compressed size.
    public var passedBytes: Int64 {
        switch mbox {
        case .some(let mbox): finishedBytes + mbox.passedBytes
        case nil: finishedBytes
        }
    }

    /// The name of a pipe's input in messages to people.
    public static let pipeName = "standard input"

    /// Starts at a folder, or at a file that is one message or one mbox; a compressed file is read to its end first.
    ///
    /// - Throws: ``MailboxError/notFound(path:)``, and ``MailboxError/refused(_:)`` for a file that is no mail or a path that
    ///   cannot be read.
    public init(path: String, options: MailboxOptions = MailboxOptions()) throws(MailboxError) {
        try self.init(path: path, options: options, isChecked: false)
    }

    /// Starts at a path.
    ///
    /// - Parameters:
    ///   - seen: The stamps of known files below a folder. A file with the same stamp is only named, as
    ///     ``MailboxItem/unchanged(_:)``; the messages of other files get stamps then.
    ///   - isChecked: Whether an earlier walk has checked the path, so that a file need not be read to its end again.
    package init(
        path: String, options: MailboxOptions, seen: SeenFiles? = nil, isChecked: Bool
    ) throws(MailboxError) {
        root = FilePath(path)
        rootLength = root.appending([]).bytes.count
        self.options = options
        self.seen = seen
        start = Int(options.files.now.seconds)
        let state: FileState
        do throws(FileError) {
            let location = Location(
                files: options.files, path: root, bounds: options.followsLinks ? .anywhere : .named)
            bounds = location.bounds
            state = try location.state()
            if state.kind == .directory {
                bounds = try location.boundsBelow(followingLinks: options.followsLinks)
                folders.append(
                    try OpenFolder(
                        root: Location(files: options.files, path: root, bounds: bounds), identity: state.identity))
            }
        } catch {
            if error.code.meansNothingThere { throw .notFound(path: root.text) }
            throw .refused(
                SkippedFile(path: root.text, reason: SkipReason(errno: error.code.number), isExpected: false))
        }
        switch state.kind {
        case .directory: break
        case .regular: try takeNamedFile(isChecked: isChecked)
        case let kind: throw .refused(SkippedFile(path: root.text, reason: .notRegular(kind), isExpected: false))
        }
    }

    /// Starts with the input of a descriptor, which is read to its end: one message or one mbox, compressed or not.
    ///
    /// - Throws: ``MailboxError/refused(_:)`` if it is empty, damaged or no mail,
    ///   ``MailboxError/noTemporaryFile(directory:errno:)``.
    public init(readingFrom descriptor: Descriptor, options: MailboxOptions = MailboxOptions()) throws(MailboxError) {
        root = FilePath(Self.pipeName)
        rootLength = root.appending([]).bytes.count
        self.options = options
        start = Int(options.files.now.seconds)
        let directory = options.scratchFolder
        let reason: SkipReason?
        do throws(UnpackingError) {
            let collected = try UnpackedFile.collecting(descriptor, in: FilePath(directory), on: options.files)
            reason = try FileInspection.refusal(of: collected, path: root, options: options)
            self.collected = collected
        } catch {
            throw error.mailboxError(path: root.text, directory: directory)
        }
        if let reason { throw .refused(SkippedFile(path: root.text, reason: reason, isExpected: false)) }
        named = FileInFolder(
            location: Location(files: options.files, path: root, bounds: bounds), place: .plain, folder: [],
            sourceName: "-")
    }

    private mutating func takeNamedFile(isChecked: Bool) throws(MailboxError) {
        let place = OpenFolder.Place(folderName: root.folder.name)
        let file = FileInFolder(
            location: Location(files: options.files, path: root, bounds: bounds), place: place, folder: [],
            sourceName: place == .plain ? distinctText(root.name) : MaildirName(root.name).base)
        named = file
        guard !isChecked else { return }
        let reason: SkipReason?
        do throws(UnpackingError) {
            reason = try FileInspection.refusal(
                of: file.location, on: file.occasionWhenNamed, options: options, buffer: &buffer)
        } catch {
            reason = error.reason
        }
        if let reason { throw .refused(SkippedFile(path: root.text, reason: reason, isExpected: false)) }
    }

    /// Returns the next message or skipped file, and nil at the end.
    public mutating func next() -> MailboxItem? {
        if let file = named {
            named = nil
            if let item = open(file, on: file.occasionWhenNamed) { return item }
        }
        while true {
            if let item = mbox?.next() { return item }
            mbox = nil
            finishedBytes += currentBytes
            currentBytes = 0
            guard let last = folders.indices.last else { return nil }
            if let item = passUnchanged(in: last) { return item }
            guard let entry = folders[last].next() else {
                folders.removeLast()
                continue
            }
            if let item = visit(entry, in: folders[last]) { return item }
        }
    }

    private mutating func passUnchanged(in folder: Int) -> MailboxItem? {
        guard var seen else { return nil }
        self.seen = nil
        let files = folders[folder].passUnchanged(&seen, below: rootLength, walkedAt: start)
        self.seen = seen
        guard !files.stamps.isEmpty else { return nil }
        passedFiles += files.stamps.count
        currentBytes = files.bytes
        return .unchanged(files)
    }

    /// Calls `body` with each item in turn.
    public mutating func forEach(_ body: (MailboxItem) throws -> Void) rethrows {
        while let item = next() { try body(item) }
    }

    // MARK: One entry of a folder

    private mutating func visit(_ entry: DirectoryListing.Entry, in folder: OpenFolder) -> MailboxItem? {
        let location = folder.location.appending(entry.name)
        let path = location.path
        if entry.isHidden, folder.place != .plain { return nil }
        do throws(FileError) {
            if entry.isHidden, try !OpenFolder.isMaildir(location) { return nil }
            var kind = entry.kind
            if kind == nil { kind = try FileState(of: path, followingLinks: false, on: location.files).kind }
            let isLink = kind == .symbolicLink
            if isLink { kind = try location.state().kind }
            switch kind {
            case .directory: return try enter(location, entry, in: folder, isLink: isLink)
            case .regular: return visitFile(location, entry, in: folder)
            default: return skip(path, .notRegular(kind ?? .other))
            }
        } catch {
            return skip(path, SkipReason(errno: error.code.number))
        }
    }

    private mutating func enter(
        _ location: Location, _ entry: DirectoryListing.Entry, in folder: OpenFolder, isLink: Bool
    ) throws(FileError) -> MailboxItem? {
        let path = location.path
        if folder.place != .plain { return skip(path, .notRegular(.directory)) }
        if entry.name.elementsEqual("tmp".utf8) {
            return folder.isMaildir ? nil : skip(path, .temporaryFolder, isExpected: true)
        }
        let identity = try location.state().identity
        if folders.contains(where: { $0.identity == identity }) { return skip(path, .symlinkLoop) }
        if isLink, !followed.insert(identity).inserted { return skip(path, .walkedAlready) }
        folders.append(try OpenFolder(entry.name, at: location, identity: identity, below: folder))
        return nil
    }

    private mutating func visitFile(
        _ location: Location, _ entry: DirectoryListing.Entry, in folder: OpenFolder
    ) -> MailboxItem? {
        let path = location.path
        passedFiles += 1
        if folder.place == .plain {
            let isRecord = folder.isMaildir && FileNames.isMaildirRecord(entry.name)
            if isRecord || FileNames.isNeverMail(entry.name) { return skip(path, .notMail, isExpected: true) }
        }
        let pathBelow = path.bytes.dropFirst(rootLength)
        let sourceName =
            folder.place == .plain ? distinctText(pathBelow) : MaildirName(entry.name).base
        let file = FileInFolder(
            location: location, place: folder.place, folder: folder.names, sourceName: sourceName, stamp: folder.stamp)
        return open(file, on: folder.place == .plain ? .walked : .maildir)
    }

    /// Looks into a file; an mbox becomes the current one and gives nothing yet.
    private mutating func open(_ file: FileInFolder, on occasion: FileInspection.Occasion) -> MailboxItem? {
        do throws(UnpackingError) {
            switch try inspect(file, on: occasion) {
            case .message(let state, let fromLine, let backing):
                currentBytes = state.size
                return .message(file.message(state: state, fromLine: fromLine, backing: backing))
            case .mbox(let scanner, let state, let backing):
                currentBytes = state.size
                mbox = OpenMbox(file: file, state: state, backing: backing, scanner: scanner)
                return nil
            case .skipped(let reason):
                let name = file.path.name
                let isExpected =
                    switch reason {
                    case .notMail: FileNames.isExpectedWithoutHeader(name)
                    case .empty: FileNames.isExpectedWithoutHeader(name) || FileNames.isMbox(name)
                    default: false
                    }
                return skip(file.path, reason, isExpected: isExpected && occasion == .walked)
            }
        } catch {
            return skip(file.path, error.reason)
        }
    }

    private mutating func inspect(
        _ file: FileInFolder, on occasion: FileInspection.Occasion
    ) throws(UnpackingError) -> FileInspection {
        if let collected {
            return try FileInspection.inspect(collected, path: file.path, options: options)
        }
        return try FileInspection.inspect(file.location, on: occasion, options: options, buffer: &buffer)
    }

    private func skip(_ path: FilePath, _ reason: SkipReason, isExpected: Bool = false) -> MailboxItem {
        .skipped(SkippedFile(path: path.text, reason: reason, isExpected: isExpected))
    }
}
