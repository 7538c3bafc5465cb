internal import EventLog
internal import SQLiteDatabase

extension Identifier {
    /// Its 16 bytes in the views.
    var blob: [UInt8] { uniqueID.bytes }
}

/// An error after which a projection cannot continue: its own tables contradict the events.
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
package enum Entity {
    package static let account = "account"
    package static let folder = "folder"
    package static let message = "message"
    package static let thread = "thread"
    package static let hold = "hold"
    package static let erasure = "erasure"
    package static let conversation = "conversation"
    package static let outbox = "outbox"
    package static let note = "note"
    package static let action = "action"
    package static let answer = "answer"
    package static let profile = "profile"
    package static let token = "token"
}
