import DiskFiles

/// The result of changing a file of a Maildir that other programs change, too.
package enum MaildirOutcome {
    /// The change was made; the file after it.
    case done(MaildirTree.File)
    /// No file has this name any more: another program was faster.
    case gone
    /// It is a link that would lead elsewhere from the other folder, so it was left. The letters are those that its name
    /// would have.
    case leadsElsewhere(letters: String)
}

/// Changes files in a Maildir one at a time, each by one rename, and never over another file.
///
/// A link that goes to another folder is linked there first, and then removed here: between the two it is in both.
extension MaildirTree {
    /// Gives a file other flags, in another folder where one is given.
    ///
    /// Letters that name no flag stay. After a move the UID in a name would mean another message, so it goes: mbsync(1) under
    /// "Maildir Stores", and OfflineIMAP, which names its files alike.
    ///
    /// - Parameter unused: The unique name for a file whose own is in use where it goes. Dovecot gives a copy in another
    ///   folder the name of its original.
    package mutating func rename(
        _ file: File, into folder: Folder? = nil, flags: String, otherwise unused: String
    ) throws(WriteFailure) -> MaildirOutcome {
        let parts = file.parts
        let moves = folder.map { $0.path != file.maildir } ?? false
        let maildir = folder?.path ?? file.maildir
        var base = Array(file.name.prefix(parts.baseCount))
        let mark = file.name.count > parts.baseCount ? file.name[parts.baseCount] : UInt8(ascii: ":")
        if moves {
            base = Array(MaildirUniqueName.withoutUID(base))
            if try hasUniqueName(base, in: maildir) { base = Array(unused.utf8) }
        }
        let letters = String(Set(flags + parts.otherFlags).sorted())
        // An unseen message stays new in its new place, unless its name loses letters.
        let isNew = file.isNew && letters.isEmpty && parts.flags.letters.isEmpty && parts.otherFlags.isEmpty
        let suffix = isNew ? Array(file.name.dropFirst(parts.baseCount)) : [mark] + Array("2,\(letters)".utf8)
        var target = File(folder: folder?.names ?? file.folder, isNew: isNew, maildir: maildir, name: base + suffix)
        if target == file { return .done(file) }
        var refusal = try move(file, to: target)
        if refusal == .code(.taken) {
            target = File(
                folder: target.folder, isNew: isNew, maildir: maildir, name: Array(unused.utf8) + suffix)
            refusal = try move(file, to: target)
        }
        switch refusal {
        case nil:
            unsynced.formUnion([file.directory, target.directory])
            uniqueNames[maildir]?.insert(MaildirUniqueName.part(of: target.name))
            return .done(target)
        case .leadsElsewhere?: return .leadsElsewhere(letters: letters)
        case .code(.notThere)? where isThere(maildir.appending((isNew ? "new" : "cur").utf8)): return .gone
        case .code(let code)?: throw WriteFailure(path: target.text, code: code)
        }
    }

    /// Whether a folder has a file with a unique name, whatever its flags and its UID are.
    ///
    /// Two such files would be one message to each program that reads the folder. The names are read once: what other
    /// programs add has names of its own.
    private mutating func hasUniqueName(_ name: [UInt8], in maildir: FilePath) throws(WriteFailure) -> Bool {
        if let names = uniqueNames[maildir] { return names.contains(name) }
        var names: Set<[UInt8]> = []
        for place in ["cur", "new"] {
            let directory = maildir.appending(place.utf8)
            do throws(FileError) {
                let listing = try DirectoryListing(within(directory))
                for index in 0..<listing.count {
                    names.insert(MaildirUniqueName.part(of: Array(listing[index].name)))
                }
            } catch {
                guard error.code == .notThere else { throw Self.failure(directory, error) }
            }
        }
        uniqueNames[maildir] = names
        return names.contains(name)
    }

    /// Takes a file away; one that is gone already is as good.
    package mutating func remove(_ file: File) throws(WriteFailure) {
        guard let directory = try opened(file.directory) else { return }
        do throws(FileError) {
            try disk.remove(FilePath(bytes: file.name), in: directory.handle)
        } catch {
            guard error.code == .notThere else { throw WriteFailure(path: file.text, code: error.code) }
        }
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
            throw WriteFailure(path: temporary, code: .notThere)
        }
        // The file of a killed sync may have its name.
        try? disk.remove(FilePath(name), in: aside.handle)
        guard let output = try OutputFile(creating: temporary, named: name, in: aside, on: disk) else {
            throw WriteFailure(path: temporary, code: .taken)
        }
        do {
            try body(output)
            try output.finish(modified: received)
            try output.sync()
            // A second name, which is refused where there is one, then the first goes: https://cr.yp.to/proto/maildir.html.
            try writing(file.text) { () throws(FileError) in
                try disk.link(FilePath(name), in: aside.handle, to: FilePath(bytes: file.name), in: place.handle)
                try disk.remove(FilePath(name), in: aside.handle)
            }
            unsynced.insert(file.directory)
            uniqueNames[folder.path]?.insert(MaildirUniqueName.part(of: file.name))
        } catch {
            try? disk.remove(FilePath(name), in: aside.handle)
            throw error
        }
        return file
    }

    /// Says that a file's name was changed by a program that may have been stopped before it was on the disk.
    package mutating func expectUnsynced(_ file: File) {
        unsynced.insert(file.directory)
    }

    /// Makes all names durable that were changed since the last call: a rename alone does not (fsync(2)).
    ///
    /// A power cut could undo a change that was recorded before this call, and it would look as if a user had changed
    /// it back.
    package mutating func syncNames() throws(WriteFailure) {
        for directory in unsynced.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            do throws(FileError) {
                try disk.syncFolder(directory)
            } catch {
                // A folder that is gone holds no names.
                guard error.code == .notThere else { throw WriteFailure(path: directory.text, code: error.code) }
            }
        }
        unsynced = []
    }

    /// Makes a folder of these names, which are not encoded; nil if the tree cannot name it.
    package mutating func makeFolder(_ names: [String]) throws(WriteFailure) -> Folder? {
        if let place = placeForFolder(names) {
            let path = place.isEmpty ? root : root.appending(place.utf8)
            var made = root
            for part in place.split(separator: "/") { made = try makeFolder(String(part), in: made) }
            for name in ["cur", "new", "tmp"] { _ = try makeFolder(name, in: path) }
            unsynced.insert(path)
            let folder = Folder(names: place.isEmpty ? names : Self.names(ofPlace: place), path: path)
            folders.append(folder)
            return folder
        }
        return nil
    }

    /// Whether ``makeFolder(_:)`` has a way to name the folder.
    package func canName(_ names: [String]) -> Bool { placeForFolder(names) != nil }

    private func placeForFolder(_ names: [String]) -> String? {
        if names.isEmpty { return "" }
        let nested = folders.filter { folder in
            !folder.names.isEmpty && folder.path.name.first != UInt8(ascii: ".")
        }
        // Where folders have names that are not encoded, the program that made them encodes none.
        let isRaw = nested.contains { folder in folder.names.contains { !$0.utf8.allSatisfy { $0 < 0x80 } } }
        let layout: FolderLayout =
            nested.isEmpty ? .maildirPlusPlus : isRaw ? .nestedMaildirs : .encodedMaildirs
        let directories = FolderDirectories([names], layout: layout)
        guard directories.renamed.isEmpty else { return nil }
        if names == ["INBOX"] { return nested.isEmpty ? "" : "INBOX" }
        var places = directories
        let place = places.place(of: names)
        // A directory that is there already is another folder's: its name was read, and is not this one.
        return folders.contains { $0.path == root.appending(place.utf8) } ? nil : place
    }

    /// The names under which a look at the tree finds the folder at a place below the top.
    private static func names(ofPlace place: String) -> [String] {
        place.hasPrefix(".")
            ? OpenFolder.maildirPlusPlusNames(Array(place.utf8)[...]) : place.split(separator: "/").map(String.init)
    }

    /// Why a file was not moved.
    private enum Unmoved: Equatable {
        case code(SystemCode)
        /// It is a link that would lead elsewhere.
        case leadsElsewhere
    }

    // A unique name belongs to one message. So a file with the new name could only be the same message, or a program
    // that breaks the rules of Maildir put it there. The check is made nevertheless: nothing is ever replaced. A second
    // link to the file, as in a delivery, would be safe without a check, but for a moment the message would be there
    // twice.
    private func move(_ old: File, to new: File) throws(WriteFailure) -> Unmoved? {
        guard let source = try opened(old.directory), let target = try opened(new.directory) else {
            return .code(.notThere)
        }
        let (oldName, newName) = (FilePath(bytes: old.name), FilePath(bytes: new.name))
        guard (try? disk.status(of: newName, in: target.handle, links: .refused)) == nil else { return .code(.taken) }
        let kind = (try? disk.status(of: oldName, in: source.handle, links: .refused))?.kind
        do throws(FileError) {
            guard kind == .symbolicLink, old.maildir != new.maildir else {
                try disk.rename(oldName, in: source.handle, to: newName, in: target.handle)
                return nil
            }
            // A relative link may lead elsewhere from another folder: it is tried there before it goes here.
            do throws(FileError) {
                try disk.link(oldName, in: source.handle, to: newName, in: target.handle)
            } catch {
                // Not every file system has second links to a link.
                return [.notThere, .taken].contains(error.code) ? .code(error.code) : .leadsElsewhere
            }
            guard let before = identity(of: old), before == identity(of: new) else {
                try disk.remove(newName, in: target.handle)
                return .leadsElsewhere
            }
            do throws(FileError) {
                try disk.remove(oldName, in: source.handle)
            } catch {
                try? disk.remove(newName, in: target.handle)
                throw error
            }
            return nil
        } catch {
            return .code(error.code)
        }
    }

    /// Which file a name leads to; nil if that is out of bounds, or not there.
    private func identity(of file: File) -> FileIdentity? { (try? within(file.path).state())?.identity }

    /// A folder below the root, opened so that no link leads a change out of it; nil if there is none.
    private func opened(_ directory: FilePath) throws(WriteFailure) -> SharedFile? {
        do throws(FileError) {
            return try within(directory).open(.folder)
        } catch {
            if error.code == .notThere { return nil }
            throw Self.failure(directory, error)
        }
    }

    // For a link, people know one error code.
    private static func failure(_ directory: FilePath, _ error: FileError) -> WriteFailure {
        WriteFailure(path: directory.text, code: error.code == .leadsOut ? .tooManyLinks : error.code)
    }

    /// Makes one folder in another, unless it is there.
    private mutating func makeFolder(_ name: String, in parent: FilePath) throws(WriteFailure) -> FilePath {
        let path = parent.appending(name.utf8)
        guard let opened = try opened(parent) else { throw WriteFailure(path: parent.text, code: .notThere) }
        do throws(FileError) {
            try disk.makeFolder(FilePath(name), in: opened.handle)
        } catch {
            guard error.code == .taken else { throw WriteFailure(path: path.text, code: error.code) }
        }
        unsynced.insert(parent)
        return path
    }

    private func isThere(_ path: FilePath) -> Bool {
        (try? disk.status(of: path, in: nil, links: .followed)) != nil
    }
}

extension MaildirUniqueName {
    /// The part of a file's name that no other file of its folder may have.
    static func part(of name: [UInt8]) -> [UInt8] {
        Array(withoutUID(Array(name.prefix(MaildirName(name).baseCount))))
    }

    /// The same for names that need not be UTF-8.
    static func withoutUID(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard let start = name.firstRange(of: Array(",U=".utf8)) else { return name[...] }
        let rest = name[start.upperBound...].drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (name[..<start.lowerBound] + rest)
    }
}
