/// The key by which mail that was erased is told cannot be read, or is another one.
///
/// Until it is back nothing comes in unasked: what was erased would come back without a word.
public struct ErasureKeyFault: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case missing
        case unreadable(reason: String)
        /// It does not hold 64 hexadecimal digits.
        case malformed
        /// The latest erasure was made with another key.
        case other
    }

    public let path: String
    public let kind: Kind

    /// What is wrong with the file.
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

/// How the key stands to what the log says was erased.
public enum ErasureKeyState: String, Sendable, Hashable, CaseIterable {
    /// No mail was erased.
    case unneeded
    /// It is the key of the latest erasure.
    case right
    /// There is a key, and no erasure tells whether it is the right one: an older program recorded them.
    case unchecked
    case missing, unreadable, malformed, other
}

extension ErasureKeyFault {
    var state: ErasureKeyState {
        switch kind {
        case .missing: .missing
        case .unreadable: .unreadable
        case .malformed: .malformed
        case .other: .other
        }
    }
}
