/// A line of claims that cannot be taken.
public struct ClassificationFault: Error {
    /// The number of the line, counted from 1.
    public let line: Int
    /// The fault of the line.
    public let error: any Error
    /// The number of recorded lines before it: none, unless the ledger changed while they were recorded.
    public let recorded: Int

    package init(line: Int, error: any Error, recorded: Int) {
        self.line = line
        self.error = error
        self.recorded = recorded
    }
}

extension ClassificationFault: CustomStringConvertible {
    public var description: String { "\(start)\(error)\(ending)" }

    /// The text before and after the words of the error.
    package var start: String { "line \(line): " }
    package var ending: String {
        "; " + (recorded == 0 ? "nothing was recorded" : "\(recorded) lines were recorded before")
    }
}
