internal import IMAPProtocol

/// The name and the secret in a client's first answer to AUTHENTICATE.
struct SASLMessage {
    /// Empty where it names nobody but the secret's owner.
    let name: [UInt8]
    let secret: [UInt8]

    static let mechanisms = ["PLAIN", "OAUTHBEARER", "XOAUTH2"]

    /// Nil for what is no message of the mechanism.
    init?(_ bytes: [UInt8], of mechanism: String) {
        switch mechanism {
        case "PLAIN":
            // authorization NUL name NUL secret (RFC 4616 section 2).
            let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
            guard parts.count == 3, !parts[2].isEmpty, parts[0].isEmpty || parts[0] == parts[1] else { return nil }
            (name, secret) = (Array(parts[1]), Array(parts[2]))
        case "OAUTHBEARER", "XOAUTH2":
            // Pieces between ^A: n,a=name, and auth=Bearer secret (RFC 7628 section 3.1); XOAUTH2 has user=name.
            var found: (name: [UInt8], secret: [UInt8]?) = ([], nil)
            for piece in bytes.split(separator: 1) {
                if let secret = Self.rest(of: piece, behind: "auth=Bearer ") { found.secret = secret }
                if let name = Self.rest(of: piece, behind: "user=") { found.name = name }
                if piece.first == UInt8(ascii: "n"), let header = Self.rest(of: piece, behind: "n,a=") {
                    found.name = Array(header.prefix { $0 != UInt8(ascii: ",") })
                }
            }
            guard let secret = found.secret, !secret.isEmpty else { return nil }
            (name, self.secret) = (found.name, secret)
        default: return nil
        }
    }

    private static func rest(of piece: ArraySlice<UInt8>, behind word: String) -> [UInt8]? {
        piece.starts(with: word.utf8) ? Array(piece.dropFirst(word.utf8.count)) : nil
    }
}
