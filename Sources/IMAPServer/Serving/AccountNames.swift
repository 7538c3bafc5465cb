/// The accounts that somebody may choose from, in the words of an answer.
package enum AccountNames {
    private static let most = 10
    private static let longest = 100

    /// Returns a question or a statement with the addresses behind it; one that is no line of ASCII is shown as far as it is.
    package static func list(_ addresses: [String], behind words: String) -> String {
        guard !addresses.isEmpty else { return words }
        var shown = addresses.prefix(most).map { address in
            String(String.UnicodeScalarView(address.unicodeScalars.prefix(longest).map { printable($0) }))
        }
        if addresses.count > most { shown.append("and \(addresses.count - most) more") }
        return "\(words) \(shown.joined(separator: ", "))"
    }

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        (0x20...0x7e).contains(scalar.value) ? scalar : "?"
    }
}
