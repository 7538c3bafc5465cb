internal import Content
internal import DiskFiles
internal import EventLog
internal import Mail
internal import Projections
public import WireModels

extension APIErrorResponse {
    /// Says in the envelope of errors why a ledger did not do something.
    ///
    /// This is the one place that gives errors their codes; the tool adds its own words and exit codes.
    public init(describing error: any Error) {
        switch error {
        case let error as APIErrorResponse: self = error
        case let error as DecodingError: self.init(error)
        case let error as DomainError: self = Self.of(error)
        case let error as ValueError:
            self.init(code: .validationError, message: error.description, details: ["field": error.field])
        case let error as QueryError:
            self.init(
                code: .invalidInput, message: error.description,
                details: [
                    "query": error.query, "offset": String(error.range.lowerBound), "length": String(error.range.count),
                ])
        case let error as FilterResolutionError: self.init(code: Self.code(of: error), message: error.description)
        case let error as MomentError: self.init(code: .invalidInput, message: error.description)
        case let error as EventLogError: self.init(code: Self.code(of: error), message: error.description)
        case let error as LedgerError: self.init(code: Self.code(of: error), message: error.description)
        case let error as FileError: self.init(describing: LedgerError.io(path: error.path, reason: error.reason))
        case let error as UnfinishedErasure:
            let cause = Self(describing: error.cause)
            self.init(
                code: cause.knownCode ?? .serverError,
                message: "the log is blank; the rest of the erasure is yet to be done, and the next command goes on: "
                    + cause.message)
        case let error as ErasureKeyFault: self.init(code: .notFound, message: error.description)
        case let error as RepositoryError:
            if let underlying = error.underlyingError {
                self.init(describing: underlying)
            } else {
                self.init(code: .notFound, message: error.description)
            }
        case let fault as ClassificationFault:
            let cause = Self(describing: fault.error)
            self.init(
                code: cause.knownCode ?? .invalidInput, message: fault.told(cause.message),
                details: (cause.details ?? [:]).merging(["line": String(fault.line)]) { first, _ in first })
        case let line as RefusedLine:
            self.init(
                code: Self.code(of: line.kind), message: line.description,
                details: ["path": line.path, "line": String(line.line)])
        case ContentError.busy: self.init(code: .serviceUnavailable, message: "\(error)")
        default: self = Self.ofStorage(error)
        }
    }

    private static func of(_ error: DomainError) -> APIErrorResponse {
        let (code, details): (APIErrorCode, [String: String]?) =
            switch error {
            case .notFound(let kind, let name, _, _), .erased(let kind, let name), .ambiguous(let kind, let name, _):
                (.notFound, ["kind": kind, "name": name])
            case .alreadyExists(let kind, let name): (.alreadyExists, ["kind": kind, "name": name])
            case .conflict: (.conflict, nil)
            case .blocked(_, let blockers): (.conflict, ["blockers": blockers.joined(separator: "\n")])
            case .invalid(let field, _): (.validationError, ["field": field])
            case .forbidden: (.forbidden, nil)
            }
        return APIErrorResponse(code: code, message: error.description, details: details)
    }

    private static func code(of error: FilterResolutionError) -> APIErrorCode {
        switch error {
        case .unknownFolder, .unknownAccount, .ambiguousAccount, .unknownMessage, .unknownThread, .unknownAnswer,
            .ambiguousAnswer, .ambiguousMessage,
            .ambiguousThread, .ambiguousWord:
            .notFound
        case .unsearchableText, .nestedTooDeeply: .invalidInput
        }
    }

    private static func code(of error: EventLogError) -> APIErrorCode {
        switch error {
        case .conflict: .conflict
        case .busy: .serviceUnavailable
        case .notALedger: .notFound
        case .alreadyExists: .alreadyExists
        case .readOnly: .forbidden
        case .cancelled: .interrupted
        case .newerFormat, .olderFormat, .unknownType, .undecodable, .projectionFailed, .corrupt, .markedDamaged:
            .serverError
        }
    }

    private static func code(of error: LedgerError) -> APIErrorCode {
        switch error {
        case .networkFileSystem, .writableByOthers, .ownedByAnother, .unreadable: .forbidden
        case .notAFolder: .notFound
        case .directoryNotEmpty, .insideUnitOfWork, .inThePast: .conflict
        case .noPlace: .invalidInput
        case .io, .orphanedRows: .serverError
        }
    }

    private static func code(of kind: RefusedLine.Kind) -> APIErrorCode {
        switch kind {
        case .malformed: .invalidInput
        case .invalid: .validationError
        case .conflicting: .conflict
        case .tampered, .unknown: .serverError
        }
    }

    /// What SQLite says itself, where no layer between could say more.
    private static func ofStorage(_ error: any Error) -> APIErrorResponse {
        switch StorageCondition(error) {
        case .busy: APIErrorResponse(code: .serviceUnavailable, message: "the ledger is in use; try again")
        case .readOnly: APIErrorResponse(code: .forbidden, message: "the ledger is read-only")
        case .inputOutput(let reason), .other(let reason): APIErrorResponse(code: .serverError, message: reason)
        case .damagedReadModel:
            APIErrorResponse(code: .serverError, message: "the views or the search index are damaged; rebuild them")
        case nil: APIErrorResponse(code: .serverError, message: "\(error)")
        }
    }
}
