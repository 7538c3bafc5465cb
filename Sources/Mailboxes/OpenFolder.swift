import DiskFiles
internal import IMAPProtocol

/// A folder on the way from the walked path to the current file.
struct OpenFolder: Sendable {
    enum Place {
        case plain
        case cur
        case new

        init(folderName: ArraySlice<UInt8>) {
            if folderName.elementsEqual("cur".utf8) {
                self = .cur
            } else if folderName.elementsEqual("new".utf8) {
                self = .new
            } else {
                self = .plain
            }
        }
    }

    let location: Location
    /// The mail folder its messages belong to, below the walked path.
    let names: [String]
    let place: Place
    let isMaildir: Bool
    let identity: FileIdentity
    private let listing: DirectoryListing
    private var index = 0
    private var stamper: FileStamper?
    /// The stamp of the next or the latest entry; nil if stamps are not used, or the entry has none.
    private(set) var stamp: FileStamp?

    /// Opens the walked path itself, which may be the `cur` of a Maildir.
    init(root: Location, identity: FileIdentity) throws(FileError) {
        try self.init(root, names: [], place: Place(folderName: root.path.name), identity: identity)
    }

    /// Opens a folder by its name in another one.
    init(
        _ name: ArraySlice<UInt8>, at location: Location, identity: FileIdentity, below parent: OpenFolder
    ) throws(FileError) {
        let place = Place(folderName: name)
        let names =
            if place != .plain {
                parent.names
            } else if name.first == UInt8(ascii: ".") {
                parent.names + Self.maildirPlusPlusNames(name)
            } else {
                parent.names + [String(decoding: name, as: UTF8.self)]
            }
        try self.init(location, names: names, place: place, identity: identity)
    }

    private init(_ location: Location, names: [String], place: Place, identity: FileIdentity) throws(FileError) {
        self.location = location
        self.names = names
        self.place = place
        self.identity = identity
        isMaildir = place == .plain ? try Self.isMaildir(location) : false
        listing = try DirectoryListing(location)
    }

    /// Returns the entries in order, each once.
    mutating func next() -> DirectoryListing.Entry? {
        guard index < listing.count else { return nil }
        defer { index += 1 }
        return listing[index]
    }

    /// Skips the next files that are unchanged, up to the first that changed.
    ///
    /// - Parameters:
    ///   - seen: The stamps of the files at an earlier walk.
    ///   - rootLength: The length of the walked path with the slash after it, in bytes.
    ///   - start: When the walk began, in seconds since 1970.
    mutating func passUnchanged(_ seen: inout SeenFiles, below rootLength: Int, walkedAt start: Int) -> UnchangedFiles {
        if index == 0 {
            stamper = FileStamper(
                of: location, pathBelow: location.path.bytes.dropFirst(rootLength), walkedAt: start)
        }
        var files = UnchangedFiles()
        stamp = nil
        while files.stamps.count < UnchangedFiles.most, index < listing.count {
            let entry = listing[index]
            guard entry.kind != .directory, !entry.isHidden, let stamped = stamper?.stamp(of: entry.terminatedName)
            else { break }
            guard seen.contains(stamped.stamp) else {
                stamp = stamped.stamp
                break
            }
            files.stamps.append(stamped.stamp)
            files.bytes += stamped.size
            index += 1
        }
        return files
    }

    /// Whether a folder contains a `cur` or a `new`.
    ///
    /// - Throws: The error that hides whether it does: a folder that cannot be looked into is not known to be empty.
    static func isMaildir(_ folder: Location) throws(FileError) -> Bool {
        for name in ["cur", "new"] {
            do throws(FileError) {
                let path = folder.path.appending(name.utf8)
                if try FileState(of: path, followingLinks: true, on: folder.files).kind == .directory { return true }
            } catch {
                guard error.code.meansNothingThere else { throw error }
            }
        }
        return false
    }

    /// Reads `.Work.Letters` as the folder Letters in Work (<https://www.courier-mta.org/imap/README.maildirquota.html>).
    ///
    /// A name that looks encoded once it is decoded stays as it is stored: ``StoredFolderName`` reads both.
    static func maildirPlusPlusNames(_ name: ArraySlice<UInt8>) -> [String] {
        name.split(separator: UInt8(ascii: ".")).map { part in
            let stored = String(decoding: part, as: UTF8.self)
            guard let name = ModifiedUTF7.decode(part) else { return stored }
            return StoredFolderName.plain(name) == name ? name : stored
        }
    }
}

/// A file with what its place says about it.
struct FileInFolder: Sendable {
    let location: Location
    let place: OpenFolder.Place
    let folder: [String]
    let sourceName: String
    var stamp: FileStamp?

    var path: FilePath { location.path }

    /// The reason for inspecting it if a person named its path.
    var occasionWhenNamed: FileInspection.Occasion { place == .plain ? .named : .namedInMaildir }

    /// The source name of its contents: `a.mbox` and `a.mbox.gz` contain the same mail, and their copies have the same
    /// names.
    func sourceName(isPacked: Bool) -> String {
        isPacked && place == .plain ? FileNames.withoutPacking(sourceName) : sourceName
    }

    func message(state: FileState, fromLine: String?, backing: FoundMessage.Backing) -> FoundMessage {
        let name = MaildirName(path.name)
        let origin: MessageOrigin =
            switch place {
            case .plain: .file
            case .cur: .maildirCur
            case .new: .maildirNew
            }
        return FoundMessage(
            location: location, state: state, isQuoted: false, backing: backing, folder: folder,
            sourceName: sourceName(isPacked: backing.isPacked),
            flags: place == .plain ? [] : name.flags, otherFlags: place == .plain ? "" : name.otherFlags,
            origin: origin,
            fromLine: fromLine, stamp: stamp, extent: .wholeFile)
    }
}

/// An mbox whose messages are being yielded.
struct OpenMbox: ~Copyable, Sendable {
    private let file: FileInFolder
    private let state: FileState
    private let backing: FoundMessage.Backing
    private let sourceName: String
    private var scanner: MboxScanner
    private var count = 0
    /// The end of the last message.
    private var position: Int64 = 0

    init(file: FileInFolder, state: FileState, backing: FoundMessage.Backing, scanner: consuming MboxScanner) {
        self.file = file
        self.state = state
        self.backing = backing
        sourceName = file.sourceName(isPacked: backing.isPacked)
        self.scanner = scanner
    }

    /// The amount of its file that is done, in bytes of that file.
    var passedBytes: Int64 {
        guard case .unpacked(let unpacked) = backing, unpacked.state.size > 0 else { return position }
        return Int64(Double(position) / Double(unpacked.state.size) * Double(state.size))
    }

    /// Returns the next message; a failure to read on is the last item.
    mutating func next() -> MailboxItem? {
        do throws(FileError) {
            guard let entry = try scanner.next() else { return nil }
            guard case .message(let found) = entry else { return skip(entry) }
            count += 1
            position = found.offset + found.length
            let status = MaildirFlags.readingStatus(found.status)
            return .message(
                FoundMessage(
                    location: file.location, state: state, isQuoted: found.isQuoted, backing: backing,
                    folder: file.folder, sourceName: "\(sourceName)#\(count)", flags: status.flags,
                    otherFlags: status.others,
                    origin: .mbox(count), fromLine: String(decoding: found.separator, as: UTF8.self), stamp: nil,
                    extent: .range(offset: found.offset, length: found.length)))
        } catch {
            scanner.stop()
            return .skipped(
                SkippedFile(path: file.path.text, reason: .unreadable(error.code.number), isExpected: false))
        }
    }

    /// Names an entry that is no message by the place of its "From " line, so that each has a name of its own.
    private func skip(_ entry: MboxScanner.Entry) -> MailboxItem? {
        guard case .headless(let offset) = entry else { return nil }
        return .skipped(
            SkippedFile(path: "\(file.path.text)#byte=\(offset)", reason: .entryWithoutHeader, isExpected: false))
    }
}
