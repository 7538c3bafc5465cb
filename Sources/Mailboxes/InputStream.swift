import DiskFiles

/// A pipe, a terminal or whatever else gives bytes and cannot be read twice.
struct InputStream: ~Copyable {
    private let descriptor: Descriptor
    /// The bytes that were read to recognise the input.
    private var ahead: [UInt8] = []

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Returns its first bytes and keeps them for the next reading: a magic number may come in two parts.
    mutating func start() throws(UnpackingError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while ahead.count < 16 {
            let count = try readMore(into: &buffer)
            if count == 0 { break }
            ahead += buffer[..<count]
        }
        return ahead
    }

    /// Fills the front of a buffer, and returns 0 at the end.
    mutating func read(into buffer: inout [UInt8]) throws(UnpackingError) -> Int {
        guard !ahead.isEmpty else { return try readMore(into: &buffer) }
        let count = min(ahead.count, buffer.count)
        buffer.replaceSubrange(0..<count, with: ahead[..<count])
        ahead.removeFirst(count)
        return count
    }

    private func readMore(into buffer: inout [UInt8]) throws(UnpackingError) -> Int {
        var span = buffer.mutableSpan
        do throws(FileError) { return try descriptor.read(into: &span) } catch { throw .system(error) }
    }
}
