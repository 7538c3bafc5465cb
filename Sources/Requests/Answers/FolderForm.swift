internal import CivilTime
internal import Domain
internal import EventLog
internal import Mail
package import Projections

public struct FolderForm: Encodable, Sendable {
    package let row: FolderRow

    package init(_ row: FolderRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case id, account, name, path, kind, role, total, unread, parent, depth, sortOrder, isSystem, createdAt
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.accountAddress, forKey: .account)
        try container.encode(row.name, forKey: .name)
        try container.encode(row.path, forKey: .path)
        try container.encode(row.kind, forKey: .kind)
        try container.encode(row.role, forKey: .role)
        try container.encode(row.total, forKey: .total)
        try container.encode(row.unread, forKey: .unread)
        try container.encode(row.parent?.description, forKey: .parent)
        try container.encode(row.depth, forKey: .depth)
        try container.encode(row.sortOrder, forKey: .sortOrder)
        try container.encode(row.settings.isSystem, forKey: .isSystem)
        try FolderChanged.fields.encode(row.settings, to: encoder, except: ["role", "sort_order"])
        try FolderCursorChanged.fields.encode(row.cursor, to: encoder)
        try container.encode(row.createdAt.iso8601, forKey: .createdAt)
    }
}
