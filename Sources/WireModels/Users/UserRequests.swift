/// A request to make a user.
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

/// A request to change a user; omitted values stay unchanged.
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

/// A request to change a password by a user who knows the old one.
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

/// A request for an e-mail for replacing a forgotten password.
public struct PasswordResetRequest: Codable, Hashable, Sendable {
    public var email: String

    public init(email: String) {
        self.email = email
    }
}

/// A request to replace a forgotten password, with the token from the e-mail.
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
