internal import DiskFiles

/// A failure of the engine below a content store, of a kind that callers do not distinguish.
public struct EngineFailure: Error, Equatable, Sendable {
    /// The kind of the failure.
    public enum Kind: Equatable, Sendable {
        /// The stored data is damaged, so that any answer may fail.
        case damage
        /// A file could not be opened, read or written; `code` is the errno, 0 if the system gave none.
        case file(code: Int32)
        /// There is no server, or it was lost; what it was asked may have been done.
        case unreachable
        case other
    }

    public let kind: Kind
    /// The engine's own words, without a statement and its values: a person did not write it.
    public let message: String

    public init(_ kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// The words for people.
    var words: String {
        switch kind {
        case .damage: "the content store is damaged: \(message)"
        case .file(0): "a file of the content store cannot be read or written"
        case .file(let code): "a file of the content store cannot be read or written: \(SystemCode(code).words)"
        case .unreachable: "the content store cannot be reached: \(message)"
        case .other: "the content store failed: \(message)"
        }
    }
}
