internal import Mail
package import SQLiteDatabase

/// Looks up names in the tables `folder`, `account`, `message` and `thread_member` of the views.
package struct ViewsFilterResolver: FilterResolver {
    private let connection: Connection
    package let range: MessageRange

    package init(_ connection: Connection, range: MessageRange = .live) {
        self.connection = connection
        self.range = range
    }

    package var ofAllTime: Self { Self(connection, range: .ever) }

    /// The condition over a row of the table of that name.
    private var livesFolder: SQL { range == .live ? "folder.is_live = 1" : "TRUE" }
    private var livesAccount: SQL { range == .live ? "account.ended IS NULL" : "TRUE" }
    private var livesMessage: SQL { range == .live ? "message.is_live = 1" : "TRUE" }

    /// Finds the exact path, or else the path in any case or a role; each may follow an account's address and a `/`.
    ///
    /// If several accounts have a folder of this path, all of them match. A plain folder `Trash` and the one with that
    /// role both match, too.
    package func folders(matching path: String) throws -> [Int64] {
        let folders = try paths()
        // Strings compare by canonical equivalence, so NFC and NFD are one name.
        let exact = folders.filter {
            $0.path == path || $0.qualifiedPath == path || ($0.isInbox && $0.path.lowercased() == path.lowercased())
        }
        return try withBelow((exact.isEmpty ? folders.filter { $0.isMeant(by: path) } : exact).map(\.id))
    }

    /// Returns each folder that a path can mean in any case, by its name or by its role, whichever others it means, too.
    package func folders(meantBy path: String) throws -> [(id: Int64, isByName: Bool, isByRole: Bool)] {
        try paths().filter { $0.isMeant(by: path) }.map {
            ($0.id, $0.hasName(path.lowercased()), $0.role == path.lowercased())
        }
    }

    /// Returns some folders, and all below them.
    package func withBelow(_ folders: [Int64]) throws -> [Int64] {
        guard !folders.isEmpty else { return [] }
        return try connection.rows(
            """
            WITH RECURSIVE below(id) AS (
                \(SQL.rows(folders))
                UNION SELECT folder.id FROM folder JOIN below ON folder.parent = below.id WHERE \(livesFolder)
            ) SELECT id FROM below ORDER BY id
            """
        ) { try $0.next() }
    }

    package func folders(exactly path: String) throws -> [Int64] {
        try paths().filter { $0.path == path }.map(\.id)
    }

    package func hasToldTags() throws -> Bool {
        try connection.first("SELECT EXISTS (SELECT 1 FROM told_tags)") { try $0.next() } ?? false
    }

    package func labelFolders(_ label: String?) throws -> [Int64] {
        let labels = try connection.rows(
            "SELECT id FROM folder WHERE kind = \(bind: FolderKind.label.rawValue) AND \(livesFolder)"
        ) { try $0.next(Int64.self) }
        guard let label, !labels.isEmpty else { return labels }
        let wanted = Keyword.key(of: label)
        return try paths().filter { labels.contains($0.id) && Keyword.key(of: $0.path) == wanted }.map(\.id)
    }

    package func folders(similarTo path: String) throws -> [String] {
        SimilarFolders.of(path, among: try paths().map { ($0.path, $0.role) })
    }

    private struct Folder {
        let id: Int64
        let path: String
        let qualifiedPath: String
        let role: String?

        var isInbox: Bool { path.count == 5 && path.lowercased() == "inbox" }

        /// Whether it has a path, in lower case, with the account's address before it or without.
        func hasName(_ wanted: String) -> Bool { path.lowercased() == wanted || qualifiedPath.lowercased() == wanted }

        func isMeant(by path: String) -> Bool {
            let wanted = path.lowercased()
            return hasName(wanted) || role == wanted
        }
    }

    private func paths() throws -> [Folder] {
        try connection.rows(
            """
            WITH RECURSIVE tree(id, account, path, role) AS (
                SELECT id, account, name, role FROM folder WHERE parent IS NULL AND \(livesFolder)
                UNION ALL
                SELECT folder.id, folder.account, tree.path || '/' || folder.name, folder.role
                FROM folder JOIN tree ON folder.parent = tree.id WHERE \(livesFolder)
            )
            SELECT tree.id, tree.path, account.address || '/' || tree.path, tree.role FROM tree JOIN account ON account.id = tree.account
            WHERE \(livesAccount) ORDER BY tree.id
            """
        ) { row in
            try Folder(id: row.next(), path: row.next(), qualifiedPath: row.next(), role: row.next())
        }
    }

    /// The accounts with this address in any case, or else the one whose id has this prefix, or else all that contain
    /// the text.
    package func accounts(matching text: String) throws -> [Int64] {
        let accounts = try addresses()
        let meant = try Self.accounts(meantBy: text, among: accounts, withID: accountsWithID(text))
        if let byID = meant.first(where: { !$0.isByName }) { return [byID.id] }
        let found = accounts.filter { account in meant.contains { $0.id == account.id } }
        // An account that was deleted and made again counts as several with one address.
        guard range == .live || Set(found.map(\.address)).count < 2 else {
            throw FilterResolutionError.ambiguousAccount(text)
        }
        return found.map(\.id)
    }

    /// Returns each account that a text can mean, by its address or by its id; where one has that address, those alone.
    package func accounts(meantBy text: String) throws -> [(id: Int64, isByName: Bool)] {
        try Self.accounts(meantBy: text, among: addresses(), withID: accountsWithID(text))
    }

    private func addresses() throws -> [(id: Int64, address: String)] {
        try connection.rows("SELECT id, address FROM account WHERE \(livesAccount) ORDER BY id") {
            try (id: $0.next(Int64.self), address: $0.next(String.self).lowercased())
        }
    }

    private func accountsWithID(_ text: String) throws -> [Int64] {
        guard let range = UUIDRange(prefix: text) else { return [] }
        return try connection.rows(
            """
            SELECT id FROM account
            WHERE \(livesAccount) AND uuid BETWEEN \(bind: range.first) AND \(bind: range.last) ORDER BY id LIMIT 2
            """
        ) { try $0.next(Int64.self) }
    }

    private static func accounts(
        meantBy text: String, among accounts: [(id: Int64, address: String)], withID named: [Int64]
    ) -> [(id: Int64, isByName: Bool)] {
        let wanted = text.lowercased()
        let equal = accounts.filter { $0.address == wanted }
        guard equal.isEmpty else { return equal.map { ($0.id, true) } }
        let byID = named.count == 1 ? named.map { ($0, false) } : []
        return byID + accounts.filter { !wanted.isEmpty && $0.address.contains(wanted) }.map { ($0.id, true) }
    }

    package func messages(withIDPrefix prefix: String) throws -> [Int64] {
        guard let range = UUIDRange(prefix: prefix) else { return [] }
        return try connection.rows(
            """
            SELECT id FROM message
            WHERE uuid BETWEEN \(bind: range.first) AND \(bind: range.last) AND \(livesMessage) LIMIT 2
            """
        ) { try $0.next() }
    }

    package func threads(withMemberIDPrefix prefix: String) throws -> [Int64] {
        guard let range = UUIDRange(prefix: prefix) else { return [] }
        return try connection.rows(
            """
            SELECT DISTINCT thread_member.thread FROM message JOIN thread_member ON thread_member.message = message.id
            WHERE message.uuid BETWEEN \(bind: range.first) AND \(bind: range.last)
                AND \(livesMessage) LIMIT 2
            """
        ) { try $0.next() }
    }

    package func answers(withIDPrefix prefix: String) throws -> [String] {
        guard let range = UUIDRange(prefix: prefix) else { return [] }
        return try connection.rows(
            """
            SELECT \(.uuid("uuid")) FROM answer WHERE uuid BETWEEN \(bind: range.first) AND \(bind: range.last) LIMIT 2
            """
        ) { try $0.next() }
    }
}
