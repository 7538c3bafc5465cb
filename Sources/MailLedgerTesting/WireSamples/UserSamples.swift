public import WireModels

extension UserResponse {
    public static func sample(fullName: String? = "Ada Lovelace", email: String = "ada@example.org") -> UserResponse {
        UserResponse(
            id: WireSample.id(1), email: email, fullName: fullName, isVerified: true, timezone: "Europe/London",
            autoCreateActions: false, createdAt: WireSample.time(), googleConnected: true)
    }
}

extension Token {
    public static func sample(access: String = "access-7f3a", expiresIn: Int = 3600) -> Token {
        Token(accessToken: Secret(access), refreshToken: Secret("refresh-9c1e"), expiresIn: expiresIn)
    }
}

extension UserCreateRequest {
    public static func sample(password: String = "correct horse") -> UserCreateRequest {
        UserCreateRequest(
            email: "ada@example.org", password: Secret(password), fullName: "Ada Lovelace", timezone: "Europe/London")
    }
}

extension UserUpdateRequest {
    public static func sample() -> UserUpdateRequest {
        UserUpdateRequest(
            fullName: "Ada King", timezone: "Europe/Paris", autoTranscribe: false, autoCreateActions: true)
    }
}

extension PasswordChangeRequest {
    public static func sample() -> PasswordChangeRequest {
        PasswordChangeRequest(currentPassword: Secret("correct horse"), newPassword: Secret("battery staple"))
    }
}

extension PasswordResetRequest {
    public static func sample() -> PasswordResetRequest { PasswordResetRequest(email: "ada@example.org") }
}

extension PasswordResetConfirmRequest {
    public static func sample() -> PasswordResetConfirmRequest {
        PasswordResetConfirmRequest(token: Secret("reset-51d0"), newPassword: Secret("battery staple"))
    }
}
