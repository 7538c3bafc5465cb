internal import HTTPServing

/// The names under which a server may be asked.
///
/// A name that leads here by somebody else's doing is refused, so that a page of theirs cannot speak to the server as its own (DNS
/// rebinding).
struct HostList: Sendable {
    private let names: Set<String>
    /// The port that names of this machine have to come with; nil where any will do.
    private let port: UInt16?
    private let given: Set<String>

    init(_ address: ListenAddress, names given: Set<String>, isBehindProxy: Bool) {
        var names: Set<String> = ["localhost", "127.0.0.1", "::1"]
        switch address {
        case .tcp(let host, let port):
            if host != "0.0.0.0", host != "::" { names.insert(host) }
            self.port = isBehindProxy ? nil : port
        case .unix, .inherited: port = nil
        }
        self.names = names
        self.given = Set(given.map { $0.lowercased() })
    }

    func contains(_ field: String?) -> Bool {
        guard let field, let host = HostName(field) else { return false }
        if given.contains(host.name) { return true }
        guard let port else { return names.contains(host.name) }
        // Clients leave out the port that is the usual one (RFC 9110 section 7.2).
        return names.contains(host.name) && (host.port == port || host.port == nil && [80, 443].contains(port))
    }
}
