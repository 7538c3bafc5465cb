internal import Domain
internal import EventLog
internal import SQLiteDatabase

/// The things that an event ended or restored, for projections with references to messages, threads and folders.
enum EndedThings {
    /// An account or a folder ended, or something was erased: any reference may be to a thing that ended with it.
    case anything
    /// The streams of messages, and of threads by their first messages.
    case few(messages: [Int64], threads: [Int64])

    init(_ event: RecordedEvent, _ changes: ChangeRecorder) {
        var (messages, threads): ([Int64], [Int64]) = ([], [])
        for end in changes.ends where !end.isCountsOnly {
            switch end.entity {
            case Entity.account, Entity.folder:
                self = .anything
                return
            case Entity.message: messages.append(end.id)
            case Entity.thread: threads.append(end.id)
            default: break
            }
        }
        for detail in changes.details {
            switch detail {
            case let joined as ThreadsJoined: threads.append(joined.thread)
            case is ThingErased:
                self = .anything
                return
            default: break
            }
        }
        self = .few(messages: messages, threads: threads)
    }

    /// The messages to which a reference may be another one now, as a condition for a column with their ids.
    ///
    /// - Parameter scope: An expression for whether the reference is one to the thread of the message.
    func takesMessage(_ column: SQL, ofThread isOfThread: SQL) -> SQL {
        switch self {
        case .anything: "TRUE"
        case .few(let messages, let threads):
            """
            (\(column) IN (SELECT uuid FROM message WHERE id IN (\(.rows(messages))))
                OR \(isOfThread) AND \(column) IN (
                    SELECT message.uuid FROM thread_member JOIN message ON message.id = thread_member.message
                    WHERE thread_member.thread IN (\(.rows(threads)))))
            """
        }
    }
}

/// A detail: threads became one, whether they are visible or not.
struct ThreadsJoined: Sendable {
    let thread: Int64
}

/// A detail: a thing was erased, whether it was visible or not.
struct ThingErased: Sendable {}

/// Conditions for live things, by the ids that others use for them.
enum Liveness {
    /// Whether the message whose id is in a column is visible.
    static func ofMessage(_ column: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM message JOIN account ON account.id = message.account
            WHERE message.uuid = \(column) AND account.ended IS NULL AND message.is_live)
        """
    }

    /// Whether the thread of the message whose id is in a column is visible.
    static func ofThread(_ column: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM message JOIN account ON account.id = message.account
                JOIN thread_member AS here ON here.message = message.id
                JOIN thread_member AS there ON there.thread = here.thread
                JOIN message AS other ON other.id = there.message
            WHERE message.uuid = \(column) AND account.ended IS NULL AND other.is_live)
        """
    }

    /// Whether the folder whose id is in a column is visible.
    static func ofFolder(_ column: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM folder JOIN account ON account.id = folder.account
            WHERE folder.uuid = \(column) AND folder.is_live AND account.ended IS NULL)
        """
    }
}
