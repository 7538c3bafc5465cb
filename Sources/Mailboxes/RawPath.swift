import Glibc

/// A path as the kernel knows it: bytes, which need not be UTF-8, and never a NUL.
struct RawPath: Hashable, Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes over a path as a person wrote it, without the slashes at its end.
    init(_ text: String) {
        var bytes = [UInt8](text.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        self.bytes = bytes
    }

    func appending(_ name: some Collection<UInt8>) -> RawPath {
        var longer = bytes
        if longer.last != UInt8(ascii: "/") { longer.append(UInt8(ascii: "/")) }
        longer.append(contentsOf: name)
        return RawPath(bytes: longer)
    }

    /// What stands after the last slash; all of it where there is none.
    var name: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// The name of the folder that holds it, as far as the path tells.
    var parentName: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return [] }
        return RawPath(bytes: Array(bytes[..<slash])).name
    }

    /// The path for people: what is no UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Lends the path as C wants it. A path with a NUL inside is lent as an empty one, which no file has.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var terminated = bytes.contains(0) ? [] : bytes.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return unsafe terminated.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a terminated string has a byte") }
            return unsafe body(start)
        }
    }
}

/// Writes a file name so that two different names stay different: bytes that are no UTF-8 stand as `\xE9`.
func distinctText(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
        // The longest scalar first: at most four bytes encode one (RFC 3629 section 3).
        let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
        if let length, let scalar = String(validating: rest.prefix(length), as: UTF8.self) {
            text += scalar
            rest = rest.dropFirst(length)
        } else {
            text += "\\x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
            rest = rest.dropFirst()
        }
    }
    return text
}
