/// A command line that a person may type, and what it does.
///
/// Help and the manual show it, and a test can run it.
public struct CommandExample: Codable, Hashable, Sendable {
    /// The line, as typed into a shell.
    public var line: String
    /// What it does, in a few words.
    public var abstract: String

    /// Shows a line, and says what it does.
    public init(_ line: String, _ abstract: String) {
        self.line = line
        self.abstract = abstract
    }
}
