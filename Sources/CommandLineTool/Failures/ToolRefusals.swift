package import ConfigurationFiles
package import MailLedger
internal import WireModels

// The rows of the table of errors that only the tool has.

extension ConfigurationError: Refusable {
    package var refusal: Refusal {
        switch self {
        case .inaccessible(let path, _):
            Refusal(74, .serverError, description, ["path": path])
        case .malformed(let path, _):
            Refusal(2, .invalidInput, description, ["path": path])
        case .invalidValue(let path, let key, _):
            Refusal(
                2, .validationError, description,
                ["path": path, "field": key.description])
        case .noPlace: Refusal(2, .invalidInput, description)
        }
    }
}

extension SettingError: Refusable {
    var refusal: Refusal {
        Refusal(2, .validationError, description, ["field": name])
    }
}

extension OutputError: Refusable {
    package var refusal: Refusal { Refusal(74, .serverError, description) }
}

extension Shortfall: Refusable {
    var refusal: Refusal { Refusal(exitCode, code, message) }
}
