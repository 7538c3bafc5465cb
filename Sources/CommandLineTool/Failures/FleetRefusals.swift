internal import Fleet
internal import MailLedger
internal import WireModels

// The rows of the table of errors for servers, whose next steps are verbs of the tool.

extension FleetError: Refusable {
    var refusal: Refusal {
        switch self {
        case .schema:
            Refusal(
                exitCode: 1, code: .serverError,
                message: "\(description); an administrator runs 'mailledger fleet schema --apply URL'")
        case .setting(let fault):
            Refusal(
                exitCode: 1, code: .serverError, message: description,
                details: ["setting": fault.name, "value": fault.value])
        case .noStandby:
            Refusal(
                exitCode: 1, code: .forbidden,
                message: "\(description); 'mailledger fleet set NAME --standby optional' lets it write without one")
        case .noStandbyForNew:
            Refusal(
                exitCode: 1, code: .forbidden,
                message: "\(description); an administrator allows it by 'mailledger fleet set --standby optional'")
        case .keepsStandby(let isRequired):
            Refusal(
                exitCode: 4, code: .conflict,
                message:
                    "\(description); an administrator runs 'mailledger fleet set NAME --standby \(isRequired ? "optional" : "required")'"
            )
        case .unanswered:
            Refusal(
                exitCode: 7, code: .timeout,
                message: "\(description); run the same command again when the server answers")
        case .diverged: Refusal(exitCode: 4, code: .conflict, message: description)
        case .sealed: Refusal(exitCode: 4, code: .forbidden, message: description)
        case .noLedgerNamed: Refusal(exitCode: 2, code: .invalidInput, message: description)
        case .forbidden: Refusal(exitCode: 4, code: .insufficientPermissions, message: description)
        case .server: Refusal(exitCode: 74, code: .serverError, message: description)
        }
    }
}
