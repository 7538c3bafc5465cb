/// Where the links of a mail lead that name no scheme (RFC 3986 section 5.2), as far as mail has them.
struct LinkBase {
    /// What browsers take for it where a mail names none and is shown by itself.
    private static let usualScheme = "https"

    private let scheme: String
    private let authority: String
    /// Up to the last slash, and with it.
    private let folder: String
    private let path: String

    /// Reads the `href` of a `base`; nil for one that is none of the web.
    init?(_ address: String) {
        let address = Self.withSlashes(address)
        let rest: Substring
        if let scheme = Self.scheme(of: address) {
            guard ["http", "https"].contains(scheme) else { return nil }
            self.scheme = scheme
            rest = address.dropFirst(scheme.count + 1)
        } else {
            guard address.hasPrefix("//") else { return nil }
            scheme = Self.usualScheme
            rest = address[...]
        }
        // Browsers pass over all slashes before a host.
        let place = rest.drop { $0 == "/" }.prefix { $0 != "?" && $0 != "#" }
        authority = String(place.prefix { $0 != "/" })
        guard !authority.isEmpty else { return nil }
        let named = place.dropFirst(authority.count)
        path = named.isEmpty ? "/" : String(named)
        folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// The scheme that a link begins with, in lower case; nil for a link that names none.
    static func scheme(of link: String) -> String? {
        guard let end = link.firstIndex(where: { ":/?#\\".contains($0) }), link[end] == ":" else { return nil }
        return link[..<end].lowercased()
    }

    /// Returns the whole address of a link without a scheme; nil for one that leads nowhere, or to a place within the mail.
    ///
    /// - Parameter base: The base that the mail names, if it names one.
    static func address(of link: String, from base: LinkBase?) -> String? {
        let link = withSlashes(link)
        guard let first = link.first, first != "#" else { return nil }
        if link.hasPrefix("//") {
            let place = link.drop { $0 == "/" }
            // What has no host leads nowhere.
            guard let next = place.first, next != "?", next != "#" else { return nil }
            return "\(base?.scheme ?? usualScheme)://\(place)"
        }
        guard let base else { return nil }
        let host = "\(base.scheme)://\(base.authority)"
        if first == "?" { return host + base.path + link }
        let named = String(link.prefix { $0 != "?" && $0 != "#" })
        let path = withoutDots(first == "/" ? named : base.folder + named)
        return host + path + String(link.dropFirst(named.count))
    }

    /// Browsers take a backslash for a slash, as far as the query (https://url.spec.whatwg.org/#path-state).
    private static func withSlashes(_ link: String) -> String {
        let path = link.prefix { $0 != "?" && $0 != "#" }
        return String(path).replacing("\\", with: "/") + String(link.dropFirst(path.count))
    }

    /// RFC 3986 section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, part) in zip(all.indices, all) {
            let isLast = index == all.endIndex - 1
            switch part {
            case ".": if isLast { parts.append("") }
            case "..":
                _ = parts.popLast()
                if isLast { parts.append("") }
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
