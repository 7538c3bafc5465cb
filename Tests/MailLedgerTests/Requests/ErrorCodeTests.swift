import EventLog
import Mail
import MailLedger
import TestSupport
import Testing
import WireModels

@Suite struct `Errors of a ledger for programs` {
    private struct Strange: Error {}

    private static let cases: [(any Error, APIErrorCode)] = [
        (DomainError.notFound(kind: "folder", name: "A"), .notFound),
        (DomainError.erased(kind: "message", name: "1"), .notFound),
        (DomainError.ambiguous(kind: "message", name: "1", count: 2), .notFound),
        (DomainError.alreadyExists(kind: "folder", name: "A"), .alreadyExists), (DomainError.conflict("no"), .conflict),
        (DomainError.blocked("no", by: ["a"]), .conflict),
        (DomainError.invalid(field: "a", reason: "is b"), .validationError),
        (DomainError.invalid(field: "a", reason: "is missing"), .missingField),
        (DomainError.forbidden("no"), .forbidden), (ValueError(field: "host", reason: .isEmpty), .validationError),
        (ValueError(field: "host", reason: .isMissing), .missingField),
        (EventLogError.busy(holder: nil), .serviceUnavailable), (EventLogError.readOnly(path: "a"), .forbidden),
        (EventLogError.notALedger(path: "a"), .notFound), (EventLogError.corrupt("a"), .serverError),
        (EventLogError.cancelled, .interrupted), (LedgerError.noPlace, .invalidInput),
        (LedgerError.insideUnitOfWork, .conflict), (RepositoryError.notFound(entity: "account", id: "7"), .notFound),
        (RepositoryError.saveFailed(DomainError.conflict("no")), .conflict),
        (RepositoryError.fetchFailed(Strange()), .serverError), (Strange(), .serverError),
        (APIErrorResponse(code: .rateLimited, message: "slowly"), .rateLimited),
    ]

    @Test(.requirement(190, 193, 194, 195, 196)) func `each error has a code, and details that lead to the place`() {
        for (error, code) in Self.cases {
            let response = APIErrorResponse(describing: error)
            #expect(response.knownCode == code && !response.message.isEmpty, "\(error)")
        }
        #expect(APIErrorResponse(describing: DomainError.invalid(field: "a", reason: "is b")).details == ["field": "a"])
        #expect(
            APIErrorResponse(describing: DomainError.notFound(kind: "folder", name: "A")).details
                == ["kind": "folder", "name": "A"])
        #expect(
            APIErrorResponse(describing: DomainError.blocked("no", by: ["a", "b"])).details == ["blockers": "a\nb"])
    }
}
