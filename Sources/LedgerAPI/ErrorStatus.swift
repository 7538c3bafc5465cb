package import WireModels

/// The status that goes with the code of an error (RFC 9110 section 15): the one table of them.
package enum ErrorStatus {
    /// Returns the status of a code.
    package static func status(of code: APIErrorCode) -> Int {
        switch code {
        case .validationError, .invalidInput, .missingField: 400
        case .unauthorized, .invalidToken, .tokenExpired, .invalidCredentials: 401
        case .forbidden, .insufficientPermissions: 403
        case .notFound: 404
        case .alreadyExists, .conflict: 409
        case .partial, .verificationFailed: 422
        case .rateLimited: 429
        case .serverError: 500
        case .networkError, .timeout, .noConnection, .serviceUnavailable, .interrupted: 503
        }
    }
}
