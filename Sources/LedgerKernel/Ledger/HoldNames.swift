internal import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The folders and accounts that get another name by some events.
struct RenamedPlaces {
    private(set) var folders: Set<Int64> = []
    private(set) var accounts: Set<Int64> = []

    var isEmpty: Bool { folders.isEmpty && accounts.isEmpty }

    init(by events: [ProposedEvent]) {
        for event in events {
            guard let stream = event.existingStream else { continue }
            switch event.event {
            case is FolderRenamed, is FolderMoved: folders.insert(stream.rawValue)
            case let changed as AccountChanged where changed.address != nil: accounts.insert(stream.rawValue)
            default: break
            }
        }
    }
}

/// Looks up the names in the query of a hold, over all that ever existed, and keeps what it found by them.
///
/// A name that stands for nothing finds nothing, and the rest of the query holds all the same.
final class HoldNames: FilterResolver {
    private let views: ViewsFilterResolver
    private let connection: Connection
    private(set) var folders: Set<Int64> = []
    private(set) var accounts: Set<Int64> = []

    init(_ connection: Connection) {
        self.connection = connection
        views = ViewsFilterResolver(connection, range: .ever)
    }

    var range: MessageRange { .ever }
    var passesOver: Bool { true }

    func folders(matching path: String) throws -> [Int64] {
        let found = try views.folders(named: path)
        folders.formUnion(found)
        if path.contains("@") {
            accounts.formUnion(
                try connection.rows("SELECT account FROM folder WHERE id IN (\(SQL.rows(found)))") { try $0.next() })
        }
        return try views.folders(matching: path)
    }

    func folders(exactly path: String) throws -> [Int64] { noted(try views.folders(exactly: path)) }

    func labelFolders(_ label: String?) throws -> [Int64] {
        let found = try views.labelFolders(label)
        // Without a label all of them are asked for, whatever their names.
        return label == nil ? found : noted(found)
    }

    private func noted(_ found: [Int64]) -> [Int64] {
        folders.formUnion(found)
        return found
    }

    func accounts(matching text: String) throws -> [Int64] {
        let found = try views.accounts(matching: text)
        accounts.formUnion(found)
        return found
    }

    func hasToldTags() throws -> Bool { try views.hasToldTags() }
    func folders(similarTo path: String) throws -> [String] { [] }
    func messages(withIDPrefix prefix: String) throws -> [Int64] { try views.messages(withIDPrefix: prefix) }
    func threads(withMemberIDPrefix prefix: String) throws -> [Int64] { try views.threads(withMemberIDPrefix: prefix) }
    func answers(withIDPrefix prefix: String) throws -> [String] { try views.answers(withIDPrefix: prefix) }

    /// Whether it found any of the places by a name, or a folder below one.
    func found(any places: RenamedPlaces) throws -> Bool {
        if !accounts.isDisjoint(with: places.accounts) { return true }
        guard !folders.isEmpty, !places.folders.isEmpty else { return false }
        let above = try connection.rows(
            """
            WITH RECURSIVE above(id) AS (
                \(SQL.rows(folders.sorted()))
                UNION SELECT folder.parent FROM folder JOIN above ON folder.id = above.id WHERE folder.parent IS NOT NULL
            ) SELECT id FROM above
            """
        ) { try $0.next(Int64.self) }
        return !places.folders.isDisjoint(with: above)
    }
}
