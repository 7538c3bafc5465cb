internal import HTTPServing

/// The names under which a server may be asked.
///
/// A name that leads here by somebody else's doing is refused, so that a page of theirs cannot speak to the server as its own (DNS
/// rebinding). The address at which a connection came in is nobody else's, so it needs no list.
struct HostList: Sendable {
    private let names: Set<String>
    /// The port that names of this machine have to come with; nil where any will do.
    private let port: UInt16?
    private let given: Set<String>

    /// - Parameters:
    ///   - machine: The name of this machine.
    ///   - given: Those that the owner adds, which may come with any port.
    init(_ address: ListenAddress, machine: String, names given: Set<String>, isBehindProxy: Bool) {
        var names: Set<String> = ["localhost", "127.0.0.1", "::1"]
        if !machine.isEmpty { names.insert(machine.lowercased()) }
        switch address {
        case .tcp(let host, let port):
            if !address.isOfAll { names.insert(host) }
            self.port = isBehindProxy ? nil : port
        case .unix, .inherited: port = nil
        }
        self.names = names
        self.given = Set(given.map { $0.lowercased() })
    }

    /// Whether a request is for this server.
    ///
    /// - Parameter local: The address of this machine at which its connection came in.
    func contains(_ field: String?, at local: String? = nil) -> Bool {
        guard let field, let host = HostName(field) else { return false }
        if isGiven(host.name) { return true }
        let isOfMachine = names.contains(host.name) || local != nil && HTTPPeer.canonical(host.name) == local
        guard let port else { return isOfMachine }
        // Clients leave out the port that is the usual one (RFC 9110 section 7.2).
        return isOfMachine && (host.port == port || host.port == nil && [80, 443].contains(port))
    }

    /// Whether the owner has added a name, which is in lower case.
    func isGiven(_ name: String) -> Bool { given.contains(name) }
}
