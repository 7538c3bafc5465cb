import ByteSearch
import Compression
import DiskFiles

/// Reads a file or standard input line by line, unpacked where gzip or zstd compressed it.
///
/// ```swift
/// let lines = try PackedLines("events.jsonl.zst")
/// while let line = try lines.next() { … }
/// ```
///
/// Memory for the longest line, at most ``longestLine``.
package final class PackedLines {
    /// The longest line that is read: 64 MiB.
    package static let longestLine = 64 << 20

    private let path: String
    private let descriptor: Descriptor
    private var stream: InputStream
    private var decompressor: StreamDecompressor?
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)
    /// The bytes of the buffer that wait to be taken.
    private var waiting = 0..<0
    /// The number of bytes that are known to contain no line end.
    private var searched = 0
    private var hasEnded = false
    /// The number of the line that was returned last, counted from 1.
    package private(set) var number = 0

    /// Opens a file, or standard input where the path is `-`; waits for the writer of a named pipe.
    package init(_ path: String) throws(MailboxError) {
        self.path = path == "-" ? MailboxWalk.pipeName : path
        do throws(FileError) {
            descriptor = path == "-" ? .standardInput : try .forReading(path)
        } catch {
            throw .unreadable(path: self.path, errno: error.code.number)
        }
        stream = InputStream(descriptor)
        do throws(UnpackingError) {
            if let format = CompressedFormat(try stream.start()) { decompressor = try Self.decompressor(format) }
        } catch {
            throw error.mailboxError(path: self.path, directory: "")
        }
    }

    private static func decompressor(_ format: CompressedFormat) throws(UnpackingError) -> StreamDecompressor {
        do throws(CompressionError) { return try StreamDecompressor(format) } catch { throw .compression(error) }
    }

    deinit {
        if descriptor != .standardInput { descriptor.close() }
    }

    /// A line that is longer than the limit.
    package struct LineTooLong: Error, Hashable, Sendable {
        package let line: Int
    }

    /// Returns the next line without its line end, and nil at the end of the input.
    package func next() throws -> ArraySlice<UInt8>? {
        while true {
            let unknown = (waiting.lowerBound + searched)..<waiting.upperBound
            if let end = firstIndex(of: UInt8(ascii: "\n"), in: buffer, unknown) {
                let line = buffer[waiting.lowerBound..<end]
                take(through: end + 1)
                return line
            }
            searched = waiting.count
            guard !hasEnded else { break }
            try fill()
        }
        guard !waiting.isEmpty else { return nil }
        let line = buffer[waiting]
        take(through: waiting.upperBound)
        return line
    }

    private func take(through end: Int) {
        waiting = end..<waiting.upperBound
        searched = 0
        number += 1
    }

    /// Reads behind what waits, which moves to the front, and makes room where it fills the buffer.
    private func fill() throws {
        if waiting.lowerBound > 0 {
            buffer.replaceSubrange(0..<waiting.count, with: Array(buffer[waiting]))
            waiting = 0..<waiting.count
        } else if waiting.count == buffer.count {
            guard buffer.count < Self.longestLine else {
                throw LineTooLong(line: number + 1)
            }
            buffer += [UInt8](repeating: 0, count: buffer.count)
        }
        let count = try read(behind: waiting.upperBound)
        hasEnded = count == 0
        waiting = 0..<(waiting.upperBound + count)
    }

    private func read(behind place: Int) throws(MailboxError) -> Int {
        do {
            guard decompressor == nil else {
                return try unpack(place..<buffer.count)
            }
            var piece = [UInt8](repeating: 0, count: min(buffer.count - place, 256 << 10))
            let count = try stream.read(into: &piece)
            buffer.replaceSubrange(place..<place + count, with: piece[..<count])
            return count
        } catch {
            throw UnpackingError(error).mailboxError(path: path, directory: "")
        }
    }

    private func unpack(_ range: Range<Int>) throws -> Int {
        try decompressor?.read(into: &buffer, range) { [self] input in try stream.read(into: &input) } ?? 0
    }
}
