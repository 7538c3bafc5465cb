/// A line of claims that cannot be taken.
public struct ClassificationFault: Error {
    /// The number of the line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let error: any Error
    /// How many lines before it are recorded: none, unless the ledger changed while they were.
    public let recorded: Int
}

extension ClassificationFault: CustomStringConvertible {
    public var description: String { "\(start)\(error)\(ending)" }

    /// What stands before and behind the words of the error.
    var start: String { "line \(line): " }
    var ending: String {
        "; " + (recorded == 0 ? "nothing was recorded" : "\(recorded) lines were recorded before")
    }
}
