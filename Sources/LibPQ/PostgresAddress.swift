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
        func name(_ pair: String) -> String { String(pair.prefix { $0 != "=" }) }
        let ledgers = pairs.filter { name($0) == "ledger" }.map { String($0.dropFirst("ledger=".count)) }
        guard ledgers.count <= 1 else { return nil }
        ledgerInURL = ledgers.first
        if let ledger = ledgers.first {
            guard let decoded = Self.percentDecoded(ledger), !decoded.isEmpty else { return nil }
            self.ledger = decoded
        } else {
            ledger = nil
        }
        let others = pairs.filter { name($0) != "ledger" }
        parameters = Set(others.map(name))
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
        let halves = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var start = String(halves[0])
        if let scheme = start.firstRange(of: "://"), let at = start.lastIndex(of: "@"),
            let colon = start[scheme.upperBound..<at].firstIndex(of: ":")
        {
            start.removeSubrange(colon..<at)
        }
        let pairs = halves.count == 2 ? halves[1].split(separator: "&").map(String.init) : []
        return (start, pairs.filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") })
    }
}
