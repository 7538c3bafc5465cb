/// The encryption of a connection to a mail server.
public enum ConnectionSecurity: String, Hashable, Sendable, Codable, CaseIterable {
    /// TLS from the first byte, which RFC 8314, 3 prefers.
    case tls
    /// In the clear until the STARTTLS command.
    case starttls
    /// In the clear.
    case none
}
