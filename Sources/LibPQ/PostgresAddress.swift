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
        guard Self.isURL(url), !url.utf8.contains(0), Self.nameFault(in: url) == nil else { return nil }
        let (start, pairs) = Self.parts(of: url)
        ledgerInURL = pairs.first(where: Self.isLedger).map(Self.value)
        ledger = ledgerInURL.flatMap(Self.percentDecoded)
        let others = pairs.filter { !Self.isLedger($0) }
        parameters = Set(others.map(Self.name))
        uri = start + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }

    /// Says what is wrong with the name of the ledger in a URL; nil if it can be a name, or if there is none.
    package static func nameFault(in url: String) -> String? {
        let names = parts(of: url).pairs.filter(isLedger).map(value)
        guard names.count <= 1 else { return "the URL names more than one ledger" }
        guard let written = names.first else { return nil }
        guard let name = percentDecoded(written) else {
            return "the ledger's name is not UTF-8 whose bytes stand behind %"
        }
        return fault(ofName: name)
    }

    /// The text before the parameters, and the parameters.
    private static func parts(of url: String) -> (start: String, pairs: [String]) {
        let halves = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(halves[0]), halves.count == 2 ? halves[1].split(separator: "&").map(String.init) : [])
    }

    private static func isLedger(_ pair: String) -> Bool { name(of: pair) == "ledger" }

    /// What a parameter is set to, as the URL writes it.
    private static func value(of pair: String) -> String { String(pair.drop { $0 != "=" }.dropFirst()) }

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

    /// Says why a text cannot be the name of a ledger; nil if it can.
    package static func fault(ofName text: String) -> String? {
        guard text.utf8.count <= longestName else { return "a ledger's name has at most \(longestName) bytes" }
        guard text.contains(where: { !$0.isWhitespace }) else { return "the ledger's name is empty" }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
        return isPlain ? nil : "the ledger's name has a control character, such as a line break"
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
            // A sign would pass for a digit.
            guard rest.count >= 2, rest.first != UInt8(ascii: "+"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
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
        let (start, pairs) = Self.parts(of: text)
        return (start, pairs.filter { !Self.isSecret($0) })
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
            .filter(Self.isSecret).map(Self.value)
        if let range = rangeOfPassword { secrets.append(String(uri[range].dropFirst())) }
        return secrets.filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "…") }
    }
}
