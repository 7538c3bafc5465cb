internal import EventLog
internal import Projections

struct FolderForm: Encodable {
    let id: String
    let account: String
    let name: String
    let path: String
    let kind: String
    let role: String?
    let total: Int
    let unread: Int

    init(_ row: FolderRow) {
        id = row.id.description
        account = row.accountAddress
        name = row.name
        path = row.path
        kind = row.kind
        role = row.role
        total = row.total
        unread = row.unread
    }

    enum CodingKeys: CodingKey { case id, account, name, path, kind, role, total, unread }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(account, forKey: .account)
        try container.encode(name, forKey: .name)
        try container.encode(path, forKey: .path)
        try container.encode(kind, forKey: .kind)
        try container.encode(role, forKey: .role)
        try container.encode(total, forKey: .total)
        try container.encode(unread, forKey: .unread)
    }
}
