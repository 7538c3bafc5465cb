import ByteSearch
import DiskFiles

extension NotmuchDump {
    /// Why a dump cannot be taken.
    package enum ReadError: Error, Hashable, Sendable {
        case unreadable(path: String, reason: String)
        case malformed(path: String, line: Int, reason: String)
    }

    /// The longest line that is read.
    private static let longestLine = 1 << 20

    /// Reads all lines of a dump that have tags, from standard input if the path is `-`.
    package static func read(_ path: String) throws(ReadError) -> [Line] {
        // Waits for the writer of a named pipe, as a person who names one means it.
        let descriptor: Descriptor
        do throws(FileError) {
            descriptor = path == "-" ? .standardInput : try .forReading(path)
        } catch {
            throw unreadable(path, error.code)
        }
        defer { if path != "-" { descriptor.close() } }
        var lines: [Line] = []
        var rest: [UInt8] = []
        var number = 0
        var hasHeader = false
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count: Int
            do throws(FileError) {
                var span = piece.mutableSpan
                count = try descriptor.read(into: &span)
            } catch {
                throw unreadable(path, error.code)
            }
            if count == 0 { break }
            // gzip(1)'s magic number, RFC 1952 section 2.3.1.
            if number == 0, rest.isEmpty, piece[0] == 0x1F, count > 1, piece[1] == 0x8B {
                throw .malformed(path: path, line: 1, reason: "it is compressed; unpack it with 'gzip -dc' first")
            }
            var start = 0
            while let end = firstIndex(of: UInt8(ascii: "\n"), in: piece, start..<count) {
                number += 1
                let line = rest + piece[start..<end]
                if number == 1 { hasHeader = line.starts(with: "#notmuch-dump ".utf8) }
                try take(line, path, number, into: &lines)
                rest.removeAll(keepingCapacity: true)
                start = end + 1
            }
            rest += piece[start..<count]
            if rest.count > longestLine {
                throw .malformed(path: path, line: number + 1, reason: "it is longer than any line of a dump")
            }
        }
        try take(rest, path, number + 1, into: &lines)
        // A dump of no messages has its header nevertheless: a text without both is the output of a command that
        // failed.
        guard hasHeader || !lines.isEmpty || rest.starts(with: "#notmuch-dump ".utf8) else {
            throw .malformed(path: path, line: 1, reason: "there is neither the header of a dump nor a line of tags")
        }
        return lines
    }

    private static func take(
        _ bytes: [UInt8], _ path: String, _ number: Int, into lines: inout [Line]
    ) throws(ReadError) {
        do throws(Fault) {
            if let line = try parse(bytes) { lines.append(line) }
        } catch {
            throw .malformed(path: path, line: number, reason: error.reason)
        }
    }

    private static func unreadable(_ path: String, _ code: SystemCode) -> ReadError {
        .unreadable(path: path, reason: code.words)
    }
}
