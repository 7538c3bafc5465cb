/// The code that a process ends with, and an error that says nothing else.
public struct ExitCode: Error, RawRepresentable, Hashable, Sendable {
    /// The number given to the system.
    public var rawValue: Int32

    /// Makes the code of a number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Makes the code of a number.
    public init(_ code: Int32) {
        self.init(rawValue: code)
    }

    /// All went well: 0.
    public static let success = ExitCode(0)
    /// A failure of no particular kind: 1.
    public static let failure = ExitCode(1)
    /// The command line was wrong: 2, as git, grep and most tools have it; swift-argument-parser says 64 (`EX_USAGE`).
    public static let validationFailure = ExitCode(2)

    /// Whether the code is 0.
    public var isSuccess: Bool { self == .success }
}

/// An error of the person who typed the command: the message is shown with the usage line.
public struct ValidationError: Error, CustomStringConvertible, Sendable {
    /// What is wrong.
    public var message: String

    /// Makes an error of a message.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// An end of the command that is no failure: a text on stdout and exit code 0.
public struct CleanExit: Error, CustomStringConvertible, Sendable {
    enum Content: Sendable {
        case help((any ParsableCommand.Type)?)
        case message(String)
    }

    let content: Content

    /// Prints the help of a command; nil means the root.
    public static func helpRequest(_ type: (any ParsableCommand.Type)? = nil) -> CleanExit {
        CleanExit(content: .help(type))
    }

    /// Prints the help of a command.
    public static func helpRequest(_ command: any ParsableCommand) -> CleanExit {
        CleanExit(content: .help(type(of: command)))
    }

    /// Prints a text.
    public static func message(_ text: String) -> CleanExit {
        CleanExit(content: .message(text))
    }

    /// The text, or that help was asked for.
    public var description: String {
        switch content {
        case .help: "--help"
        case .message(let text): text
        }
    }
}
