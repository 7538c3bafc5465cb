/// The name of a mailbox of an earlier moment: `#at/2026-02-12/INBOX`.
struct PastName {
    static let prefix = "#at/"

    let moment: String
    /// The mailbox of that moment; nil for the moment itself.
    let mailbox: String?

    /// Nil for the name of a mailbox of today.
    init?(_ name: String) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        let rest = name.dropFirst(Self.prefix.count)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        moment = String(first)
        mailbox = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    static func name(of mailbox: String, at moment: String) -> String { "\(prefix)\(moment)/\(mailbox)" }
}
