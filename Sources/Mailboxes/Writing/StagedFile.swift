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
        switch kind {
        case nil, .regular: break
        case .directory: throw WriteRefusal.wrongKind(path: path)
        default:
            output = try OutputFile(opening: path)
            (target, temporary) = (path, nil)
            return
        }
        if kind != nil, !overwriting { throw WriteRefusal.exists(path: path) }
        // Where a link leads to a file, the file is replaced and not the link.
        let place = kind == nil ? path : resolvedPath(path) ?? path
        let slash = place.lastIndex(of: "/").map { place.index(after: $0) } ?? place.startIndex
        let aside = "\(place[..<slash]).\(SafeFileName.cut(String(place[slash...]), to: 200)).mailledger-export"
        guard let file = try OutputFile(locking: aside) else { throw WriteRefusal.inUse(path: path) }
        (output, target, temporary) = (file, place, aside)
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
