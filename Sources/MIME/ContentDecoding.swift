/// Undoes the transfer encoding of a part's content as a whole.
package enum ContentDecoding {
    /// Returns the decoded content; nil if the encoding is neither one of RFC 2045 section 6.1 nor uuencode.
    ///
    /// - Parameter name: The word of `Content-Transfer-Encoding`, in any case; nil where there is none.
    package static func decoded(_ content: ArraySlice<UInt8>, encoding name: String?) -> [UInt8]? {
        let name = name?.lowercased() ?? "7bit"
        let encoding = TransferEncoding(Array(name.utf8))
        if encoding == .identity {
            return ["7bit", "8bit", "binary"].contains(name) ? Array(content) : nil
        }
        var decoder = ContentDecoder(encoding)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoding == .base64 ? content.count / 4 * 3 : content.count)
        var rest = content
        while !rest.isEmpty {
            decoded += decoder.decode(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
        }
        return decoded + decoder.finish()
    }

    private static let chunk = 64 << 10
}
