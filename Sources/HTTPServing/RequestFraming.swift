/// Where a request ends, and what it says, as its header has it.
///
/// A proxy and the library may read a doubtful header in two ways. What one of them takes for a body is then a second request to the
/// other (request smuggling), so such a header is refused.
enum RequestFraming {
    /// The fields that stand once: of two, somebody else may take the other one (RFC 9110 section 5.3).
    ///
    /// Lists may come in several fields, as may what proxies add. Names are in lower case.
    private static let single = [
        "authorization", "content-length", "content-type", "host", "idempotency-key", "if-range", "last-event-id",
        "ledger-patience", "ledger-reason", "origin", "range", "sec-fetch-site", "transfer-encoding", "user-agent",
    ]

    /// Returns the name of a field that is there twice, and has to stand once.
    static func repeatedField(of fields: HTTPFields) -> String? {
        single.first { fields.count(of: $0) > 1 }
    }

    /// Whether a header leaves no doubt about its names and its body (RFC 9112 sections 5.1, 6.1 and 6.3).
    static func isPlain(_ fields: HTTPFields) -> Bool {
        guard fields.hasPlainNames else { return false }
        if let coding = fields["transfer-encoding"] {
            return coding.utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 } && fields["content-length"] == nil
        }
        if let length = fields["content-length"] {
            return !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt64(length) != nil
        }
        return true
    }
}
