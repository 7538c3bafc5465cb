/// Where the help of an argument is shown.
public struct ArgumentVisibility: Hashable, Sendable {
    let rank: Int

    /// In every help.
    public static let `default` = ArgumentVisibility(rank: 0)
    /// In help that includes hidden arguments.
    public static let hidden = ArgumentVisibility(rank: 1)
    /// Nowhere.
    public static let `private` = ArgumentVisibility(rank: 2)
}

/// What help says of one argument.
public struct ArgumentHelp: ExpressibleByStringInterpolation, Sendable {
    /// One sentence.
    public var abstract: String
    /// More, for long help and the manual.
    public var discussion: String
    /// What stands for the value, without brackets; nil takes the argument's name.
    public var valueName: String?
    /// Where the argument is shown.
    public var visibility: ArgumentVisibility

    /// Describes an argument.
    public init(
        _ abstract: String = "",
        discussion: String = "",
        valueName: String? = nil,
        visibility: ArgumentVisibility = .default
    ) {
        self.abstract = abstract
        self.discussion = discussion
        self.valueName = valueName
        self.visibility = visibility
    }

    /// Describes an argument in one sentence.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Says nothing and shows the argument nowhere but in help that includes hidden arguments.
    public static let hidden = ArgumentHelp(visibility: .hidden)
    /// Shows the argument nowhere.
    public static let `private` = ArgumentHelp(visibility: .private)
}

/// How a shell completes a value.
public struct CompletionKind: Hashable, Sendable {
    enum Kind: Hashable {
        case `default`, directory
        case list([String])
        case file([String])
        case shellCommand(String)
        case named(String)
    }

    let kind: Kind

    /// As the value's type says, else not at all.
    public static let `default` = CompletionKind(kind: .default)
    /// With names of folders.
    public static let directory = CompletionKind(kind: .directory)

    /// With one of these words.
    public static func list(_ words: [String]) -> CompletionKind {
        CompletionKind(kind: .list(words))
    }

    /// With names of files, of these extensions only where any are given.
    public static func file(extensions: [String] = []) -> CompletionKind {
        CompletionKind(kind: .file(extensions))
    }

    /// With names of a kind that the program knows; the program's own completion finds them.
    public static func named(_ kind: String) -> CompletionKind {
        CompletionKind(kind: .named(kind))
    }

    /// With the lines that a shell command prints.
    public static func shellCommand(_ command: String) -> CompletionKind {
        CompletionKind(kind: .shellCommand(command))
    }
}
