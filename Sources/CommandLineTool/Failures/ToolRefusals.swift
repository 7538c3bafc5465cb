package import ConfigurationFiles
package import MailLedger
internal import WireModels

// The rows of the table of errors that only the tool has.

extension ConfigurationError: Refusable {
    package var refusal: Refusal {
        switch self {
        case .inaccessible(let path, _):
            Refusal(exitCode: 74, code: .serverError, message: description, details: ["path": path])
        case .malformed(let path, _):
            Refusal(exitCode: 2, code: .invalidInput, message: description, details: ["path": path])
        case .invalidValue(let path, let key, _):
            Refusal(
                exitCode: 2, code: .validationError, message: description,
                details: ["path": path, "field": key.description])
        case .noPlace: Refusal(exitCode: 2, code: .invalidInput, message: description)
        }
    }
}

extension SettingError: Refusable {
    var refusal: Refusal {
        Refusal(exitCode: 2, code: .validationError, message: description, details: ["field": name])
    }
}

extension OutputError: Refusable {
    package var refusal: Refusal { Refusal(exitCode: 74, code: .serverError, message: description) }
}

extension Shortfall: Refusable {
    var refusal: Refusal { Refusal(exitCode: exitCode, code: code, message: message) }
}
