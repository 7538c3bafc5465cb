public import EventLog

/// The reason why a subscriber cannot continue at its cursor.
public enum CursorError: Error, Hashable, Sendable {
    /// Another subscriber has it.
    case inUse(name: String)
    /// It is of another ledger.
    case otherLedger(name: String)
    /// The log ends before it: it was cut, or is an older copy.
    case ahead(name: String, at: Position, end: Position)
    /// The log has another event there: it was cut or put back, and continued, or was changed.
    case otherLog(name: String, at: Position)
    /// Its file is no cursor.
    case damaged(name: String)
}

extension CursorError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inUse(let name):
            "another subscriber, or a command of one that was killed, has the cursor \"\(name)\""
        case .otherLedger(let name): "the cursor \"\(name)\" is of another ledger"
        case .ahead(let name, let position, let end):
            "the cursor \"\(name)\" is at event \(position), \(position.rawValue - end.rawValue) ahead of the log,"
                + " which ends at event \(end): the log is an older copy, or lost its end"
        case .otherLog(let name, let position):
            "the cursor \"\(name)\" is at event \(position) of a log with other events"
        case .damaged(let name): "the file of the cursor \"\(name)\" is damaged"
        }
    }
}
