internal import Fleet
internal import MailLedger
internal import WireModels

// The rows of the table of errors for servers, whose next steps are verbs of the tool.

extension FleetError: Refusable {
    var refusal: Refusal {
        switch self {
        case .schema(let found?) where found > FleetSchema.version:
            Refusal(1, .serverError, "\(description); update this program")
        case .schema:
            Refusal(
                1, .serverError,
                "\(description); an administrator runs 'mailledger fleet schema --apply URL'")
        case .incomplete: Refusal(74, .serverError, "\(description); bring it back from a backup of the database")
        case .badParameters:
            Refusal(
                2, .invalidInput,
                "\(description); correct the URL, the service file or the variables that begin with PG")
        case .setting(let fault):
            Refusal(
                1, .serverError, description,
                ["setting": fault.name, "value": fault.value])
        case .noStandby:
            Refusal(
                1, .forbidden,
                "\(description); 'mailledger fleet set NAME --standby optional' lets it write without one")
        case .noStandbyForNew:
            Refusal(
                1, .forbidden,
                "\(description); an administrator allows it by 'mailledger fleet set --standby optional'")
        case .keepsStandby(let isRequired):
            Refusal(
                4, .conflict,
                "\(description); an administrator runs 'mailledger fleet set NAME --standby \(isRequired ? "optional" : "required")'"
            )
        case .unanswered:
            Refusal(
                7, .timeout,
                "\(description); run the same command again when the server answers")
        case .noAccess:
            Refusal(
                4, .insufficientPermissions,
                "\(description); check the user, database and parameters of the URL, and the password in ~/.pgpass")
        case .diverged: Refusal(4, .conflict, description)
        case .sealed: Refusal(4, .forbidden, description)
        case .noLedgerNamed: Refusal(2, .invalidInput, description)
        case .forbidden: Refusal(4, .insufficientPermissions, description)
        case .server: Refusal(74, .serverError, description)
        }
    }
}
