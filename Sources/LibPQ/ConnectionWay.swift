/// How a connection reaches its server.
package struct ConnectionWay: Hashable, Sendable {
    /// The server's name, or the folder of its socket.
    package let host: String
    /// Its numeric address; empty for a socket.
    package let address: String
    /// What libpq demands of TLS (<https://www.postgresql.org/docs/15/libpq-ssl.html#LIBPQ-SSL-PROTECTION>).
    package let sslmode: String

    package init(host: String, address: String, sslmode: String) {
        self.host = host
        self.address = address
        self.sslmode = sslmode
    }

    /// Whether nothing of it leaves this machine.
    package var isLocal: Bool {
        host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || address.hasPrefix("127.") || address == "::1"
    }
}
