/// Says that BINARY cannot decode a part: `NO [UNKNOWN-CTE]` (RFC 3516 section 4.3).
package struct UnknownEncoding: Error, Hashable {
    package init() {}
}

extension UnknownEncoding: CustomStringConvertible {
    package var description: String { "the part has a transfer encoding that is not known; ask for BODY instead" }
}
