import MailLedgerTesting
import TestSupport
import Testing
import WireModels

@Suite struct `Errors as programs exchange them` {
    private static let categories: [(APIErrorCode.Category, [String])] = [
        (.network, ["NETWORK_ERROR", "TIMEOUT", "NO_CONNECTION"]),
        (.auth, ["UNAUTHORIZED", "INVALID_TOKEN", "TOKEN_EXPIRED", "INVALID_CREDENTIALS"]),
        (.validation, ["VALIDATION_ERROR", "INVALID_INPUT", "MISSING_FIELD"]),
        (.resource, ["NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"]),
        (.server, ["SERVER_ERROR", "SERVICE_UNAVAILABLE", "RATE_LIMITED"]),
        (.permission, ["FORBIDDEN", "INSUFFICIENT_PERMISSIONS"]),
    ]

    @Test(.requirement(191, 192, 193, 194, 195, 196)) func `eighteen codes have these words, by category`() {
        for (category, words) in Self.categories {
            #expect(APIErrorCode.allCases.filter { $0.category == category }.map(\.rawValue) == words)
        }
        let services = Self.categories.flatMap(\.1)
        #expect(services.count == 18)
        // What a command alone has to say comes behind them.
        #expect(
            APIErrorCode.allCases.map(\.rawValue) == services + ["PARTIAL", "VERIFICATION_FAILED", "INTERRUPTED"])
    }

    @Test(.requirement(197), arguments: APIErrorCode.allCases)
    func `each code has the helper of its category, and no other`(code: APIErrorCode) {
        let error = APIErrorResponse.sample(code)
        #expect(error.isNetworkError == (code.category == .network))
        #expect(error.isAuthError == (code.category == .auth))
        #expect(error.isValidationError == (code.category == .validation))
        #expect(error.isServerError == (code.category == .server))
        #expect(error.isResourceError == (code.category == .resource))
        #expect(error.isPermissionError == (code.category == .permission))
        #expect(error.isNotFoundError == (code == .notFound))
        let helpers = [
            error.isNetworkError, error.isAuthError, error.isValidationError, error.isServerError,
            error.isResourceError, error.isPermissionError,
        ]
        #expect(helpers.count(where: \.self) == (code.category == .outcome ? 0 : 1))
    }

    @Test(.requirement(190)) func `the envelope has a code, a message, and details where there are some`() throws {
        let bare = APIErrorResponse(code: .conflict, message: "no")
        #expect(try Wire.write(bare) == #"{"code":"CONFLICT","message":"no"}"#)
        #expect(try Wire.read(#"{"code":"CONFLICT","message":"no","details":null}"#) == bare)
        let foreign: APIErrorResponse = try Wire.read(#"{"code":"TEAPOT","message":"short and stout"}"#)
        #expect(foreign.knownCode == nil && foreign.category == nil && !foreign.isServerError)
        let error = APIErrorResponse.sample()
        #expect(try Wire.read(Wire.write(error)) == error)
    }

    @Test(
        .requirement(193),
        arguments: [
            (#"{"items":[{"id":"11111111-1111-4111-9111-111111111111"}]}"#, "MISSING_FIELD", "items.0.sort_order"),
            (#"{}"#, "MISSING_FIELD", "items"),
            (#"{"items":null}"#, "MISSING_FIELD", "items"),
            (#"{"items":7}"#, "INVALID_INPUT", "items"),
            (
                #"{"items":[{"id":"11111111-1111-4111-9111-111111111111","sort_order":"1"}]}"#, "INVALID_INPUT",
                "items.0.sort_order"
            ),
            (#"{"items":[{"id":"x","sort_order":1}]}"#, "INVALID_INPUT", "items.0.id"),
        ])
    func `JSON that is no request is refused by its field`(json: String, code: String, field: String) {
        do {
            _ = try Wire.read(json, as: FolderBulkReorder.self)
            Issue.record("it was taken")
        } catch {
            let response = (error as? DecodingError).map { APIErrorResponse($0) }
            #expect(response?.code == code && response?.details?["field"] == field)
            #expect(response?.message.hasPrefix(field) == true)
        }
    }

    @Test(.requirement(193)) func `what is no JSON is told by its place`() {
        do {
            _ = try Wire.read(#"{"items":["#, as: FolderBulkReorder.self)
            Issue.record("it was taken")
        } catch {
            let response = (error as? DecodingError).map { APIErrorResponse($0) }
            #expect(response?.knownCode == .invalidInput && response?.details == ["offset": "10"])
        }
    }
}
