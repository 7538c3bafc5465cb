internal import HTTPServing

/// The cookie of a session (RFC 6265).
///
/// Browsers keep one store of cookies for all ports of a machine, so the port is in the name: two ledgers are served side by side.
struct SessionCookie {
    private let name: String
    private let request: HTTPRequest

    init(of request: HTTPRequest) {
        self.request = request
        let port = request.host.flatMap { HostName($0)?.port }
        name = "ledger_session" + (port.map { "_\($0)" } ?? "")
    }

    /// The secret that the request shows.
    var secret: String? {
        for pair in (request.fields["cookie"] ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name[...] { return String(parts[1]) }
        }
        return nil
    }

    /// Returns the field that sets it; an empty secret has the browser forget it.
    func field(_ secret: String, isSecure: Bool) -> (name: String, value: String) {
        let end = secret.isEmpty ? "; Max-Age=0" : ""
        return (
            "Set-Cookie",
            "\(name)=\(secret); HttpOnly; SameSite=Strict; Path=/\(isSecure ? "; Secure" : "")\(end)"
        )
    }
}
