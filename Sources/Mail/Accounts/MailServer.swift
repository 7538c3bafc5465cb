/// A checked mail server with its address and login name; it never contains a secret.
public struct MailServer: Hashable, Sendable {
    /// The host name or address literal, without scheme, user or port.
    public let host: String
    /// The port, 1…65535.
    public let port: Int
    /// The encryption of the connection.
    public let security: ConnectionSecurity
    /// The name to log in with; nil if the server asks for none.
    public let username: String?

    /// Takes settings after checking host, port and user name.
    public init(
        host: String, port: Int, security: ConnectionSecurity, username: String? = nil
    ) throws(ValueError) {
        try Self.checkHost(host)
        guard (1...65_535).contains(port) else { throw ValueError(field: "port", reason: .isOutOfRange) }
        if let username { try Self.checkUsername(username) }
        (self.host, self.port, self.security, self.username) = (host, port, security, username)
    }

    /// Throws unless the text is a host name (RFC 1123, 2.1; non-ASCII labels too), an IPv4 address, or `[…]` with IPv6.
    public static func checkHost(_ host: String) throws(ValueError) {
        guard !host.isEmpty else { throw ValueError(field: "host", reason: .isEmpty) }
        guard host.utf8.count <= 253 else { throw ValueError(field: "host", reason: .isTooLong) }
        guard !host.utf8.contains(UInt8(ascii: "@")) else { throw ValueError(field: "host", reason: .holdsSecret) }
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
            guard isIPv6(host.utf8.dropFirst().dropLast()) else {
                throw ValueError(field: "host", reason: .isMalformed)
            }
            return
        }
        guard !host.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) else {
            throw ValueError(field: "host", reason: .holdsScheme)
        }
        guard host.unicodeScalars.allSatisfy(isHostCharacter) else {
            throw ValueError(field: "host", reason: .holdsForbiddenCharacter)
        }
        // One dot may end a name that is complete (RFC 1034, 3.1).
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let named = labels.count > 1 && labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
        let hyphen = UInt8(ascii: "-")
        guard named.allSatisfy({ (1...63).contains($0.count) && $0.first != hyphen && $0.last != hyphen }) else {
            throw ValueError(field: "host", reason: .isMalformed)
        }
    }

    private static func checkUsername(_ name: String) throws(ValueError) {
        guard !name.isEmpty else { throw ValueError(field: "username", reason: .isEmpty) }
        guard name.utf8.count <= 320 else { throw ValueError(field: "username", reason: .isTooLong) }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw ValueError(field: "username", reason: .holdsForbiddenCharacter)
        }
        guard !SecretFieldPolicy.holdsUserInfo(name) else {
            throw ValueError(field: "username", reason: .holdsSecret)
        }
    }

    private static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default:
            scalar.value > 0x9f
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || scalar.properties.canonicalCombiningClass != .notReordered)
        }
    }

    private static func isIPv6(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.contains(UInt8(ascii: ":")) && bytes.count >= 2
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

extension MailServer: Codable {
    private enum CodingKeys: String, CodingKey {
        case host
        case port
        case security
        case username
    }

    /// Reads the settings, and refuses those that `init(host:port:security:username:)` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let host = try container.decode(String.self, forKey: .host)
        let port = try container.decode(Int.self, forKey: .port)
        let security = try container.decode(ConnectionSecurity.self, forKey: .security)
        let username = try container.decodeIfPresent(String.self, forKey: .username)
        do throws(ValueError) {
            try self.init(host: host, port: port, security: security, username: username)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: error.description))
        }
    }

    /// Writes `username` only where there is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(host, forKey: .host)
        try container.encode(port, forKey: .port)
        try container.encode(security, forKey: .security)
        try container.encodeIfPresent(username, forKey: .username)
    }
}
