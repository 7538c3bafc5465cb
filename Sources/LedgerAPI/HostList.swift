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
        return names.contains(host.name) && (port == nil || host.port == port)
    }
}
