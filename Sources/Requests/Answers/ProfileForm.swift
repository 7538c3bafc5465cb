internal import Assist
internal import CivilTime
internal import EventLog
package import Projections

/// The owner of the ledger.
public struct ProfileForm: Encodable, Sendable {
    package let row: ProfileRow

    package init(_ row: ProfileRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case id, externalID, email, displayName, photoURL, timeZone, autoTranscribe, autoCreateActions,
            features, services, createdAt, updatedAt
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
