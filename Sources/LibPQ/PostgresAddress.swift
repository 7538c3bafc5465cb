/// A database and the ledger in it, as a URL names them.
///
/// `postgresql://node@db1,db2/mail?ledger=ada` is one (<https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>).
package struct PostgresAddress: Sendable, Hashable {
    /// The URL for libpq, which refuses parameters that it does not know.
    let uri: String
    /// The ledger's name; nil if the URL names none.
    package let ledger: String?
    /// The same as the URL writes it.
    private let ledgerInURL: String?
    /// The names of libpq's parameters in the URL.
    private let parameters: Set<String>

    /// Whether a text is such a URL, well-formed or not.
    package static func isURL(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Reads a URL; nil for anything else.
    package init?(_ url: String) {
        guard Self.isURL(url), !url.utf8.contains(0) else { return nil }
        let halves = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = halves.count == 2 ? halves[1].split(separator: "&").map(String.init) : []
        let ledgers = pairs.filter { Self.name(of: $0) == "ledger" }.map { String($0.drop { $0 != "=" }.dropFirst()) }
        guard ledgers.count <= 1 else { return nil }
        ledgerInURL = ledgers.first
        if let ledger = ledgers.first {
            guard let decoded = Self.percentDecoded(ledger), Self.isName(decoded) else { return nil }
            self.ledger = decoded
        } else {
            ledger = nil
        }
        let others = pairs.filter { Self.name(of: $0) != "ledger" }
        parameters = Set(others.map(Self.name))
        uri = halves[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }

    /// The same database with another ledger; nil for a name that no URL can hold.
    package func naming(_ ledger: String) -> PostgresAddress? {
        let name = ledger.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return PostgresAddress(uri + (uri.contains("?") ? "&" : "?") + "ledger=" + name)
    }

    /// The same database, with no ledger named.
    package var database: PostgresAddress { PostgresAddress(uri) ?? self }

    /// The greatest length of a ledger's name, in bytes of UTF-8.
    private static let longestName = 255

    /// Whether a text can be the name of a ledger.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= longestName && text.contains { !$0.isWhitespace }
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
    }

    /// The name of a parameter, as libpq reads it.
    private static func name(of pair: String) -> String {
        let name = String(pair.prefix { $0 != "=" })
        return percentDecoded(name) ?? name
    }

    /// Whether the URL sets a parameter of libpq's itself.
    func names(_ parameter: String) -> Bool { parameters.contains(parameter) }

    private static func percentDecoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension PostgresAddress: CustomStringConvertible {
    /// The URL without a password, for messages, logs and the programs that this one runs.
    package var description: String {
        let (start, pairs) = withoutPassword
        let all = pairs + (ledgerInURL.map { ["ledger=\($0)"] } ?? [])
        return start + (all.isEmpty ? "" : "?" + all.joined(separator: "&"))
    }

    /// Whether a password stands in it.
    package var hasPassword: Bool {
        let (start, pairs) = withoutPassword
        return start + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")) != uri
    }

    private var withoutPassword: (start: String, pairs: [String]) {
        var text = uri
        if let password = rangeOfPassword { text.removeSubrange(password) }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = halves.count == 2 ? halves[1].split(separator: "&").map(String.init) : []
        return (String(halves[0]), pairs.filter { !Self.isSecret($0) })
    }

    private static func isSecret(_ pair: String) -> Bool {
        ["password", "sslpassword"].contains(name(of: pair))
    }

    /// The colon and the password behind the user, as libpq finds them: before the first slash, whatever else they hold.
    private var rangeOfPassword: Range<String.Index>? {
        guard let scheme = uri.firstRange(of: "://") else { return nil }
        let authority = uri[scheme.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else {
            return nil
        }
        return colon..<at
    }

    /// Takes the address's passwords from a text of libpq, which repeats a URL that it cannot read.
    func redacting(_ text: String) -> String {
        var secrets = uri.split(separator: "?").dropFirst().flatMap { $0.split(separator: "&").map(String.init) }
            .filter(Self.isSecret).map { String($0.drop { $0 != "=" }.dropFirst()) }
        if let range = rangeOfPassword { secrets.append(String(uri[range].dropFirst())) }
        return secrets.filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "…") }
    }
}
