/// What a search takes of a message that a server lists.
struct ServedMessage: Decodable {
    let id: String
    let date: String?
    let receivedAt: String
    let from: Sender?
    let subject: String?
    let isRead: Bool
    let isFlagged: Bool
    let hasAttachments: Bool

    struct Sender: Decodable {
        let name: String?
        let address: String
    }

    enum CodingKeys: String, CodingKey {
        case id, date, from, subject
        case receivedAt = "received_at"
        case isRead = "is_read"
        case isFlagged = "is_flagged"
        case hasAttachments = "has_attachments"
    }
}
