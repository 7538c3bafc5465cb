public import EventLog

/// A user with the user's settings.
public struct UserResponse: Codable, Hashable, Sendable, Identifiable {
    public let id: UniqueID
    public let email: String
    public let fullName: String?
    public let isActive: Bool
    public let isVerified: Bool
    /// A name of the time-zone database, such as `Europe/Berlin`.
    public let timezone: String
    public let autoTranscribe: Bool
    public let autoCreateActions: Bool
    public let createdAt: WireTime
    public let googleConnected: Bool
    public let appleConnected: Bool

    enum CodingKeys: String, CodingKey {
        case id, email
        case fullName = "full_name"
        case isActive = "is_active"
        case isVerified = "is_verified"
        case timezone
        case autoTranscribe = "auto_transcribe"
        case autoCreateActions = "auto_create_actions"
        case createdAt = "created_at"
        case googleConnected = "google_connected"
        case appleConnected = "apple_connected"
    }

    public init(
        id: UniqueID, email: String, fullName: String? = nil, isActive: Bool = true, isVerified: Bool = false,
        timezone: String = "UTC", autoTranscribe: Bool = true, autoCreateActions: Bool = true, createdAt: WireTime,
        googleConnected: Bool = false, appleConnected: Bool = false
    ) {
        self.id = id
        self.email = email
        self.fullName = fullName
        self.isActive = isActive
        self.isVerified = isVerified
        self.timezone = timezone
        self.autoTranscribe = autoTranscribe
        self.autoCreateActions = autoCreateActions
        self.createdAt = createdAt
        self.googleConnected = googleConnected
        self.appleConnected = appleConnected
    }
}

extension UserResponse {
    /// The full name; the address if there is none, or a blank one.
    public var displayName: String {
        guard let fullName, fullName.contains(where: { !$0.isWhitespace }) else { return email }
        return fullName
    }

    /// The first letters of the first and the last word of ``displayName``, as capitals.
    public var initials: String {
        let letters = displayName.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.first { $0.isLetter || $0.isNumber }
        }
        guard let first = letters.first else { return "" }
        return (letters.count > 1 ? [first, letters[letters.count - 1]] : [first]).map { $0.uppercased() }.joined()
    }
}
