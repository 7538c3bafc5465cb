public import CivilTime
internal import Mail

/// The messages to keep when older ones are pruned.
public enum Retention: Hashable, Sendable {
    /// This number of the newest messages: of each account, or of each folder of the given name.
    case newest(Int)
    /// Messages dated at this time or later.
    case since(Timestamp)
}

extension Retention: CustomStringConvertible {
    /// The rule in the words of the log, as in "keep the newest 1000".
    public var description: String {
        switch self {
        case .newest(let count): "keep the newest \(count)"
        case .since(let time): "keep what is dated \(time.iso8601) or later"
        }
    }
}

/// The result of pruning one place, or of a dry run.
public struct PrunedPlace: Encodable, Sendable, Hashable {
    /// The account's address.
    public let account: String
    /// The folder's path, if the rule is a folder's own or a folder was named.
    public let folder: String?
    /// The rule in words, as in "keep the newest 1000".
    public let rule: String
    /// The number of messages that were there.
    public let messages: Int
    /// The number of messages that were pruned.
    public let pruned: Int

    package init(account: String, folder: String?, rule: String, messages: Int, pruned: Int) {
        self.account = account
        self.folder = folder
        self.rule = rule
        self.messages = messages
        self.pruned = pruned
    }
}
