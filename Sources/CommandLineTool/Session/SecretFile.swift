internal import ArgumentParsing
internal import DiskFiles
internal import MailLedger

/// A file whose first line is a secret: a regular one that its owner alone can read, or a pipe.
enum SecretFile {
    /// Reads the line, without its end.
    ///
    /// - Parameter limit: The most bytes of a line; of a longer one, one byte more is returned.
    static func firstLine(of path: String, limit: Int) throws -> [UInt8] {
        let bytes: [UInt8]
        let isSecret: Bool
        do throws(FileError) {
            let input = try Descriptor.forReading(path)
            defer { input.close() }
            let status = try input.status()
            isSecret = !status.isRegular || status.permissions & 0o077 == 0
            bytes = isSecret ? try beginning(of: input, limit: limit + 2) : []
        } catch {
            throw LedgerError.io(path: path, reason: error.reason)
        }
        guard isSecret else {
            throw ValidationError("\(path) can be read by others, so it keeps no secret; 'chmod 600 \(path)' mends it")
        }
        return firstLine(of: bytes)
    }

    /// Returns what is before the first end of a line.
    static func firstLine(of bytes: [UInt8]) -> [UInt8] {
        var line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    // Not beyond the line's end: what writes to a pipe may wait.
    private static func beginning(of input: Descriptor, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256)
        while bytes.count < limit, !bytes.contains(UInt8(ascii: "\n")) {
            var span = piece.mutableSpan
            let count = try input.read(into: &span)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return Array(bytes.prefix(limit))
    }
}
