/// The code of an error for programs, in the envelope ``APIErrorResponse``.
///
/// This is the only list of codes. The first eighteen are those of services; the last three are for commands that did
/// only a part.
public enum APIErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    case networkError = "NETWORK_ERROR"
    case timeout = "TIMEOUT"
    case noConnection = "NO_CONNECTION"

    case unauthorized = "UNAUTHORIZED"
    case invalidToken = "INVALID_TOKEN"
    case tokenExpired = "TOKEN_EXPIRED"
    case invalidCredentials = "INVALID_CREDENTIALS"

    case validationError = "VALIDATION_ERROR"
    case invalidInput = "INVALID_INPUT"
    case missingField = "MISSING_FIELD"

    case notFound = "NOT_FOUND"
    case alreadyExists = "ALREADY_EXISTS"
    case conflict = "CONFLICT"

    case serverError = "SERVER_ERROR"
    case serviceUnavailable = "SERVICE_UNAVAILABLE"
    case rateLimited = "RATE_LIMITED"

    case forbidden = "FORBIDDEN"
    case insufficientPermissions = "INSUFFICIENT_PERMISSIONS"

    /// Something was left out; each item has been named.
    case partial = "PARTIAL"
    /// A check failed.
    case verificationFailed = "VERIFICATION_FAILED"
    /// A user or a program stopped it.
    case interrupted = "INTERRUPTED"

    /// The source of an error.
    public enum Category: String, Codable, Hashable, Sendable, CaseIterable {
        case network
        case auth
        case validation
        case resource
        case server
        case permission
        /// The request has no fault: the code says how far a command came, or what it found.
        case outcome
    }

    /// The source of errors with this code.
    public var category: Category {
        switch self {
        case .networkError, .timeout, .noConnection: .network
        case .unauthorized, .invalidToken, .tokenExpired, .invalidCredentials: .auth
        case .validationError, .invalidInput, .missingField: .validation
        case .notFound, .alreadyExists, .conflict: .resource
        case .serverError, .serviceUnavailable, .rateLimited: .server
        case .forbidden, .insufficientPermissions: .permission
        case .partial, .verificationFailed, .interrupted: .outcome
        }
    }
}
