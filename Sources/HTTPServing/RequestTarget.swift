/// What a request asks for, as its first line says (RFC 9112 section 3.2), without what follows a `?`.
struct RequestTarget {
    /// `http` or `https` of an absolute target; nil for another one.
    let scheme: String?
    /// The host of an absolute target, with its port; nil for another one.
    let authority: String?
    let path: String

    init(_ text: String, method: String) {
        let scheme = ["http", "https"].first { text.hasScheme($0) }
        self.scheme = scheme
        guard let scheme else {
            (authority, path) = (nil, text)
            return
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count + 3)
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        authority = String(Substring(rest[..<slash]))
        let path = String(Substring(rest[slash...]))
        // An empty path is the root, or the server as a whole (RFC 9112 section 3.2.4).
        self.path = !path.isEmpty ? path : method == "OPTIONS" ? "*" : "/"
    }
}

extension String {
    /// Whether the text begins with a scheme in any case, and `://`.
    fileprivate func hasScheme(_ scheme: String) -> Bool {
        let wanted = (scheme + "://").utf8
        return utf8.count >= wanted.count
            && zip(utf8, wanted).allSatisfy { $0 == $1 || ((0x41...0x5a).contains($0) && $0 | 0x20 == $1) }
    }
}
