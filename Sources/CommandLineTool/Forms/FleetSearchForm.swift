internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections

/// What a fleet found, and what was not searched: as JSON has it, and as nodes tell each other.
struct FleetSearchForm: Codable {
    /// A message of some ledger.
    struct Hit: Codable {
        let ledger: String
        var node: String
        let id: String
        let date: String
        let from: String?
        let subject: String?
        let isRead: Bool
        let isFlagged: Bool
        let hasAttachments: Bool

        enum CodingKeys: String, CodingKey {
            case ledger, node, id, date, from, subject
            case isRead = "is_read"
            case isFlagged = "is_flagged"
            case hasAttachments = "has_attachments"
        }

        init(_ row: MessageRow, of ledger: String, on node: String) {
            self.ledger = ledger
            self.node = node
            id = row.id.description
            date = row.shownDate.iso8601
            from = row.from?.displayName
            subject = row.subject
            (isRead, isFlagged, hasAttachments) = (row.isRead, row.isFlagged, row.hasAttachments)
        }

        init(_ message: ServedMessage, of ledger: String, on node: String) {
            self.ledger = ledger
            self.node = node
            id = message.id
            date = message.date ?? message.receivedAt
            from = message.from.map { $0.name ?? $0.address }
            subject = message.subject
            (isRead, isFlagged, hasAttachments) = (message.isRead, message.isFlagged, message.hasAttachments)
        }

        /// When its message was sent; nil for no time.
        var time: Timestamp? { Timestamp(iso8601: date) }
    }

    /// A ledger that was searched.
    struct Searched: Codable {
        let ledger: String
        /// The node whose files were searched.
        var node: String
        /// The last position of the log that these know.
        let position: Int64
    }

    /// A ledger that no node searched.
    struct NotSearched: Codable {
        let ledger: String
        /// Nil where no node that answered has its full text.
        let reason: String?
    }

    /// A node that gave no answer.
    struct Unanswered: Codable {
        let node: String
        let reason: String
    }

    /// How many ledgers the role may read.
    let ledgers: Int
    var hits: [Hit] = []
    var searched: [Searched] = []
    var notSearched: [NotSearched] = []
    var unanswered: [Unanswered] = []

    enum CodingKeys: String, CodingKey {
        case ledgers, hits, searched, unanswered
        case notSearched = "not_searched"
    }
}
