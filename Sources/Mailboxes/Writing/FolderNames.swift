import Glibc

extension RawPath {
    /// The folder that a file lies in, as far as its path tells.
    init(folderOf path: String) {
        let slash = path.lastIndex(of: "/")
        self.init(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    /// Makes the names in this folder last: neither a rename does nor a file's own fsync (fsync(2)).
    func syncNames() throws(WriteFailure) {
        let result = unsafe withCString { path -> CInt in
            let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno }
            defer { close(descriptor) }
            // Some file systems have no such call for folders.
            return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno
        }
        guard result == 0 else { throw WriteFailure(path: text, number: result) }
    }
}

/// Makes the name of a file or folder last, and with it all others beside it.
package func syncName(of path: String) throws(WriteFailure) {
    try RawPath(folderOf: path).syncNames()
}
