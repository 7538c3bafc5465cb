internal import Glibc

/// A path as the kernel knows it: bytes, which need not be UTF-8, and never a NUL.
public struct FilePath: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes over a path as a person wrote it, without the slashes at its end.
    public init(_ text: String) {
        var bytes = [UInt8](text.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        self.bytes = bytes
    }

    public func appending(_ name: some Collection<UInt8>) -> FilePath {
        var longer = bytes
        if longer.last != UInt8(ascii: "/") { longer.append(UInt8(ascii: "/")) }
        longer.append(contentsOf: name)
        return FilePath(bytes: longer)
    }

    /// The part after the last slash; the whole path if there is none.
    public var name: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// The folder of the path's target, by the path alone: `.` for a name alone.
    public var folder: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(bytes: [UInt8(ascii: ".")]) }
        return FilePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
    }

    /// The path for people: bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Lends the path as C wants it. A path with a NUL inside is lent as an empty one, which no file has.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let count = bytes.contains(0) ? 0 : bytes.count
        return unsafe withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { buffer in
            unsafe bytes.withUnsafeBytes { source in
                unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
            }
            unsafe buffer[count] = 0
            guard let start = buffer.baseAddress else { preconditionFailure("a terminated string has a byte") }
            return unsafe body(UnsafePointer(start.assumingMemoryBound(to: CChar.self)))
        }
    }
}
