public import CivilTime
internal import Mail

/// Which messages are kept when older ones are pruned.
public enum Retention: Hashable, Sendable {
    /// The newest so many: of each account, or of each folder of that name where one is named.
    case newest(Int)
    /// Those that are dated at this time or later.
    case since(Timestamp)
}

extension Retention: CustomStringConvertible {
    /// The rule as the log has it, as in "keep the newest 1000".
    public var description: String {
        switch self {
        case .newest(let count): "keep the newest \(count)"
        case .since(let time): "keep what is dated \(time.iso8601) or later"
        }
    }
}

/// What pruning did in one place, or would do.
public struct PrunedPlace: Encodable, Sendable, Hashable {
    /// The account's address.
    public let account: String
    /// The folder's path, where the rule is a folder's own or one was named.
    public let folder: String?
    /// The rule in words, as in "keep the newest 1000".
    public let rule: String
    /// How many messages were there.
    public let messages: Int
    /// How many of them went.
    public let pruned: Int
}
