/// A way for a person to authenticate to a mail server; the secret itself is never stored.
public enum AuthType: String, Hashable, Sendable, Codable, CaseIterable {
    /// An OAuth 2.0 token (RFC 7628).
    case oauth2
    /// The password of the account.
    case password
    /// A password that the provider makes for one program.
    case appPassword = "app_password"
    /// No proof at all.
    case none
}
