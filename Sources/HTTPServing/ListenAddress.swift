/// Where a server listens.
public enum ListenAddress: Hashable, Sendable {
    /// A numeric address, of version 4 or 6, and a port; 0 for one that the system chooses.
    case tcp(host: String, port: UInt16)
    /// A socket in the file system, for its owner.
    case unix(path: String)
    /// The socket that the service manager has open (sd_listen_fds(3)).
    case inherited

    /// Reads `127.0.0.1:8420`, `[::1]:8420`, `localhost:8420`, `unix:/run/mail.sock` or `fd`; nil for another text.
    public init?(_ text: String) {
        if text == "fd" {
            self = .inherited
        } else if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/") else { return nil }
            self = .unix(path: path)
        } else {
            guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
                return nil
            }
            var host = String(text[..<colon])
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
            } else if host.contains(":") {
                return nil
            }
            if host == "localhost" { host = "127.0.0.1" }
            guard HTTPPeer.canonical(host) != nil else { return nil }
            self = .tcp(host: host, port: port)
        }
    }

    /// Whether it stands for all addresses of this machine.
    package var isOfAll: Bool {
        if case .tcp(let host, _) = self { ["0.0.0.0", "::"].contains(HTTPPeer.canonical(host)) } else { false }
    }

    /// Whether no other machine can reach it.
    public var isLocal: Bool {
        switch self {
        case .tcp(let host, _): HTTPPeer.address(host).isLocal
        case .unix: true
        case .inherited: false
        }
    }
}
