internal import CivilTime
internal import EventLog
internal import SQLiteDatabase

/// The end of time at which a list begins.
public enum ListOrder: Sendable {
    /// As most lists do.
    case newestFirst
    /// As a conversation is read.
    case oldestFirst

    /// Things of the same time are in the order of recording, or in that turned over.
    var ofMessages: SQL {
        switch self {
        case .newestFirst: "message.sort_date DESC, message.id DESC"
        case .oldestFirst: "message.sort_date, message.id"
        }
    }

    /// Whether a row comes behind a message in a list: a condition over the columns by which the list is sorted.
    ///
    /// Its first part is a range of dates, at which a walk along an index can begin.
    func isBehind(_ message: DatedMessage, date: SQL, id: SQL) -> SQL {
        let (time, row) = (message.date.microseconds, message.stream.rawValue)
        // The plus keeps SQLite from reading both alternatives by indexes of their own.
        return switch self {
        case .newestFirst: "(\(date) <= \(bind: time) AND (\(date) < \(bind: time) OR +\(id) < \(bind: row)))"
        case .oldestFirst: "(\(date) >= \(bind: time) AND (\(date) > \(bind: time) OR +\(id) > \(bind: row)))"
        }
    }

    /// The order of a column of times.
    var direction: SQL {
        switch self {
        case .newestFirst: "DESC"
        case .oldestFirst: "ASC"
        }
    }

    /// Pinned threads come first where the latest do.
    var ofListedThreads: SQL {
        switch self {
        case .newestFirst: "thread.is_pinned DESC, thread.last_date DESC, thread.id DESC"
        // By the names of results, for two lists may be merged.
        case .oldestFirst: "thread_date, thread_id"
        }
    }

    var ofThreads: SQL {
        switch self {
        case .newestFirst: "thread.last_date DESC, thread.id DESC"
        case .oldestFirst: "thread.last_date, thread.id"
        }
    }
}
