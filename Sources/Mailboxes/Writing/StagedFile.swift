import Glibc

/// One file that is written aside and takes its name when it is whole; a pipe or a device is written as it is.
package final class StagedFile {
    /// What to write to.
    package let output: OutputFile
    private let target: String
    private let temporary: String?
    private let overwriting: Bool
    private var isPublished = false

    /// Writes to standard output.
    package init(standardOutput name: String = "standard output") {
        output = OutputFile(descriptor: STDOUT_FILENO, path: name)
        (target, temporary, overwriting) = (name, nil, true)
    }

    /// Prepares a file at a path.
    ///
    /// - Parameter overwriting: Whether a file that is there is replaced.
    package init(at path: String, overwriting: Bool) throws {
        self.overwriting = overwriting
        let kind = try? FileState(of: RawPath(path), followingLinks: true).kind
        let isLink = (try? FileState(of: RawPath(path), followingLinks: false).kind) == .symbolicLink
        switch kind {
        case nil, .regular:
            // Whoever may put a link here must not choose what is written over.
            if isLink { throw overwriting ? WriteRefusal.link(path: path) : .exists(path: path) }
        case .directory: throw WriteRefusal.wrongKind(path: path)
        default:
            do throws(SystemError) {
                // As for what is read: /dev/stdout is a link, too.
                _ = try Location(path: RawPath(path), bounds: .named).state()
            } catch {
                throw error == Location.leadsOut
                    ? WriteRefusal.link(path: path) : WriteFailure(path: path, number: error.number)
            }
            output = try OutputFile(opening: path)
            (target, temporary) = (path, nil)
            return
        }
        if kind != nil, !overwriting { throw WriteRefusal.exists(path: path) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let aside = "\(path[..<slash]).\(SafeFileName.cut(String(path[slash...]), to: 200)).mailledger-export"
        guard let file = try OutputFile(locking: aside) else { throw WriteRefusal.inUse(path: path) }
        // What somebody else put there would be theirs still with the mail in it.
        guard file.isOwnAlone else { throw WriteFailure(path: aside, number: EPERM) }
        (output, target, temporary) = (file, path, aside)
    }

    deinit {
        if let temporary, !isPublished { _ = unsafe unlink(temporary) }
    }

    /// Writes what is left, makes it last, and gives the file its name.
    package func publish() throws {
        guard let temporary else { return try output.finish() }
        try output.sync()
        if !overwriting {
            // link(2) refuses a name that somebody took meanwhile; some file systems have no links.
            if unsafe link(temporary, target) == 0 {
                isPublished = true
                _ = unsafe unlink(temporary)
                return try syncFolder()
            }
            guard errno != EEXIST, unsafe access(target, F_OK) != 0 else { throw WriteRefusal.exists(path: target) }
        }
        guard unsafe rename(temporary, target) == 0 else { throw WriteFailure.last(target) }
        isPublished = true
        try syncFolder()
    }

    private func syncFolder() throws {
        let folder = RawPath(folderOf: target)
        do throws(SystemError) {
            let opened = try OpenFile(folder)
            guard fsync(opened.descriptor) == 0 else { throw .last }
        } catch {
            throw WriteFailure(path: folder.text, number: error.number)
        }
    }
}
