package import DiskFiles

/// One file that is written aside and gets its name when it is complete; a pipe or a device is written to directly.
package final class StagedFile {
    /// The file to write to.
    package let output: OutputFile
    private let target: String
    private let temporary: String?
    private let overwriting: Bool
    private let files: any Files
    private var isPublished = false

    /// Writes to standard output.
    package init(standardOutput name: String = "standard output") {
        output = OutputFile(.standardOutput, path: name)
        (target, temporary, overwriting, files) = (name, nil, true, KernelFiles.shared)
    }

    /// Prepares a file at a path.
    ///
    /// - Parameter overwriting: Whether a file that is there is replaced.
    package init(at path: String, overwriting: Bool, on files: any Files) throws {
        self.overwriting = overwriting
        self.files = files
        let kind = try? files.status(of: path).kind
        let isLink = (try? files.status(of: path, links: .refused).kind) == .symbolicLink
        switch kind {
        case nil, .regular:
            // A user who may put a link here must not choose the file that is overwritten.
            if isLink { throw overwriting ? WriteRefusal.link(path: path) : .exists(path: path) }
        case .directory: throw WriteRefusal.wrongKind(path: path)
        default:
            do throws(FileError) {
                // As for reading: /dev/stdout is a link, too.
                _ = try Location(files: files, path: FilePath(path), bounds: .named).state()
            } catch {
                throw error.code == .leadsOut
                    ? WriteRefusal.link(path: path) : WriteFailure(path: path, code: error.code)
            }
            output = try OutputFile(opening: path)
            (target, temporary) = (path, nil)
            return
        }
        if kind != nil, !overwriting { throw WriteRefusal.exists(path: path) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let aside = "\(path[..<slash]).\(SafeFileName.cut(String(path[slash...]), to: 200)).mailledger-export"
        guard let file = try OutputFile(locking: aside, on: files) else { throw WriteRefusal.inUse(path: path) }
        // A file that somebody else put there would stay theirs, with the mail in it.
        guard file.isOwnAlone else { throw WriteFailure(path: aside, code: .notPermitted) }
        (output, target, temporary) = (file, path, aside)
    }

    deinit {
        if let temporary, !isPublished { try? files.remove(temporary) }
    }

    /// Writes the rest, makes it durable, and gives the file its name.
    package func publish() throws {
        guard let temporary else { return try output.finish() }
        try output.sync()
        if try overwriting || !giveNewName(to: temporary) {
            try writing(target) { () throws(FileError) in try files.rename(temporary, to: target) }
        }
        isPublished = true
        try writing { () throws(FileError) in try files.syncName(of: target) }
    }

    /// Names the file, unless somebody took the name meanwhile; false if the file system has no links.
    private func giveNewName(to temporary: String) throws -> Bool {
        do throws(FileError) {
            try files.link(temporary, to: target)
        } catch {
            guard error.code != .taken, !files.exists(target) else { throw WriteRefusal.exists(path: target) }
            return false
        }
        try? files.remove(temporary)
        return true
    }
}
