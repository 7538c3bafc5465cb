/// A part of a content that a client asks for (RFC 9110 section 14).
public enum ByteRange: Hashable, Sendable {
    case all
    case part(Range<Int>)
    /// Nothing of the content is in it.
    case unsatisfiable

    /// Reads the field `Range`; one that is malformed, of another unit or of several parts asks for all.
    public init(_ field: String?, size: Int) {
        self = .all
        guard let field, field.utf8.count < 64, field.hasPrefix("bytes=") else { return }
        let ends = field.utf8.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last) where ends[1].isEmpty || last != nil:
            if let last, last < first { return }
            self = first < size ? .part(first..<min(size, min(last ?? size - 1, size - 1) + 1)) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: return
        }
    }
}
