/// Where a server of HTTP can be asked: `https://node3.example.org:8420/mail`, or `http://` on this machine.
///
/// A request carries a secret, so nothing goes to another machine in clear. The address has no user, query or fragment.
public struct HTTPAddress: Hashable, Sendable {
    /// Without a slash at the end.
    public let url: String
    let isEncrypted: Bool

    /// What is wrong with a text.
    public enum Fault: Error {
        case notAnAddress
        /// It is `http://` and leads to another machine.
        case unprotected
    }

    /// Reads an address.
    ///
    /// It takes fewer texts than [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-3) allows, so that nobody reads
    /// another host in it.
    public init(_ text: String) throws(Fault) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix) else { throw .notAnAddress }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        guard path.utf8.allSatisfy(Self.isOfPath), let host = Self.host(of: authority) else { throw .notAnAddress }
        isEncrypted = scheme == schemes[0]
        guard isEncrypted || Self.isHere(host) else { throw .unprotected }
        url = scheme + authority + path.reversed().drop { $0 == "/" }.reversed()
    }

    /// The host before the port; nil if either is none.
    private static func host(of authority: Substring) -> String? {
        let (host, port): (Substring, Substring)
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            port = authority[authority.index(after: end)...]
            guard host.dropFirst().dropLast().utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") }) else {
                return nil
            }
        } else {
            host = authority.prefix { $0 != ":" }
            port = authority.dropFirst(host.count)
            guard host.utf8.allSatisfy(isOfName) else { return nil }
        }
        guard host.count <= 255, !host.isEmpty, host != "[]" else { return nil }
        guard !port.isEmpty else { return host.lowercased() }
        guard port.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port.dropFirst()) ?? 0 > 0 else {
            return nil
        }
        return host.lowercased()
    }

    /// Whether a host is this machine, whatever a name service says.
    private static func isHere(_ host: String) -> Bool {
        // libcurl itself knows what localhost is (https://curl.se/libcurl/c/CURLOPT_URL.html).
        if ["localhost", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0)?.description == String($0) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        isOfName(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }
}
