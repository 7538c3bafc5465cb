import ByteSearch
import DiskFiles

/// Reads a file line by line in bounded memory: of a line longer than the buffer it shows the beginning.
struct LineReader: ~Copyable, Sendable {
    struct Line {
        /// The start of the line in the file.
        let offset: Int64
        /// All its bytes, with its line end.
        let length: Int64
        /// Its first bytes, with the line end where all of it fits.
        let start: ArraySlice<UInt8>

        var end: Int64 { offset + length }
        var isBlank: Bool { start.elementsEqual("\n".utf8) || start.elementsEqual("\r\n".utf8) }
    }

    /// The greatest part of a long line that is returned.
    static let shownBytes = 4096

    let file: SharedFile
    private var buffer: [UInt8]
    /// The bytes of the buffer that wait to be taken.
    private var waiting = 0..<0
    /// The end of `waiting` in the file.
    private var position: Int64 = 0

    init(_ file: SharedFile, bufferSize: Int = 64 << 10) {
        self.file = file
        buffer = [UInt8](repeating: 0, count: max(bufferSize, Self.shownBytes))
    }

    mutating func skip(_ count: Int) throws(FileError) {
        try fill()
        waiting = min(waiting.lowerBound + count, waiting.upperBound)..<waiting.upperBound
    }

    /// Returns the next line, the last one with or without its line end, and nil at the end of the file.
    mutating func next() throws(FileError) -> Line? {
        var end = lineEnd(in: waiting)
        if end == nil {
            try fill()
            end = lineEnd(in: waiting)
        }
        if waiting.isEmpty { return nil }
        let offset = position - Int64(waiting.count)
        if end == nil, waiting.count == buffer.count { return try longLine(at: offset) }
        let line = waiting.lowerBound..<(end ?? waiting.upperBound)
        waiting = line.upperBound..<waiting.upperBound
        return Line(offset: offset, length: Int64(line.count), start: buffer[line])
    }

    /// Takes the line that fills the whole buffer without an end.
    private mutating func longLine(at offset: Int64) throws(FileError) -> Line {
        let start = buffer[..<Self.shownBytes]
        var length: Int64 = 0
        while true {
            if let end = lineEnd(in: waiting) {
                length += Int64(end - waiting.lowerBound)
                waiting = end..<waiting.upperBound
                break
            }
            length += Int64(waiting.count)
            waiting = 0..<0
            try fill()
            if waiting.isEmpty { break }
        }
        return Line(offset: offset, length: length, start: start)
    }

    /// Moves what waits to the front of the buffer and reads behind it.
    private mutating func fill() throws(FileError) {
        if waiting.lowerBound > 0 {
            buffer.replaceSubrange(0..<waiting.count, with: Array(buffer[waiting]))
            waiting = 0..<waiting.count
        }
        let read = try file.read(into: &buffer, waiting.upperBound..<buffer.count, from: position)
        position += Int64(read)
        waiting = 0..<(waiting.upperBound + read)
    }

    private func lineEnd(in range: Range<Int>) -> Int? {
        firstIndex(of: UInt8(ascii: "\n"), in: buffer, range).map { $0 + 1 }
    }
}
