internal import Fleet

struct SettingForm: Encodable {
    let name: String
    /// Without the password of a URL.
    let value: String?
    let origin: String
    let source: String?

    init(name: String, _ value: SettingValue) {
        self.name = name
        let isURL = name == Setting.ledger.name || FleetNode.Key(name)?.fact == .url
        self.value = isURL ? value.text.map(Self.withoutPassword) : value.text
        origin = value.origin.name
        source = value.origin.source
    }

    /// A text without the password of a URL; of a URL that cannot be read, and may have one, nothing but the scheme.
    private static func withoutPassword(_ text: String) -> String {
        if let url = LedgerURL(text) { return url.hasPassword ? url.description : text }
        guard let scheme = text.firstRange(of: "://"),
            text[scheme.upperBound...].contains("@") || text.contains("password")
        else { return text }
        return "\(text[..<scheme.upperBound])…"
    }
}
