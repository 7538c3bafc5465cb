internal import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The folders and accounts that some events end, or that get another name or lose a role by them.
struct LostPlaces {
    /// Folders that end.
    private(set) var ended: Set<Int64> = []
    /// Folders with another name.
    private(set) var folders: Set<Int64> = []
    private(set) var roles: Set<Int64> = []
    /// The new addresses of accounts, in lower case.
    private(set) var accounts: [Int64: String] = [:]

    var isEmpty: Bool { ended.isEmpty && folders.isEmpty && roles.isEmpty && accounts.isEmpty }

    init(by events: [ProposedEvent]) {
        for event in events {
            guard let stream = event.existingStream?.rawValue else { continue }
            switch event.event {
            case is FolderDeleted: ended.insert(stream)
            case is FolderRenamed, is FolderMoved: folders.insert(stream)
            case let changed as FolderChanged where changed.role?.old != nil: roles.insert(stream)
            case let changed as AccountChanged:
                if let address = changed.address { accounts[stream] = address.new.lowercased() }
            default: break
            }
        }
    }
}

/// Looks up the names in the query of a hold, over all that ever existed, and keeps what it found by them.
///
/// A name stands for all that it can mean: so no other folder or account can take the name over. One that stands for nothing
/// finds nothing, and the rest of the query holds all the same.
final class HoldNames: FilterResolver {
    private let views: ViewsFilterResolver
    private let connection: Connection
    /// What was found, by its name or its role.
    private var named: Set<Int64> = []
    /// What was found by its name alone.
    private var folders: Set<Int64> = []
    /// What was found by its role alone.
    private var roles: Set<Int64> = []
    /// The texts by which accounts were found, in lower case.
    private var accounts: [Int64: Set<String>] = [:]

    init(_ connection: Connection) {
        self.connection = connection
        views = ViewsFilterResolver(connection, range: .ever)
    }

    var range: MessageRange { .ever }
    var passesOver: Bool { true }

    func folders(matching path: String) throws -> [Int64] {
        let meant = try views.folders(meantBy: path)
        named.formUnion(meant.map(\.id))
        folders.formUnion(meant.filter { $0.isByName && !$0.isByRole }.map(\.id))
        roles.formUnion(meant.filter { $0.isByRole && !$0.isByName }.map(\.id))
        if path.contains("@") {
            let address = String(path.prefix { $0 != "/" }).lowercased()
            let ofAddress = try connection.rows(
                """
                SELECT DISTINCT account.id FROM folder JOIN account ON account.id = folder.account
                WHERE folder.id IN (\(SQL.rows(meant.map(\.id)))) AND lower(account.address) = \(bind: address)
                """
            ) { try $0.next(Int64.self) }
            for account in ofAddress { accounts[account, default: []].insert(address) }
        }
        return try views.withBelow(meant.map(\.id))
    }

    func folders(exactly path: String) throws -> [Int64] { noted(try views.folders(exactly: path)) }

    func labelFolders(_ label: String?) throws -> [Int64] {
        let found = try views.labelFolders(label)
        // Without a label all of them are asked for, whatever their names.
        return label == nil ? found : noted(found)
    }

    private func noted(_ found: [Int64]) -> [Int64] {
        named.formUnion(found)
        folders.formUnion(found)
        return found
    }

    func accounts(matching text: String) throws -> [Int64] {
        let meant = try views.accounts(meantBy: text)
        for account in meant where account.isByName { accounts[account.id, default: []].insert(text.lowercased()) }
        return meant.map(\.id)
    }

    func hasToldTags() throws -> Bool { try views.hasToldTags() }
    func messages(withIDPrefix prefix: String) throws -> [Int64] { try views.messages(withIDPrefix: prefix) }
    func threads(withMemberIDPrefix prefix: String) throws -> [Int64] { try views.threads(withMemberIDPrefix: prefix) }
    func answers(withIDPrefix prefix: String) throws -> [String] { try views.answers(withIDPrefix: prefix) }

    /// Whether the query would no longer find some of the places, or a folder below one.
    func lose(any places: LostPlaces) throws -> Bool {
        for (account, texts) in accounts {
            if let address = places.accounts[account], !texts.allSatisfy(address.contains) { return true }
        }
        return try !roles.isDisjoint(with: places.roles) || above(folders, meet: places.folders)
            || above(living(named), meet: places.ended)
    }

    private func living(_ folders: Set<Int64>) throws -> Set<Int64> {
        let living = try connection.rows(
            "SELECT id FROM folder WHERE is_live AND id IN (\(SQL.rows(folders.sorted())))"
        ) { try $0.next(Int64.self) }
        return Set(living)
    }

    /// Whether some folders, or those above them, are among others.
    private func above(_ folders: Set<Int64>, meet others: Set<Int64>) throws -> Bool {
        guard !folders.isEmpty, !others.isEmpty else { return false }
        let above = try connection.rows(
            """
            WITH RECURSIVE above(id) AS (
                \(SQL.rows(folders.sorted()))
                UNION SELECT folder.parent FROM folder JOIN above ON folder.id = above.id WHERE folder.parent IS NOT NULL
            ) SELECT id FROM above
            """
        ) { try $0.next(Int64.self) }
        return !others.isDisjoint(with: above)
    }
}
