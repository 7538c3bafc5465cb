/// Looks up what a filter names, in the read models of one moment.
package protocol FilterResolver {
    /// Whether what it finds is alive only, or all that ever was.
    var range: MessageRange { get }
    /// Returns the folders that a typed path means, with everything below them; none when there is no such folder.
    func folders(matching path: String) throws -> [Int64]
    /// Returns the folders of exactly this path, without those below.
    func folders(exactly path: String) throws -> [Int64]
    /// Tells whether a dump of notmuch told the tags of any message.
    func hasToldTags() throws -> Bool
    /// Returns the folders of kind label whose path is this label, all of them where it is nil.
    func labelFolders(_ label: String?) throws -> [Int64]
    /// Returns the paths of the folders that a path which means none may be the end of.
    func folderPaths(endingIn path: String) throws -> [String]
    /// Returns the accounts that a typed address means.
    func accounts(matching text: String) throws -> [Int64]
    /// Returns the messages whose id begins so; two are enough to tell that it is not one.
    func messages(withIDPrefix prefix: String) throws -> [Int64]
    /// Returns the threads of the messages whose id begins so; two are enough to tell that it is not one.
    func threads(withMemberIDPrefix prefix: String) throws -> [Int64]
    /// Returns the ids of the canned answers whose id begins so, deleted ones too; two are enough to tell that it is not one.
    func answers(withIDPrefix prefix: String) throws -> [String]
}

extension FilterResolver {
    package var range: MessageRange { .live }
    package func hasToldTags() throws -> Bool { false }
    package func labelFolders(_ label: String?) throws -> [Int64] { [] }
    package func folderPaths(endingIn path: String) throws -> [String] { [] }
    package func answers(withIDPrefix prefix: String) throws -> [String] { [] }
}

/// A filter that names what is not there.
public enum FilterResolutionError: Error, Hashable, Sendable {
    /// No folder has the path; `similar` are paths that may be meant.
    case unknownFolder(String, similar: [String] = [])
    case unknownAccount(String)
    case ambiguousAccount(String)
    case unknownMessage(String)
    case ambiguousMessage(String)
    /// A word that begins several ids.
    case ambiguousWord(String)
    case unknownThread(String)
    case ambiguousThread(String)
    case unknownAnswer(String)
    case ambiguousAnswer(String)
    /// Deleted messages are named where live ones are changed.
    case deletedNamed
    /// Erased messages are asked for together with what is not left of them.
    case erasedWithMore
    /// The words have no letter or digit, so that the index can hold none of them.
    case unsearchableText(String)
    /// The filter nests more deeply than SQLite parses.
    case nestedTooDeeply
}

extension FilterResolutionError: CustomStringConvertible {
    /// One line that names what was not found, as it was typed.
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
