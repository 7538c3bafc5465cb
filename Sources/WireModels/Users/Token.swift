public import CivilTime
internal import EventLog

/// A token that admits a client for a while. It is passed on, never stored.
public struct Token: Codable, Hashable, Sendable {
    public let accessToken: Secret
    public let refreshToken: Secret
    /// The scheme for sending the token, such as `bearer`.
    public let tokenType: String
    /// The seconds from its issue to its end.
    public let expiresIn: Int

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
    }

    public init(accessToken: Secret, refreshToken: Secret, tokenType: String = "bearer", expiresIn: Int) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
    }

    /// The end of the token; its JSON has no start, so the caller supplies the time of issue.
    public func expirationDate(issuedAt: Timestamp) -> WireTime {
        let (length, tooLong) = Int64(expiresIn).multipliedReportingOverflow(by: 1_000_000)
        let (end, beyond) = issuedAt.microseconds.addingReportingOverflow(length)
        guard tooLong || beyond else { return WireTime(Timestamp(microseconds: end)) }
        return WireTime(Timestamp(microseconds: expiresIn < 0 ? .min : .max))
    }

    /// Whether the token has expired; at the very moment of its end it has.
    public func isExpired(issuedAt: Timestamp, at now: Timestamp = .now) -> Bool {
        now >= expirationDate(issuedAt: issuedAt).timestamp
    }
}
