internal import Mail
internal import SQLiteDatabase

enum FoldersSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE folder (
                id INTEGER PRIMARY KEY,      -- the folder's stream
                uuid BLOB NOT NULL,
                account INTEGER NOT NULL,
                parent INTEGER,
                name TEXT NOT NULL,
                kind TEXT NOT NULL,
                role TEXT,
                sort_order INTEGER NOT NULL,
                icon TEXT,
                color TEXT,                  -- #rrggbb
                text_color TEXT,
                visibility TEXT NOT NULL,
                message_visibility TEXT NOT NULL,
                external_id TEXT,
                keep_newest INTEGER,
                keep_for TEXT,               -- as the event has it: P7Y
                uid_validity INTEGER,
                highest_mod_seq TEXT,        -- decimal digits: 64 bits without a sign
                supports_idle INTEGER,
                created INTEGER NOT NULL,    -- µs since 1970 UTC
                is_live INTEGER NOT NULL,
                ended INTEGER                -- the position of the event that ended it, or a folder above it
            ) STRICT;
            CREATE UNIQUE INDEX folder_by_uuid ON folder (uuid);
            CREATE INDEX folder_by_parent ON folder (parent, name);
            CREATE INDEX folder_by_role ON folder (account, role) WHERE role IS NOT NULL;
            CREATE INDEX folder_by_external_id ON folder (account, external_id) WHERE external_id IS NOT NULL;
            """)
    }

    static let publicTables = [
        PublicTable(
            "folders", of: Entity.folder, stream: "folder.id",
            """
            WITH RECURSIVE tree (id, path) AS (
                SELECT id, name FROM folder WHERE parent IS NULL AND is_live
                UNION ALL
                SELECT folder.id, tree.path || '/' || folder.name
                FROM tree JOIN folder ON folder.parent = tree.id WHERE folder.is_live
            )
            SELECT \(.uuid("folder.uuid")) AS id, account.address AS account, \(.optionalUUID("parent.uuid")) AS parent,
                folder.name, tree.path, folder.kind, \(FolderSettings.columns.names(of: "folder")),
                \(FolderCursor.columns.names(of: "folder")), folder.created
            FROM tree JOIN folder USING (id) JOIN account ON account.id = folder.account
                LEFT JOIN folder AS parent ON parent.id = folder.parent
            WHERE account.ended IS NULL
            """)
    ]
}

extension FolderSettings {
    /// The columns of the table that hold them; they are read in this order below.
    static let columns: [SettingColumn<FolderSettings, FolderChanged>] = [
        .init("role", \.role, \.role) { $0?.rawValue },
        .init("sort_order", \.sortOrder, \.sortOrder),
        .init("icon", \.icon, \.icon),
        .init("color", \.color, \.color) { $0?.hex },
        .init("text_color", \.textColor, \.textColor) { $0?.hex },
        .init("visibility", \.visibility, \.visibility) { $0.rawValue },
        .init("message_visibility", \.messageVisibility, \.messageVisibility) { $0.rawValue },
        .init("external_id", \.externalID, \.externalID),
        .init("keep_newest", \.keepNewest, \.keepNewest),
        .init("keep_for", \.keepFor, \.keepFor) { $0?.text },
    ]

    init(from row: inout RowReader) throws {
        try self.init(
            role: row.next(), sortOrder: row.next(), icon: row.next(),
            color: row.next(String?.self).flatMap(RGBColor.init(hex:)),
            textColor: row.next(String?.self).flatMap(RGBColor.init(hex:)),
            visibility: FolderVisibility(rawValue: row.next()) ?? .show,
            messageVisibility: MessageVisibility(rawValue: row.next()) ?? .show, externalID: row.next(),
            keepNewest: row.next(), keepFor: row.next(String?.self).flatMap(RetentionPeriod.init(text:)))
    }
}

extension FolderCursor {
    /// The columns of the table that hold it; it is read in this order below.
    static let columns: [SettingColumn<FolderCursor, FolderCursorChanged>] = [
        .init("uid_validity", \.uidValidity, \.uidValidity) { $0.map(Int64.init) },
        .init("highest_mod_seq", \.highestModSeq, \.highestModSeq) { $0?.description },
        .init("supports_idle", \.supportsIdle, \.supportsIdle),
    ]

    init(from row: inout RowReader) throws {
        try self.init(
            uidValidity: row.next(Int64?.self).flatMap(UInt32.init(exactly:)),
            highestModSeq: row.next(String?.self).flatMap(ModificationSequence.init(digits:)),
            supportsIdle: row.next())
    }
}
