internal import ArgumentParsing
internal import DiskFiles
internal import MailLedger
internal import Mailboxes

/// The bytes of one message, out of a file or of standard input.
enum MessageInput {
    /// Reads all of a file, or of standard input where the path is `-`.
    static func bytes(of path: String) throws -> [UInt8] {
        let name = path == "-" ? MailboxWalk.pipeName : path
        do throws(FileError) {
            let input = path == "-" ? Surroundings.current.input : try Descriptor.forReading(path)
            defer { if path != "-" { input.close() } }
            var bytes: [UInt8] = []
            try input.forEachPiece { bytes += $0 }
            return bytes
        } catch {
            throw error.code == .notThere
                ? MailboxError.notFound(path: name) : .unreadable(path: name, errno: error.code.number)
        }
    }

    /// Reads all bytes, and refuses those that an import would skip, too.
    static func message(of path: String) throws -> [UInt8] {
        let bytes = try bytes(of: path)
        guard bytes.isEmpty || MailStart.isMessage(bytes[...]) else {
            throw ValidationError(
                "\(path == "-" ? "Standard input" : path) is not a message: \(SkipReason.notMail)")
        }
        return bytes
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
}
