/// Looks up the names in a filter, in the read models of one moment.
package protocol FilterResolver {
    /// Whether it finds only live rows, or all that ever existed.
    var range: MessageRange { get }
    /// Whether a name that is not there stands for nothing, instead of an error.
    var passesOver: Bool { get }
    /// The same resolver over all that ever existed.
    var ofAllTime: Self { get }
    /// Returns the folders that match a typed path, with everything below them; none if there is no such folder.
    func folders(matching path: String) throws -> [Int64]
    /// Returns the folders of exactly this path, without those below.
    func folders(exactly path: String) throws -> [Int64]
    /// Returns whether a dump of notmuch listed the tags of any message.
    func hasToldTags() throws -> Bool
    /// Returns the folders of kind label whose path is this label; all folders of that kind if it is nil.
    func labelFolders(_ label: String?) throws -> [Int64]
    /// Returns what may have been meant by a path that matches no folder.
    func folders(similarTo path: String) throws -> [String]
    /// Returns the accounts that match a typed address.
    func accounts(matching text: String) throws -> [Int64]
    /// Returns the messages whose id has a prefix; two are enough to show that it is ambiguous.
    func messages(withIDPrefix prefix: String) throws -> [Int64]
    /// Returns the threads of the messages whose id has a prefix; two are enough to show that it is ambiguous.
    func threads(withMemberIDPrefix prefix: String) throws -> [Int64]
    /// Returns the ids of the canned answers with a prefix, deleted ones too; two are enough to show that it is
    /// ambiguous.
    func answers(withIDPrefix prefix: String) throws -> [String]
}

extension FilterResolver {
    package var range: MessageRange { .live }
    package var passesOver: Bool { false }
    package var ofAllTime: Self { self }
    package func hasToldTags() throws -> Bool { false }
    package func labelFolders(_ label: String?) throws -> [Int64] { [] }
    package func folders(similarTo path: String) throws -> [String] { [] }
    package func answers(withIDPrefix prefix: String) throws -> [String] { [] }
}

/// A filter whose names cannot be looked up.
public enum FilterResolutionError: Error, Hashable, Sendable {
    /// No folder has the path; `similar` lists paths that may have been meant.
    case unknownFolder(String, similar: [String] = [])
    case unknownAccount(String)
    case ambiguousAccount(String)
    case unknownMessage(String)
    /// The message was there, and is deleted.
    case deletedMessage(id: String)
    case ambiguousMessage(String)
    /// The word is the prefix of several ids.
    case ambiguousWord(String)
    case unknownThread(String)
    case ambiguousThread(String)
    case unknownAnswer(String)
    case ambiguousAnswer(String)
    /// A change of live messages names deleted ones.
    case deletedNamed
    /// A filter combines erased messages with contents that they no longer have.
    case erasedWithMore
    /// The words have no letter or digit, so the index cannot contain any of them.
    case unsearchableText(String)
    /// The filter nests more deeply than SQLite parses.
    case nestedTooDeeply

    /// Whether something that the filter names is not there: it may have been, or may come yet.
    package var namesNothing: Bool {
        switch self {
        case .unknownFolder, .unknownAccount, .unknownMessage, .deletedMessage, .unknownThread, .unknownAnswer: true
        default: false
        }
    }
}

extension FilterResolutionError: CustomStringConvertible {
    /// One line with the name that was not found, as typed.
    public var description: String {
        switch self {
        case .unknownFolder(let path, let similar):
            "no folder \"\(path)\""
                + (similar.isEmpty
                    ? "" : "; did you mean \(similar.prefix(3).map { "\"\($0)\"" }.joined(separator: " or "))?")
        case .unknownAccount(let text): "no account \"\(text)\""
        case .ambiguousAccount(let text):
            "more than one account has \"\(text)\" in its address; write more of it, or name them with or"
        case .unknownMessage(let prefix): "no message with the id \(prefix)"
        case .deletedMessage(let id): "message \"\(id)\" is deleted"
        case .ambiguousMessage(let prefix): "more than one message has an id that begins with \(prefix)"
        case .ambiguousWord(let word):
            "more than one message has an id that begins with \(word); write more of it, or word:\(word) for the word"
        case .unknownThread(let prefix): "no thread with a message of the id \(prefix)"
        case .ambiguousThread(let prefix): "messages of more than one thread have an id that begins with \(prefix)"
        case .unknownAnswer(let prefix): "no canned answer with the id \(prefix)"
        case .ambiguousAnswer(let prefix): "more than one canned answer has an id that begins with \(prefix)"
        case .deletedNamed: "the query names deleted messages, and only live ones are changed"
        case .erasedWithMore:
            "is:erased goes alone, or with account: or id: beside it; nothing else is left of an erased message"
        case .unsearchableText(let text): "\"\(text)\" has no letter or digit to search for"
        case .nestedTooDeeply: "the filter is nested too deeply"
        }
    }
}
