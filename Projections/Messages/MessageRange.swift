internal import SQLiteDatabase

/// The messages that a question covers, whatever its other conditions.
public enum MessageRange: Hashable, Sendable {
    /// Those that live, in accounts that live.
    case live
    /// Every message that ever came in and was not erased, as it last was.
    case ever
}

extension MessageRange {
    /// The condition over rows of the tables `message` and `account`.
    var condition: SQL {
        switch self {
        case .live: "message.is_live AND account.ended IS NULL"
        case .ever: "TRUE"
        }
    }

    /// The condition over a row of the table `message` alone.
    var conditionOfMessage: SQL {
        switch self {
        case .live: MessagesQuery.live
        case .ever: "TRUE"
        }
    }

    /// The condition over a row of the table `copy` beside its `message`: that it counts as one of the message's.
    var conditionOfCopy: SQL {
        switch self {
        case .live: "copy.is_live"
        case .ever: Self.isLastCopy
        }
    }

    /// Whether a message is deleted: a condition over a row of the table `message`.
    static let isDeleted: SQL =
        "(message.is_live = 0 OR message.account IN (SELECT id FROM account WHERE ended IS NOT NULL))"

    /// Whether a copy is one that its message had to the end: a condition over a row of the table `copy` beside its `message`.
    ///
    /// Those count that were there before the transaction that ended the message; a copy that a flag hides counts where that is
    /// how it ended.
    static let isLastCopy: SQL = """
        (CASE WHEN message.is_live THEN copy.is_live WHEN \(isHidden("copy")) THEN NOT EXISTS (
                SELECT 1 FROM copy AS other WHERE other.message = message.id AND \(wasThere("other")))
            ELSE \(wasThere("copy")) END)
        """

    private static func isHidden(_ copy: SQL) -> SQL { "instr(\(copy).flags, 'T') > 0" }

    /// A copy ends by itself or with its folder.
    private static func wasThere(_ copy: SQL) -> SQL {
        """
        (NOT \(isHidden(copy)) AND coalesce(\(copy).ended,
            (SELECT folder.ended FROM folder WHERE folder.id = \(copy).folder), \(bind: Int64.max))
            >= (SELECT max(first) FROM recorded WHERE first <= \(end)))
        """
    }

    /// The position of the event that a message ended with, by itself, with its copies or with their folders.
    ///
    /// One that came in deleted ended then.
    static let end: SQL = """
        ifnull((SELECT max(position) FROM changes
            WHERE changes.entity = 'message' AND changes.id = message.id AND changes.position <> changes.id
                AND changes.kind = 3), message.id)
        """
}
