internal import Assist
internal import CivilTime
public import EventLog
public import SQLiteDatabase

/// Keeps who owns the ledger, those who did before too.
public final class ProfilesProjector: Projection {
    public static let name = "profiles"
    public static let version = 2
    public static let events: [any Event.Type]? = [
        ProfileCreated.self, ProfileChanged.self, ProfileFeatureSwitched.self, ProfileServiceSwitched.self,
        ProfileDeleted.self, ProfileRestored.self, ProfileErased.self,
    ]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.profile, in: ProfilesSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try ProfilesSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        try shown.announce(event.stream.rawValue, account: 0, changes) { try take(content, event) }
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        let profile = event.stream.rawValue
        switch content {
        case let created as ProfileCreated: try insert(created, event)
        case let changed as ProfileChanged: try update(event, ProfileCreated.columns.assignments(of: changed))
        case let switched as ProfileFeatureSwitched:
            try update(event)
            for (feature, change) in switched.changes {
                try set(change.new, "profile_feature", "feature", feature.rawValue, of: profile)
            }
        case let switched as ProfileServiceSwitched:
            try update(event)
            for (service, change) in switched.changes {
                try set(change.new, "profile_service", "service", service.rawValue, of: profile)
            }
        case is ProfileDeleted: try connection.end("profile", profile, at: event.position)
        case is ProfileRestored: try connection.end("profile", profile, at: nil)
        case is ProfileErased:
            // Views that are built from the blanked log never had it.
            try connection.run("DELETE FROM profile WHERE id = \(bind: profile)")
            try connection.run("DELETE FROM profile_feature WHERE profile = \(bind: profile)")
            try connection.run("DELETE FROM profile_service WHERE profile = \(bind: profile)")
        default: break
        }
    }

    private func insert(_ created: ProfileCreated, _ event: RecordedEvent) throws {
        let profile = event.stream.rawValue
        try connection.run(
            """
            INSERT INTO profile (id, uuid, \(ProfileCreated.columns.names()), created, updated)
            VALUES (
                \(bind: profile), \(bind: created.id.blob), \(try ProfileCreated.columns.values(of: created)),
                \(bind: event.recordedAt.microseconds), \(bind: event.recordedAt.microseconds))
            """)
        for feature in created.features {
            try set(true, "profile_feature", "feature", feature.rawValue, of: profile)
        }
        for service in created.services {
            try set(true, "profile_service", "service", service.rawValue, of: profile)
        }
    }

    private func update(_ event: RecordedEvent, _ assignments: [SQL] = []) throws {
        let updated: SQL = "updated = \(bind: event.recordedAt.microseconds)"
        try connection.update("profile", event.stream.rawValue, assignments + [updated])
    }

    /// Puts a word into a set of the profile, or takes it out.
    private func set(_ isThere: Bool, _ table: String, _ column: String, _ word: String, of profile: Int64) throws {
        if isThere {
            try connection.run(
                "INSERT OR IGNORE INTO \(.identifier(table)) VALUES (\(bind: profile), \(bind: word))")
        } else {
            try connection.run(
                """
                DELETE FROM \(.identifier(table)) WHERE profile = \(bind: profile) AND \(.identifier(column)) = \(bind: word)
                """)
        }
    }
}
