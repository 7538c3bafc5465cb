/// Where a request ends, as its header says it.
///
/// A proxy and the library may read a doubtful header in two ways. What one of them takes for a body is then a second request to the
/// other (request smuggling), so such a header is refused.
enum RequestFraming {
    /// Whether a header leaves no doubt about its host and its body (RFC 9112 sections 3.2, 5.1, 6.1 and 6.3).
    static func isPlain(_ fields: HTTPFields) -> Bool {
        guard fields.hasPlainNames, fields.count(of: "host") <= 1, fields.count(of: "content-length") <= 1,
            fields.count(of: "transfer-encoding") <= 1
        else { return false }
        if let coding = fields["transfer-encoding"] {
            return coding.utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 } && fields["content-length"] == nil
        }
        if let length = fields["content-length"] {
            return !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt64(length) != nil
        }
        return true
    }
}
