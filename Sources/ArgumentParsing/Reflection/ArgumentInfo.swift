/// One argument of a command as declared.
public struct ArgumentInfo: Codable, Hashable, Sendable {
    /// The way in which the argument is identified.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// By its place.
        case positional
        /// By its name, with a value.
        case option
        /// By its name, without a value.
        case flag
    }

    /// How a shell completes the value.
    public enum Completion: Codable, Hashable, Sendable {
        /// Not at all.
        case none
        /// With one of these words.
        case list([String])
        /// With files, of these extensions where any are given.
        case file(extensions: [String])
        /// With folders.
        case directory
        /// With the lines that a command prints.
        case shellCommand(String)
        /// With names of a kind that the program knows.
        case named(String)
    }

    /// The way in which the argument is identified.
    public var kind: Kind
    /// All names with their dashes, short ones as declared; empty for a positional argument.
    public var names: [String]
    /// The first long name, else the first; nil for a positional argument.
    public var preferredName: String?
    /// What stands for the value, without brackets; of a flag, its own name.
    public var valueName: String
    /// Whether it may be left out.
    public var isOptional: Bool
    /// Whether it may be given more than once.
    public var isRepeating: Bool
    /// Whether help shows it.
    public var shouldDisplay: Bool
    /// Whether another page explains it.
    public var isCommon: Bool
    /// The title of the option group that it stands in; empty for none.
    public var sectionTitle: String
    /// The value where none is given, as help shows it.
    public var defaultValue: String?
    /// All words that are accepted; empty where they cannot be listed.
    public var allValues: [String]
    /// One sentence.
    public var abstract: String
    /// More, for the manual.
    public var discussion: String
    /// How a shell completes the value.
    public var completion: Completion

    init(_ argument: ArgumentDescription) {
        kind =
            switch argument.shape.kind {
            case .positional: .positional
            case .option: .option
            case .flag: .flag
            }
        names = argument.names.map(\.description)
        preferredName = argument.preferredName?.description
        valueName = argument.valueName
        isOptional = !argument.isRequired
        isRepeating = argument.shape.isRepeating
        shouldDisplay = argument.visibility == .default
        isCommon = argument.isCommon
        sectionTitle = argument.section
        defaultValue = argument.shape.defaultText
        allValues = argument.shape.allValues
        abstract = argument.shape.help.abstract
        discussion = argument.shape.help.discussion
        completion =
            switch argument.shape.completion.kind {
            case .default: .none
            case .list(let words): .list(words)
            case .file(let extensions): .file(extensions: extensions)
            case .directory: .directory
            case .shellCommand(let command): .shellCommand(command)
            case .named(let kind): .named(kind)
            }
    }
}
