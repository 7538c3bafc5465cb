/// What makes a user.
public struct UserCreateRequest: Codable, Hashable, Sendable {
    public var email: String
    public var password: Secret
    public var fullName: String?
    public var timezone: String?

    enum CodingKeys: String, CodingKey {
        case email, password
        case fullName = "full_name"
        case timezone
    }

    public init(email: String, password: Secret, fullName: String? = nil, timezone: String? = nil) {
        self.email = email
        self.password = password
        self.fullName = fullName
        self.timezone = timezone
    }
}

/// What changes a user; what is left out stays.
public struct UserUpdateRequest: Codable, Hashable, Sendable {
    public var fullName: String?
    public var timezone: String?
    public var autoTranscribe: Bool?
    public var autoCreateActions: Bool?

    enum CodingKeys: String, CodingKey {
        case fullName = "full_name"
        case timezone
        case autoTranscribe = "auto_transcribe"
        case autoCreateActions = "auto_create_actions"
    }

    public init(
        fullName: String? = nil, timezone: String? = nil, autoTranscribe: Bool? = nil, autoCreateActions: Bool? = nil
    ) {
        self.fullName = fullName
        self.timezone = timezone
        self.autoTranscribe = autoTranscribe
        self.autoCreateActions = autoCreateActions
    }
}

/// What changes a password for somebody who knows the old one.
public struct PasswordChangeRequest: Codable, Hashable, Sendable {
    public var currentPassword: Secret
    public var newPassword: Secret

    enum CodingKeys: String, CodingKey {
        case currentPassword = "current_password"
        case newPassword = "new_password"
    }

    public init(currentPassword: Secret, newPassword: Secret) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }
}

/// What asks for a letter with which a forgotten password is replaced.
public struct PasswordResetRequest: Codable, Hashable, Sendable {
    public var email: String

    public init(email: String) {
        self.email = email
    }
}

/// What replaces a forgotten password, with the token out of the letter.
public struct PasswordResetConfirmRequest: Codable, Hashable, Sendable {
    public var token: Secret
    public var newPassword: Secret

    enum CodingKeys: String, CodingKey {
        case token
        case newPassword = "new_password"
    }

    public init(token: Secret, newPassword: Secret) {
        self.token = token
        self.newPassword = newPassword
    }
}
