import Glibc

/// What became of a change to a file of a Maildir that other programs change too.
package enum MaildirOutcome {
    /// It is done; the file as it is now.
    case done(MaildirTree.File)
    /// The file is not there under its name any more: another program was faster.
    case gone
}

/// Changes files in a Maildir one at a time, each by one rename, and never over another file.
extension MaildirTree {
    /// Gives a file other flags, in another folder where one is given.
    ///
    /// Letters that name no flag stay. After a move the UID in a name would mean another message, so it goes: mbsync(1) under
    /// "Maildir Stores", and OfflineIMAP, which names its files alike.
    package mutating func rename(
        _ file: File, into folder: Folder? = nil, flags: String, otherwise unused: String
    ) throws(WriteFailure) -> MaildirOutcome {
        let parts = file.parts
        let moves = folder.map { $0.path != file.maildir } ?? false
        let maildir = folder?.path ?? file.maildir
        var base = Array(file.name.prefix(parts.baseCount))
        let mark = file.name.count > parts.baseCount ? file.name[parts.baseCount] : UInt8(ascii: ":")
        if moves { base = Array(MaildirUniqueName.withoutUID(base)) }
        let letters = String(Set(flags + (file.isNew ? "" : parts.otherFlags)).sorted())
        // What was never looked at stays new where it goes.
        let isNew = file.isNew && letters.isEmpty
        let suffix = isNew ? Array(file.name.dropFirst(parts.baseCount)) : [mark] + Array("2,\(letters)".utf8)
        var target = File(folder: folder?.names ?? file.folder, isNew: isNew, maildir: maildir, name: base + suffix)
        if target == file { return .done(file) }
        var result = try move(file, to: target)
        if result == EEXIST {
            target = File(
                folder: target.folder, isNew: isNew, maildir: maildir, name: Array(unused.utf8) + suffix)
            result = try move(file, to: target)
        }
        switch result {
        case 0:
            unsynced.formUnion([file.directory, target.directory])
            return .done(target)
        case ENOENT where Self.isThere(maildir.appending((isNew ? "new" : "cur").utf8)): return .gone
        default: throw WriteFailure(path: target.text, number: result)
        }
    }

    /// Takes a file away; one that is gone already is as good.
    package mutating func remove(_ file: File) throws(WriteFailure) {
        guard let directory = try opened(file.directory) else { return }
        let result = unsafe RawPath(bytes: file.name).withCString { unsafe unlinkat(directory.descriptor, $0, 0) }
        guard result == 0 || errno == ENOENT else { throw .last(file.text) }
        unsynced.insert(file.directory)
    }

    /// Writes a message to `tmp` and moves it into `cur`.
    package mutating func deliver(
        into folder: Folder, as name: String, flags: String, received: Int64, _ body: (OutputFile) throws -> Void
    ) throws -> File {
        let temporary = "\(folder.path.text)/tmp/\(name)"
        let file = File(
            folder: folder.names, isNew: false, maildir: folder.path, name: Array("\(name):2,\(flags)".utf8))
        guard let aside = try opened(folder.path.appending("tmp".utf8)), let place = try opened(file.directory) else {
            throw WriteFailure(path: temporary, number: ENOENT)
        }
        // What a killed sync left there has its name.
        _ = unsafe unlinkat(aside.descriptor, name, 0)
        guard let output = try OutputFile(creating: temporary, named: name, in: aside.descriptor) else {
            throw WriteFailure(path: temporary, number: EEXIST)
        }
        do {
            try body(output)
            try output.finish(modified: received)
            try output.sync()
            let result = Self.publish(name, from: aside.descriptor, as: file.name, in: place.descriptor)
            guard result == 0 else { throw WriteFailure(path: file.text, number: result) }
            unsynced.insert(file.directory)
        } catch {
            unsafe unlinkat(aside.descriptor, name, 0)
            throw error
        }
        return file
    }

    /// Says that a file's name was changed by a program that may have been stopped before it was on the disk.
    package mutating func expectUnsynced(_ file: File) {
        unsynced.insert(file.directory)
    }

    /// Makes the names last that were changed since the last time: a rename alone does not (fsync(2)).
    ///
    /// What is recorded as written before that could be undone by a power cut, and would look as if somebody had changed it back.
    package mutating func syncNames() throws(WriteFailure) {
        for directory in unsynced.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            do {
                try directory.syncNames()
            } catch {
                // A folder that is gone holds no names.
                guard error.number == ENOENT else { throw error }
            }
        }
        unsynced = []
    }

    /// Makes a folder in the way that the tree names them; nil where the tree cannot name it.
    package mutating func makeFolder(_ names: [String]) throws(WriteFailure) -> Folder? {
        if let place = placeForFolder(names) {
            let path = place.isEmpty ? root : root.appending(place.utf8)
            var made = root
            for part in place.split(separator: "/") { made = try makeFolder(String(part), in: made) }
            for name in ["cur", "new", "tmp"] { _ = try makeFolder(name, in: path) }
            unsynced.insert(path)
            let folder = Folder(names: names, path: path)
            folders.append(folder)
            return folder
        }
        return nil
    }

    /// Whether the tree has a way to name a folder.
    package func canName(_ names: [String]) -> Bool { placeForFolder(names) != nil }

    private func placeForFolder(_ names: [String]) -> String? {
        if names.isEmpty { return "" }
        let isNested = folders.contains { folder in
            !folder.names.isEmpty && folder.path.name.first != UInt8(ascii: ".")
        }
        let directories = FolderDirectories([names], layout: isNested ? .nestedMaildirs : .maildirPlusPlus)
        guard directories.renamed.isEmpty else { return nil }
        if names == ["INBOX"] { return isNested ? "INBOX" : "" }
        var places = directories
        return places.place(of: names)
    }

    // A unique name is one message's, so what has the new name could only be the same message, or was put there by a program
    // that breaks the rules of Maildir. It is looked for all the same: nothing is ever replaced. A second link to the file,
    // as in a delivery, would be safe from that without a look, and for a moment the message would be there twice.
    private func move(_ old: File, to new: File) throws(WriteFailure) -> CInt {
        guard let source = try opened(old.directory), let target = try opened(new.directory) else { return ENOENT }
        return unsafe RawPath(bytes: old.name).withCString { old in
            unsafe RawPath(bytes: new.name).withCString { new in
                var status = stat()
                let isFree = unsafe fstatat(target.descriptor, new, &status, AT_SYMLINK_NOFOLLOW) != 0
                guard isFree else { return EEXIST }
                return unsafe renameat(source.descriptor, old, target.descriptor, new) == 0 ? 0 : errno
            }
        }
    }

    /// A folder below the root, opened so that no link leads a change out of it; nil where there is none.
    private func opened(_ directory: RawPath) throws(WriteFailure) -> OpenFile? {
        do throws(SystemError) {
            return try within(directory).openFolder()
        } catch {
            if error.number == ENOENT { return nil }
            // Of a link there is one number that people know.
            throw WriteFailure(path: directory.text, number: error == Location.leadsOut ? ELOOP : error.number)
        }
    }

    /// Makes one folder in another, unless it is there.
    private mutating func makeFolder(_ name: String, in parent: RawPath) throws(WriteFailure) -> RawPath {
        let path = parent.appending(name.utf8)
        guard let opened = try opened(parent) else { throw WriteFailure(path: parent.text, number: ENOENT) }
        guard unsafe mkdirat(opened.descriptor, name, 0o700) == 0 || errno == EEXIST else { throw .last(path.text) }
        unsynced.insert(parent)
        return path
    }

    /// Moves a file from `tmp` as <https://cr.yp.to/proto/maildir.html> has it: a second name, which is refused where there is
    /// one, then the first goes.
    private static func publish(_ name: String, from aside: CInt, as new: [UInt8], in place: CInt) -> CInt {
        unsafe RawPath(bytes: new).withCString { new in
            guard unsafe linkat(aside, name, place, new, 0) == 0 else { return errno }
            return unsafe unlinkat(aside, name, 0) == 0 ? 0 : errno
        }
    }

    private static func isThere(_ path: RawPath) -> Bool {
        unsafe path.withCString { unsafe access($0, F_OK) } == 0
    }
}

extension MaildirUniqueName {
    /// The same for names that need not be UTF-8.
    static func withoutUID(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard let start = name.firstRange(of: Array(",U=".utf8)) else { return name[...] }
        let rest = name[start.upperBound...].drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (name[..<start.lowerBound] + rest)
    }
}
