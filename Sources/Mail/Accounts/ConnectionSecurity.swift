/// The encryption of a connection to a mail server.
public enum ConnectionSecurity: String, Hashable, Sendable, Codable, CaseIterable {
    /// TLS from the first byte, which RFC 8314, 3 prefers.
    case tls
    /// In the clear until the STARTTLS command.
    case starttls
    /// In the clear.
    case none

    /// The usual port of a server with this security, given its port with another one: 143 for 993, and 587 for 465
    /// (RFC 8314, 3.2 and 3.3). A port of somebody's own choice stays.
    func usualPort(insteadOf port: Int) -> Int {
        let ports = [(implicit: 993, plain: 143), (implicit: 465, plain: 587)]
        guard let usual = ports.first(where: { $0.implicit == port || $0.plain == port }) else { return port }
        return self == .tls ? usual.implicit : usual.plain
    }
}
