internal import Glibc

/// Puts a new file in the place of another: whoever reads sees the old one or the new one, and never a part.
enum ReplacedFile {
    /// Lets `contents` decide on the new bytes while nobody else replaces a file of that folder; nil leaves the file as it is.
    ///
    /// A symbolic link stays: the file that it leads to is replaced.
    static func replace(
        _ path: String, contents: () throws(ConfigurationError) -> [UInt8]?
    ) throws(ConfigurationError) -> Bool {
        let target = resolved(path)
        let folder = self.folder(of: target)
        makeFolders(folder)
        // The lock ends with the process; a folder needs no file for it.
        let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw failure(folder) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(folder) }
        }
        var status = stat()
        if unsafe stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw .inaccessible(path: path, reason: "this is no regular file")
        }
        guard let bytes = try contents() else { return false }
        let aside = target + ".new"
        do throws(ConfigurationError) {
            try write(bytes, to: aside)
            guard unsafe rename(aside, target) == 0 else { throw failure(target) }
        } catch {
            unsafe unlink(aside)
            throw error
        }
        // The name is on the disk once its folder is: fsync(2). A file system that has no such call does without.
        fsync(lock)
        return true
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(ConfigurationError) {
        // One that was left behind is in nobody's use: the lock is held.
        unsafe unlink(path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        giveToOwner(of: folder(of: path), descriptor)
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            offset += count
        }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the folder and those above it, for its owner only; opening it tells what went wrong.
    private static func makeFolders(_ folder: String) {
        var path = folder.hasPrefix("/") ? "" : "."
        for component in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/" + component
            guard unsafe mkdir(path, 0o700) == 0 else { continue }
            let made = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard made >= 0 else { continue }
            giveToOwner(of: parent, made)
            close(made)
        }
    }

    /// Has root give what it makes to whom the folder belongs to, in whose name ever it works just then.
    private static func giveToOwner(of folder: String, _ descriptor: CInt) {
        var status = stat()
        guard getuid() == 0, unsafe stat(folder, &status) == 0 else { return }
        // Where the system does not let it, the file is as good as before.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    private static func failure(_ path: String) -> ConfigurationError {
        .inaccessible(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}
