internal import Assist
internal import CivilTime
internal import EventLog
package import Projections

/// The owner of the ledger.
public struct ProfileForm: Encodable, Sendable {
    let row: ProfileRow

    package init(_ row: ProfileRow) {
        self.row = row
    }

    enum CodingKeys: String, CodingKey {
        case id
        case externalID = "external_id"
        case email
        case displayName = "display_name"
        case photoURL = "photo_url"
        case timeZone = "time_zone"
        case autoTranscribe = "auto_transcribe"
        case autoCreateActions = "auto_create_actions"
        case features, services
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public func encode(to encoder: any Encoder) throws {
        let settings = row.settings
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(settings.externalID, forKey: .externalID)
        try container.encode(settings.email, forKey: .email)
        try container.encode(settings.displayName, forKey: .displayName)
        try container.encode(settings.photoURL, forKey: .photoURL)
        try container.encode(settings.timeZone, forKey: .timeZone)
        try container.encode(settings.transcribesAutomatically, forKey: .autoTranscribe)
        try container.encode(settings.createsActionsAutomatically, forKey: .autoCreateActions)
        try container.encode(settings.features.map(\.rawValue).sorted(), forKey: .features)
        try container.encode(settings.services.map(\.rawValue).sorted(), forKey: .services)
        try container.encode(row.createdAt.iso8601, forKey: .createdAt)
        try container.encode(row.updatedAt.iso8601, forKey: .updatedAt)
    }
}
