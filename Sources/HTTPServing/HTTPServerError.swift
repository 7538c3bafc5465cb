/// Why no server could be started.
public enum HTTPServerError: Error, Hashable, Sendable {
    /// An address is none, or cannot be listened on.
    case address(String, reason: String)
    /// Other machines can reach the socket that was handed over, and nothing encrypts what they send.
    case inTheClear
    /// The certificate or the key cannot be used, or the library refuses to start.
    case notStarted(reason: String)
}

extension HTTPServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address(let address, let reason): "\(address): \(reason)"
        case .inTheClear: "other machines can reach the socket that was handed over, and nothing is encrypted"
        case .notStarted(let reason): reason
        }
    }
}
