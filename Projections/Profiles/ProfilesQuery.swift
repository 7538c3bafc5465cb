public import Assist
public import CivilTime
public import EventLog
public import SQLite

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

/// Asks for who owns the ledger.
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

    /// Returns what is switched on: all where there is no profile.
    public func features() throws -> Set<AssistFeature> {
        try current()?.settings.features ?? AssistFeature.standard
    }

    private func rows(where condition: SQL) throws -> [ProfileRow] {
        try connection.rows(
            """
            SELECT id, uuid, external_id, email, display_name, photo_url, time_zone, auto_transcribe,
                auto_create_actions, created, updated, ended IS NOT NULL
            FROM profile WHERE \(condition) ORDER BY id
            """
        ) { row in
            let stream = StreamID(row.integer(0))
            return ProfileRow(
                id: try ProfileID(blob: row.blob(1)), stream: stream,
                settings: ProfileSettings(
                    externalID: row.optionalText(2), email: row.text(3), displayName: row.optionalText(4),
                    photoURL: row.optionalText(5), timeZone: row.optionalText(6),
                    transcribesAutomatically: row.bool(7), createsActionsAutomatically: row.bool(8),
                    features: Set(
                        try words("SELECT feature FROM profile_feature WHERE profile = \(bind: stream.rawValue)")
                            .compactMap(AssistFeature.init(rawValue:))),
                    services: Set(
                        try words("SELECT service FROM profile_service WHERE profile = \(bind: stream.rawValue)")
                            .compactMap(ConnectedService.init(rawValue:)))),
                createdAt: Timestamp(microseconds: row.integer(9)), updatedAt: Timestamp(microseconds: row.integer(10)),
                isDeleted: row.bool(11))
        }
    }

    private func words(_ query: SQL) throws -> [String] {
        try connection.rows(query) { $0.text(0) }
    }
}
