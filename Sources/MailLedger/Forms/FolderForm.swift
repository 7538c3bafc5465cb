internal import CivilTime
internal import EventLog
internal import Mail
package import Projections

public struct FolderForm: Encodable, Sendable {
    package let row: FolderRow

    package init(_ row: FolderRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case id, account, name, path, kind, role, total, unread, parent, depth, sortOrder, isSystem, icon,
            color, textColor, visibility, messageVisibility, externalID, keepNewest, keepFor, uidValidity,
            highestModSeq, supportsIdle, createdAt
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
        try container.encode(row.settings.icon, forKey: .icon)
        try container.encode(row.settings.color, forKey: .color)
        try container.encode(row.settings.textColor, forKey: .textColor)
        try container.encode(row.settings.visibility, forKey: .visibility)
        try container.encode(row.settings.messageVisibility, forKey: .messageVisibility)
        try container.encode(row.settings.externalID, forKey: .externalID)
        try container.encode(row.settings.keepNewest, forKey: .keepNewest)
        try container.encode(row.settings.keepFor?.text, forKey: .keepFor)
        try container.encode(row.cursor.uidValidity, forKey: .uidValidity)
        try container.encode(row.cursor.highestModSeq, forKey: .highestModSeq)
        try container.encode(row.cursor.supportsIdle, forKey: .supportsIdle)
        try container.encode(row.createdAt.iso8601, forKey: .createdAt)
    }
}
