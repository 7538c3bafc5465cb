/// The key that recognises erased mail cannot be read, or is another one.
///
/// Until it is back, nothing is imported without explicit permission: erased mail would silently come back.
public struct ErasureKeyFault: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case missing
        case unreadable(reason: String)
        /// It does not consist of 64 hexadecimal digits.
        case malformed
        /// The latest erasure was made with another key.
        case other
    }

    public let path: String
    public let kind: Kind

    /// The fault of the file.
    public var finding: String {
        switch kind {
        case .missing: "\(path) is missing"
        case .unreadable(let reason): "\(path) cannot be read: \(reason)"
        case .malformed: "\(path) holds no key"
        case .other: "\(path) holds another key than the latest erasure was made with"
        }
    }
}

extension ErasureKeyFault: CustomStringConvertible {
    public var description: String { "\(finding), and mail that was erased cannot be told from other mail without it" }
}

/// The state of the key, compared with the log's erasures.
public enum ErasureKeyState: String, Sendable, Hashable, CaseIterable {
    /// No mail was erased.
    case unneeded
    /// It is the key of the latest erasure.
    case right
    /// There is a key, and no erasure shows whether it is the right one: an older program recorded them.
    case unchecked
    case missing, unreadable, malformed, other
}

extension ErasureKeyFault {
    package var state: ErasureKeyState {
        switch kind {
        case .missing: .missing
        case .unreadable: .unreadable
        case .malformed: .malformed
        case .other: .other
        }
    }
}
