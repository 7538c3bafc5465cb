/// A request that has come in whole.
public struct HTTPRequest: Sendable {
    /// In capital letters, as it came.
    public let method: String
    /// `http` or `https` where the client asked for a whole address; nil where it asked for a path.
    public let scheme: String?
    /// The host for which the request is, with its port: that of the whole address, else the field `Host`.
    public let host: String?
    /// Without what follows a `?`, and with its escapes read.
    public let path: String
    /// The parameters behind the `?`, in order; one without `=` has an empty value.
    public let query: [(name: String, value: String)]
    public let fields: HTTPFields
    public let peer: HTTPPeer
    /// The address of this machine at which the connection came in; nil for a Unix socket.
    public package(set) var localAddress: String?
    /// Who asks: the peer, or the client for whom a known proxy asks.
    public internal(set) var client: HTTPPeer
    /// Empty until all of it has come.
    public internal(set) var body: [UInt8] = []
    /// What took the body instead; nil for a body that is held.
    public internal(set) var receiver: (any HTTPReceiver)?

    /// - Parameter path: What the first line asks for, without what follows a `?` and with its escapes read. The host of a whole
    ///   address counts in place of the field `Host` (RFC 9112 section 3.2.2).
    public init(
        method: String, path: String, query: [(name: String, value: String)] = [], fields: HTTPFields = HTTPFields(),
        peer: HTTPPeer, body: [UInt8] = []
    ) {
        self.method = method
        let target = RequestTarget(path, method: method)
        self.path = target.path
        scheme = target.scheme
        host = target.authority ?? fields["host"]
        self.query = query
        self.fields = fields
        self.peer = peer
        client = peer
        self.body = body
    }

    /// Whether it comes from this machine, also where it asks at an address that other machines can reach.
    ///
    /// What connects to such an address from its own machine comes from that same address.
    public var isOfThisMachine: Bool {
        peer.isLocal || localAddress.map { peer == .address($0) } ?? false
    }

    /// Returns the first parameter of a name.
    public func parameter(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// Who is at the other end of a connection.
public enum HTTPPeer: Hashable, Sendable {
    /// A number as inet_ntop(3) writes it, without the port.
    case address(String)
    /// A program on this machine, by the number of the user who runs it; nil where the system does not tell.
    case unixSocket(user: UInt32?)

    /// Whether it is a proxy whose word for its clients counts.
    public func isProxy(among proxies: Set<String>) -> Bool {
        if case .address(let address) = self { proxies.contains(address) } else { false }
    }

    /// Whether it is a program on this machine that came by a socket in the file system.
    public var isUnixSocket: Bool { if case .unixSocket = self { true } else { false } }

    /// Whether it is on this machine.
    public var isLocal: Bool {
        switch self {
        case .address(let address): address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
        case .unixSocket: true
        }
    }
}

extension HTTPRequest {
    /// Notes the client that a known proxy names last: what stands before that, the client may have written itself.
    mutating func noteClient(behind proxies: Set<String>) {
        guard peer.isProxy(among: proxies),
            let last = fields.last(of: "x-forwarded-for")?.split(separator: ",").last
        else { return }
        client = .address(last.filter { $0 != " " })
    }
}
