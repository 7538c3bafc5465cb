internal import Domain
internal import EventLog
internal import MailLedger
internal import SQLiteDatabase

extension MethodError {
    /// What an error of the ledger is to the client of one call; what it says of the machine is left out.
    init(describing error: any Error) {
        if let error = error as? MethodError {
            self = error
            return
        }
        if let error = error as? SQLiteError, error.isInterrupted {
            self = .tookTooLong
            return
        }
        if FullDisk.isBehind(error) {
            self = .serverUnavailable
            return
        }
        let refusal = Refusal(describing: error)
        if error is BeyondReach {
            self = .forbidden(refusal.message)
            return
        }
        if case DomainError.forbidden = error {
            self = .forbidden(refusal.message)
            return
        }
        switch refusal.exitCode {
        // What was asked for is wrong, is not there, or is not possible.
        case 2...4 where refusal.details["path"] == nil: self = .invalidArguments(refusal.message)
        case 75: self = .serverUnavailable
        default: self = .serverFail
        }
    }
}
