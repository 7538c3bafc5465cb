internal import EventLog
internal import SQLite

extension Identifier {
    /// The 16 bytes that stand for it inside the views.
    var blob: [UInt8] { uniqueID.bytes }
}

/// What a projection cannot go on after: its own tables do not say what they should.
enum ProjectionError: Error, CustomStringConvertible {
    case malformed(String)
    /// An event is about a thing that no earlier event made.
    case unknown(String)

    var description: String {
        switch self {
        case .malformed(let what): what
        case .unknown(let what): "\(what) was never made"
        }
    }
}

/// Entity names in the table `changes`.
enum Entity {
    static let account = "account"
    static let folder = "folder"
    static let message = "message"
    static let thread = "thread"
    static let hold = "hold"
    static let erasure = "erasure"
    static let conversation = "conversation"
    static let outbox = "outbox"
    static let note = "note"
    static let action = "action"
    static let answer = "answer"
    static let profile = "profile"
}
