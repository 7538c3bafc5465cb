package import CivilTime
package import Mail
package import SQLiteDatabase

/// A condition on a message of mail that names folders by their ids, as no query of people does.
package enum EmailCondition {
    case isIn(FolderID)
    /// Has a live copy somewhere else than in these.
    case isInOtherThan([FolderID])
    case receivedBefore(Timestamp)
    case receivedFrom(Timestamp)
    case sizeFrom(Int)
    case sizeBelow(Int)
    case hasAttachments(Bool)
    /// Has the keyword, given in the form in which keywords are compared.
    case hasKeyword(String)
    case lacksKeyword(String)
    case threadHasKeyword(String, inAll: Bool)

    /// Over the row `message`, never NULL.
    package var sql: SQL {
        switch self {
        case .isIn(let folder):
            """
            EXISTS (SELECT 1 FROM copy WHERE copy.message = message.id AND copy.is_live
                AND copy.folder = (SELECT id FROM folder WHERE uuid = \(bind: folder.blob)))
            """
        case .isInOtherThan(let folders):
            """
            EXISTS (SELECT 1 FROM copy JOIN folder ON folder.id = copy.folder
                WHERE copy.message = message.id AND copy.is_live
                    AND folder.uuid NOT IN (\(folders.map { "\(bind: $0.blob)" as SQL }.joined(separator: ", "))))
            """
        case .receivedBefore(let time): "message.received < \(bind: time.microseconds)"
        case .receivedFrom(let time): "message.received >= \(bind: time.microseconds)"
        case .sizeFrom(let size): "message.size >= \(bind: size)"
        case .sizeBelow(let size): "message.size < \(bind: size)"
        case .hasAttachments(let value): "message.has_attachments = \(bind: value ? 1 : 0)"
        // A column, by which there are indexes.
        case .hasKeyword(Keyword.seen.key): "message.is_seen = 1"
        case .lacksKeyword(Keyword.seen.key): "message.is_seen = 0"
        case .lacksKeyword(let name): "NOT \(Self.hasKeyword(name).sql)"
        case .hasKeyword(let name):
            "EXISTS (SELECT 1 FROM keyword WHERE keyword.message = message.id AND keyword.name = \(bind: name))"
        case .threadHasKeyword(let name, inAll: true):
            "NOT EXISTS (SELECT 1 FROM \(Self.others) AND NOT \(Self.otherHas(name)))"
        case .threadHasKeyword(let name, inAll: false):
            "EXISTS (SELECT 1 FROM \(Self.others) AND \(Self.otherHas(name)))"
        }
    }

    /// The live messages of the thread, the message itself too.
    private static let others: SQL = """
        thread_member AS own CROSS JOIN thread_member AS member ON member.thread = own.thread
            CROSS JOIN message AS other ON other.id = member.message
        WHERE own.message = message.id AND other.is_live
            AND NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = other.id)
        """

    private static func otherHas(_ name: String) -> SQL {
        "EXISTS (SELECT 1 FROM keyword WHERE keyword.message = other.id AND keyword.name = \(bind: name))"
    }
}

/// The order of messages of mail.
package enum EmailOrder {
    case receivedAt
    /// Its own date; of a message without one, when it was received.
    case sentAt
    case size
    /// The name of the first address there, or else the address.
    case from, to
    /// The subject without `Re:` and its like (RFC 5256 section 2.1).
    case subject
    /// Those without it first.
    case keyword(String)
    case threadKeyword(String, inAll: Bool)

    /// Gives statements the functions by which texts are sorted.
    package static func addFunctions(to connection: Connection) throws {
        try connection.addTextFunction("sorted_name") { name, address in
            (name.isEmpty ? address : name).lowercased()
        }
        try connection.addTextFunction("sorted_subject") { subject, _ in BaseSubject(of: subject).text.lowercased() }
    }

    /// Over the row `message`.
    package func sql(isAscending: Bool) -> SQL {
        let key: SQL =
            switch self {
            case .receivedAt: "message.received"
            case .sentAt: "ifnull(message.date, message.received)"
            case .size: "message.size"
            case .from: "sorted_name(message.from_name, message.from_address)"
            case .to: "sorted_name(message.recipients ->> '$[0].name', message.recipients ->> '$[0].address')"
            case .subject: "sorted_subject(message.subject, '')"
            case .keyword(let name): EmailCondition.hasKeyword(name).sql
            case .threadKeyword(let name, let inAll): EmailCondition.threadHasKeyword(name, inAll: inAll).sql
            }
        return isAscending ? "\(key) ASC" : "\(key) DESC"
    }

    /// The last criterion, so that an order is always complete.
    package static func recording(isAscending: Bool) -> SQL { isAscending ? "message.id ASC" : "message.id DESC" }
}
