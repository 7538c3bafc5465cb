public import Assist
public import CivilTime
public import EventLog
public import SQLiteDatabase

/// The owner of the ledger.
public struct ProfileRow: Sendable, Hashable, Identifiable {
    public let id: ProfileID
    public let stream: StreamID
    public let settings: ProfileSettings
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public let isDeleted: Bool

    /// The profile as a decision sees it.
    public var state: ProfileState {
        ProfileState(id: id, stream: stream, settings: settings, isDeleted: isDeleted)
    }
}

extension ProfileRow {
    fileprivate static let columns: SQL = """
        uuid, id, \(ProfileCreated.columns.names()), created, updated, ended IS NOT NULL
        """

    fileprivate init(from row: inout RowReader, words: (SQL) throws -> [String]) throws {
        let (id, stream) = try (row.next(ProfileID.self), row.next(StreamID.self))
        try self.init(
            id: id, stream: stream,
            settings: ProfileSettings(
                externalID: row.next(), email: row.next(), displayName: row.next(), photoURL: row.next(),
                timeZone: row.next(), transcribesAutomatically: row.next(), createsActionsAutomatically: row.next(),
                features: Set(
                    words("SELECT feature FROM profile_feature WHERE profile = \(bind: stream.rawValue)")
                        .compactMap(AssistFeature.init(rawValue:))),
                services: Set(
                    words("SELECT service FROM profile_service WHERE profile = \(bind: stream.rawValue)")
                        .compactMap(ConnectedService.init(rawValue:)))),
            createdAt: row.next(), updatedAt: row.next(), isDeleted: row.next())
    }
}

/// Queries for the profile of the ledger's owner.
public struct ProfilesQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the live profile; a ledger has one at most.
    public func current() throws -> ProfileRow? {
        try rows(where: "ended IS NULL").first
    }

    /// Returns all that there ever were, in the order of recording.
    public func all() throws -> [ProfileRow] {
        try rows(where: "TRUE")
    }

    /// Returns the features that are switched on; all if there is no profile.
    public func features() throws -> Set<AssistFeature> {
        try current()?.settings.features ?? AssistFeature.standard
    }

    private func rows(where condition: SQL) throws -> [ProfileRow] {
        try connection.rows("SELECT \(ProfileRow.columns) FROM profile WHERE \(condition) ORDER BY id") { row in
            try ProfileRow(from: &row, words: words)
        }
    }

    private func words(_ query: SQL) throws -> [String] {
        try connection.rows(query) { try $0.next() }
    }
}
