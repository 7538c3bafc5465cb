internal import Assist
internal import EventLog
internal import SQLiteDatabase

enum ProfilesSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE profile (
                id INTEGER PRIMARY KEY,      -- the profile's stream
                uuid BLOB NOT NULL,
                external_id TEXT,
                email TEXT NOT NULL,
                display_name TEXT,
                photo_url TEXT,
                time_zone TEXT,
                auto_transcribe INTEGER NOT NULL,
                auto_create_actions INTEGER NOT NULL,
                created INTEGER NOT NULL,    -- µs since 1970 UTC
                updated INTEGER NOT NULL,
                ended INTEGER                -- the position of the event that deleted it
            ) STRICT;

            CREATE TABLE profile_feature (   -- what is switched on
                profile INTEGER NOT NULL,
                feature TEXT NOT NULL,
                PRIMARY KEY (profile, feature)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE profile_service (   -- what is connected
                profile INTEGER NOT NULL,
                service TEXT NOT NULL,
                PRIMARY KEY (profile, service)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static let publicTables = [
        PublicTable(
            "profiles", of: Entity.profile, stream: "profile.id", namesAccount: false,
            """
            SELECT \(.uuid("profile.uuid")) AS id, profile.external_id, profile.email, profile.display_name,
                profile.photo_url, profile.time_zone, profile.auto_transcribe, profile.auto_create_actions,
                (SELECT group_concat(feature, ' ') FROM (SELECT feature FROM profile_feature
                    WHERE profile_feature.profile = profile.id ORDER BY feature)) AS features,
                (SELECT group_concat(service, ' ') FROM (SELECT service FROM profile_service
                    WHERE profile_service.profile = profile.id ORDER BY service)) AS services,
                profile.created AS created_at
            FROM profile WHERE profile.ended IS NULL
            """)
    ]
}

extension ProfileCreated {
    /// The columns of the table with its settings, in the order in which a row of profiles reads them.
    static let columns: [SettingColumn<ProfileCreated, ProfileChanged>] = [
        .init("external_id", \.externalID, \.externalID),
        .init("email", \.email, \.email),
        .init("display_name", \.displayName, \.displayName),
        .init("photo_url", \.photoURL, \.photoURL),
        .init("time_zone", \.timeZone, \.timeZone),
        .init("auto_transcribe", \.autoTranscribe, \.autoTranscribe),
        .init("auto_create_actions", \.autoCreateActions, \.autoCreateActions),
    ]
}
