import ByteSearch
import CGMime
import DiskFiles

/// Reads a message forward through one window, whatever its size: the whole of it in memory, or a piece of a file.
struct SourceReader {
    /// The bytes now in memory; only the first `filled` ones are valid.
    private(set) var window: [UInt8]
    private(set) var length: Int64

    private var windowStart: Int64 = 0
    private var filled: Int
    private let file: SharedFile?
    private let base: Int64

    init(_ source: MessageSource, windowSize: Int) {
        switch source {
        case .bytes(let bytes):
            window = bytes
            filled = bytes.count
            length = Int64(bytes.count)
            file = nil
            base = 0
        case .file(let file, let offset, let length):
            window = [UInt8](repeating: 0, count: max(1, Int(clamping: min(length, Int64(windowSize)))))
            filled = 0
            self.length = max(0, min(length, Self.size(of: file) - offset))
            self.file = file
            base = offset
        }
    }

    /// Returns the size of a regular file; the greatest number if it is another kind of file or its state cannot be
    /// read.
    private static func size(of file: SharedFile) -> Int64 {
        guard let status = try? file.status(), status.isRegular else { return .max }
        return status.size
    }

    /// Returns the range in `window` of the bytes from `offset` on; empty only at the end of the source.
    ///
    /// It has at least one byte, and with `full` as many as the window can hold.
    mutating func load(_ offset: Int64, full: Bool = false) throws(MIMEError) -> Range<Int> {
        guard offset < length else { return 0..<0 }
        let windowEnd = windowStart + Int64(filled)
        let isInside = offset >= windowStart && offset < windowEnd
        if !isInside || (full && windowEnd < length && offset > windowStart) {
            try fill(from: offset)
            guard offset < length else { return 0..<0 }
        }
        return Int(offset - windowStart)..<filled
    }

    private mutating func fill(from offset: Int64) throws(MIMEError) {
        windowStart = offset
        filled = 0
        let wanted = Int(min(Int64(window.count), length - offset))
        do throws(FileError) {
            filled = try file?.read(into: &window, 0..<wanted, from: base + offset) ?? 0
        } catch {
            throw MIMEError.unreadable(errno: error.code.number)
        }
        // The file is shorter than the caller announced: the message ends here.
        if filled < wanted { length = offset + Int64(filled) }
    }
}

/// A line, or a piece of one that is longer than the window.
struct LineFragment {
    /// The place in the source where it starts, and where the next one does.
    var start: Int64
    var next: Int64
    /// The place in the window of its bytes, without the line end.
    var content: Range<Int>
    /// The bytes of the line end: 0, 1 or 2.
    var terminator: Int
    /// Whether the fragment ends its line.
    var endsLine: Bool
}

extension SourceReader {
    /// Returns the line, or piece of one, that starts at `offset`; `nil` at the end of the source.
    mutating func line(at offset: Int64) throws(MIMEError) -> LineFragment? {
        var range = try load(offset)
        guard !range.isEmpty else { return nil }
        var newline = index(of: 0x0A, in: range)
        if newline == nil, offset + Int64(range.count) < length {
            range = try load(offset, full: true)
            guard !range.isEmpty else { return nil }
            newline = index(of: 0x0A, in: range)
        }
        guard let newline else {
            let endsSource = offset + Int64(range.count) >= length
            // A return at the window's end may be half of a line end.
            let holdsBack = !endsSource && range.count > 1 && window[range.upperBound - 1] == 0x0D
            let content = range.lowerBound..<(holdsBack ? range.upperBound - 1 : range.upperBound)
            return LineFragment(
                start: offset, next: offset + Int64(content.count), content: content, terminator: 0,
                endsLine: endsSource)
        }
        let hasReturn = newline > range.lowerBound && window[newline - 1] == 0x0D
        let end = hasReturn ? newline - 1 : newline
        return LineFragment(
            start: offset, next: offset + Int64(newline + 1 - range.lowerBound), content: range.lowerBound..<end,
            terminator: newline + 1 - end, endsLine: true)
    }

    private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
        firstIndex(of: byte, in: window, range)
    }

    /// Skips lines that do not start with `--`; returns the start of the next that may, and the length of the line end
    /// before it.
    ///
    /// `start` is the start of a line. `nil` if the window contains no end of a line: then the line has to be read in
    /// pieces.
    mutating func skipToDashes(from start: Int64) throws(MIMEError) -> (position: Int64, terminator: Int64)? {
        var range = try load(start)
        var newline = lineEnd(beforeDashesIn: range)
        if newline == nil {
            range = try load(start, full: true)
            newline = lineEnd(beforeDashesIn: range)
        }
        guard let newline else { return nil }
        let hasReturn = newline > range.lowerBound && window[newline - 1] == 0x0D
        return (start + Int64(newline + 1 - range.lowerBound), hasReturn ? 2 : 1)
    }

    private func lineEnd(beforeDashesIn range: Range<Int>) -> Int? {
        unsafe window.withUnsafeBytes { buffer in
            let found = unsafe cgmime_line_end_before_dashes(buffer.baseAddress, range.lowerBound, range.upperBound)
            return found < 0 ? nil : found
        }
    }
}
