internal import Glibc
internal import MailLedger

/// Removes a file, or a folder with all in it; what is not there is removed already.
enum TreeRemoval {
    static func remove(_ path: String) throws(LedgerError) {
        if let stream = unsafe opendir(path) {
            var names: [String] = []
            while let entry = unsafe readdir(stream) {
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." { names.append(name) }
            }
            unsafe closedir(stream)
            for name in names { try remove(path + "/" + name) }
        }
        guard unsafe Glibc.remove(path) == 0 || errno == ENOENT else {
            throw LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
        }
    }
}
