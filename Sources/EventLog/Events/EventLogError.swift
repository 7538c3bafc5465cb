internal import JSONCoding
/// The reason why a log refuses, by what its caller can do about it.
public enum EventLogError: Error, Hashable, Sendable {
    /// The stream or the head has moved on since the decision was made: read again, decide again.
    case conflict(expected: String, actual: String)
    /// Another process kept the writer's lock for longer than the time-out; `holder` names it, if the system does.
    case busy(holder: String?)
    /// The folder or the file is not a ledger.
    case notALedger(path: String)
    /// There is a ledger already.
    case alreadyExists(path: String)
    /// A newer program wrote this ledger.
    case newerFormat(Int)
    /// The ledger is of a format that this program only exports.
    case olderFormat(Int)
    /// An event's type or version is unknown to this program.
    case unknownType(EventType, at: Position)
    /// An event's payload does not have the form of its type.
    case undecodable(EventType, at: Position, reason: String)
    /// A projection could not apply an event; its read models stay before it.
    case projectionFailed(ProjectionFailure)
    /// The log contradicts itself.
    case corrupt(String)
    /// The log was found damaged, in these words, and not found sound since: nothing is written to it.
    case markedDamaged(String)
    /// The medium or the file's mode forbids writing.
    case readOnly(path: String)
    /// The ledger lives in another place now. These files stay as they were when it moved.
    case movedAway(path: String, to: String)
    /// The server may have recorded the operation, or not: the answer to its commit was lost.
    case unconfirmed(OperationID)
    /// There is no server at the address, or it was lost before anything was recorded.
    case unreachable(place: String, reason: String)
    /// The log was opened again, and it is not the one that was read up to this position: it lost its end, or came from a
    /// backup.
    case otherLog(at: Position)
    /// The program was asked to stop.
    case cancelled
}

extension EventLogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .conflict(let expected, let actual): "conflict: expected \(expected), found \(actual)"
        case .busy(let holder): "the ledger is in use\(holder.map { " by \($0)" } ?? "")"
        case .notALedger(let path): "\(path) is not a ledger"
        case .alreadyExists(let path): "\(path) is a ledger already"
        case .newerFormat(let format): "the ledger has format \(format), which is newer than this program"
        case .olderFormat(let format): "the ledger has format \(format), from before event shapes were frozen"
        case .unknownType(let type, let position):
            "event \(position) has the unknown type \(type), which a newer program may know"
        case .undecodable(let type, let position, let reason): "event \(position) is no valid \(type): \(reason)"
        case .projectionFailed(let failure): failure.description
        case .corrupt(let what): "the log is damaged: \(what)"
        case .markedDamaged(let finding): "the log was found damaged, and nothing is written to it: \(finding)"
        case .readOnly(let path): "\(path) is read-only"
        case .movedAway(let path, let place): "\(path) takes no changes: the ledger has moved to \(place)"
        case .unconfirmed(let operation):
            "the server gave no answer: operation \(operation) may or may not be recorded"
        case .unreachable(let place, let reason): "\(place) cannot be reached: \(reason)"
        case .otherLog(let position):
            "the log is not the one that was read up to event \(position): it lost its end, or came from a backup"
        case .cancelled: "cancelled"
        }
    }
}

extension EventLogError {
    /// The error about a payload that a decoder refused, in plain words.
    static func notDecoded(_ type: EventType, at position: Position, after error: any Error) -> EventLogError {
        .undecodable(type, at: position, reason: (error as? DecodingError)?.plainReason ?? String(describing: error))
    }
}
