internal import Glibc
internal import MailLedger
internal import Mailboxes

/// The bytes of one message, out of a file or of standard input.
enum MessageInput {
    /// Reads all of a file, or of standard input where the path is `-`.
    static func bytes(of path: String) throws -> [UInt8] {
        let name = path == "-" ? MailboxWalk.pipeName : path
        let descriptor = unsafe path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
    }

    /// The header with the empty line behind it (RFC 5322 section 2.1), all where there is none.
    static func header(of bytes: [UInt8]) -> [UInt8] {
        var isEmptyLine = true
        for (index, byte) in bytes.enumerated() where byte != UInt8(ascii: "\r") {
            guard byte == UInt8(ascii: "\n") else {
                isEmptyLine = false
                continue
            }
            if isEmptyLine { return Array(bytes[...index]) }
            isEmptyLine = true
        }
        return bytes
    }

    private static func failure(_ path: String) -> MailboxError {
        errno == ENOENT ? .notFound(path: path) : .unreadable(path: path, errno: errno)
    }
}
