/// Why no server could be started.
public enum HTTPServerError: Error, Hashable, Sendable {
    /// An address is none, or cannot be listened on.
    case address(String, reason: String)
    /// The certificate or the key cannot be used, or the library refuses to start.
    case notStarted(reason: String)
}

extension HTTPServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address(let address, let reason): "\(address): \(reason)"
        case .notStarted(let reason): reason
        }
    }
}
