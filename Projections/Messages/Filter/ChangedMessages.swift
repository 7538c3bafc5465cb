internal import SQLiteDatabase

/// Finds messages by their recorded changes: when, and by whom.
enum ChangedMessages {
    /// Compiles a test of the transactions in the table `recorded` to one of a row of the table `message`.
    ///
    /// The messages are gathered from the transactions, whose times and actors have indexes. A page of many messages is
    /// found by checking the changes of each one.
    static func test(_ condition: SQL, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered: "message.id IN (\(gathered(where: condition)))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong: "(\(probed(where: condition)))"
        }
    }

    /// The same for the transaction that a message came in with.
    static func arrival(_ condition: SQL, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered: "message.id IN (\(arrivals(where: condition)))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong: "(\(probedArrival(where: condition)))"
        }
    }

    static func arrivals(where condition: SQL) -> SQL {
        """
        SELECT came.id FROM recorded CROSS JOIN message AS came ON came.id BETWEEN recorded.first AND recorded.last
        WHERE \(condition)
        """
    }

    private static func probedArrival(where condition: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM recorded WHERE recorded.first = \(transaction(of: "message.id")) AND \(condition))"
    }

    /// The condition over a row of the table `recorded`; ASCII letters in any case.
    static func isBy(_ actor: String) -> SQL {
        "recorded.actor = \(bind: actor) COLLATE NOCASE"
    }

    /// The numbers of the messages, some of them several times.
    static func gathered(where condition: SQL) -> SQL {
        """
        SELECT changes.id FROM recorded CROSS JOIN changes ON changes.position BETWEEN recorded.first AND recorded.last
        WHERE \(condition) AND changes.entity = 'message'
        UNION ALL
        SELECT member.id FROM recorded CROSS JOIN changes ON changes.position BETWEEN recorded.first AND recorded.last
            CROSS JOIN message AS member ON member.account = changes.id AND member.id < changes.position
        WHERE \(condition) AND changes.entity = 'account' AND changes.kind <> 2 AND \(wasLive("member"))
        """
    }

    /// Whether a message had not ended before a change of its account.
    private static func wasLive(_ message: SQL) -> SQL {
        """
        (SELECT earlier.kind FROM changes AS earlier
            WHERE earlier.entity = 'message' AND earlier.id = \(message).id AND earlier.position <> earlier.id
                AND earlier.position < changes.position ORDER BY earlier.position DESC LIMIT 1) IS NOT 3
        """
    }

    private static func probed(where condition: SQL) -> SQL {
        """
        \(probedArrival(where: condition))
        OR EXISTS (SELECT 1 FROM changes CROSS JOIN recorded ON recorded.first = \(transaction(of: "changes.position"))
            WHERE changes.entity = 'message' AND changes.id = message.id AND changes.position <> changes.id AND \(condition))
        OR EXISTS (SELECT 1 FROM changes CROSS JOIN recorded ON recorded.first = \(transaction(of: "changes.position"))
            WHERE changes.entity = 'account' AND changes.id = message.account AND changes.kind <> 2
                AND changes.position > message.id AND \(condition) AND \(wasLive("message")))
        """
    }

    /// The first position of the transaction that holds a position.
    private static func transaction(of position: SQL) -> SQL {
        "(SELECT max(first) FROM recorded WHERE first <= \(position))"
    }
}
