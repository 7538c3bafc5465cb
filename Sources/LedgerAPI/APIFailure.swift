internal import Access
internal import HTTPServing
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import SQLiteDatabase
internal import WireModels

/// An answer that is an error: the envelope of errors, and the status that goes with its code.
struct APIFailure: Error {
    let status: Int
    let error: APIErrorResponse
    var fields: [(name: String, value: String)] = []

    init(
        _ code: APIErrorCode, _ message: String, details: [String: String]? = nil, status: Int? = nil,
        fields: [(name: String, value: String)] = []
    ) {
        error = APIErrorResponse(code: code, message: message, details: details)
        self.status = status ?? ErrorStatus.status(of: code)
        self.fields = fields
    }

    // MARK: Those of the server itself

    private static let challenges = [
        (name: "WWW-Authenticate", value: "Bearer realm=\"mailledger\""),
        (name: "WWW-Authenticate", value: "Basic realm=\"mailledger\""),
    ]
    static let unauthorized = APIFailure(
        .unauthorized, "a token is needed: Authorization: Bearer mlt_…", fields: challenges)
    /// The same for a token that is unknown and for one that was revoked.
    static let wrongToken = APIFailure(.invalidToken, "this token is not known, or is revoked", fields: challenges)
    static let tokenExpired = APIFailure(
        .tokenExpired, "this token is over; its owner can issue another", fields: challenges)
    static let wrongCredentials = APIFailure(
        .invalidCredentials, "this is not a token; the password of Basic is one, too", fields: challenges)
    /// The same to a browser, which is not to ask its user for a password.
    static let notLoggedIn = APIFailure(.unauthorized, "log in first", fields: [challenges[0]])
    /// One answer to a code that was used, to one that is over, and to one that there never was.
    ///
    /// - Parameter advice: How somebody gets another.
    static func wrongCode(_ advice: String) -> APIFailure {
        APIFailure(
            .unauthorized, "this code was used, is older than two minutes, or is wrong; \(advice)", fields: challenges)
    }

    /// The same to a browser.
    var forBrowsers: APIFailure {
        var failure = self
        failure.fields = [Self.challenges[0]]
        return failure
    }

    static let tooManyWrongTokens = APIFailure(
        .rateLimited, "too many wrong tokens came from there; try again in a minute", fields: [("Retry-After", "60")])
    static let tooManyRequests = APIFailure(
        .rateLimited, "too many requests at once; try again", fields: [("Retry-After", "1")])
    static let busy = APIFailure(
        .serviceUnavailable, "the server is busy; try again", fields: [("Retry-After", "1")])
    static let tookTooLong = APIFailure(
        .serviceUnavailable, "the request took too long and was stopped; ask for less", fields: [("Retry-After", "1")])
    static let cannotSign = APIFailure(.serviceUnavailable, "the ledger cannot sign here")
    static let tooWide = APIFailure(.invalidInput, "a body has at most \(JSONExtent.most) values", status: 413)
    static let tooLarge = APIFailure(.invalidInput, "the answer is too large", status: 413)
    static let notFound = APIFailure(.notFound, "there is nothing at this path; Docs/Server.md lists what there is")
    /// - Parameter advice: How the server gets another name.
    static func otherHost(_ advice: String) -> APIFailure {
        APIFailure(.invalidInput, "this server does not answer under that name; \(advice)", status: 421)
    }
    static let notByProxy = APIFailure(
        .forbidden, "nothing encrypts this connection: ask the proxy in front of this server")
    static let otherSite = APIFailure(.forbidden, "requests of other sites' pages are not answered")
    static let notJSON = APIFailure(.invalidInput, "the body has to be application/json", status: 415)

    static func otherMethod(_ allowed: String) -> APIFailure {
        APIFailure(.invalidInput, "this path takes \(allowed)", status: 405, fields: [("Allow", allowed)])
    }

    /// For a request about no account, which a token for some accounts cannot make.
    static let ofAllAccounts = APIFailure(.insufficientPermissions, "this request needs a token for all accounts")

    static func missing(_ scope: AccessScope) -> APIFailure {
        APIFailure(
            .insufficientPermissions, "this needs the scope \(scope.rawValue)", details: ["scope": scope.rawValue])
    }

    // MARK: Those of the ledger

    /// Makes an answer of an error; what it says of the machine is left out.
    ///
    /// - Parameter place: The ledger's folder, which no answer names.
    init(describing error: any Error, of place: String) {
        if let failure = error as? APIFailure {
            self = failure
            return
        }
        if let error = error as? SQLiteError, error.isInterrupted {
            self = .tookTooLong
            return
        }
        if FullDisk.isBehind(error) {
            self.init(.serviceUnavailable, Self.words(for: .serviceUnavailable), fields: Self.retry)
            return
        }
        let response = APIErrorResponse(describing: error)
        let code = response.knownCode ?? .serverError
        let texts = [response.message] + (response.details.map { Array($0.values) } ?? [])
        let isOfMachine =
            [.serverError, .serviceUnavailable].contains(code) || response.details?["path"] != nil
            || texts.contains { $0.contains(place) }
        guard isOfMachine else {
            self.init(code, response.message, details: response.details)
            return
        }
        self.init(code, Self.words(for: code), fields: code == .serviceUnavailable ? Self.retry : [])
    }

    private static let retry = [(name: "Retry-After", value: "1")]

    private static func words(for code: APIErrorCode) -> String {
        switch code {
        case .serviceUnavailable: "the ledger is in use or has no room; try again"
        case .forbidden: "the ledger cannot be changed here"
        case .notFound: "what is needed for this is not there"
        default: "the ledger could not answer; its owner can examine why"
        }
    }

    var response: HTTPResponse {
        let body = (try? JSONBytesEncoder().encode(error)) ?? []
        return HTTPResponse(status, [("Content-Type", "application/json")] + fields, .bytes(body + [0x0A])).guarded
    }
}

extension APIFailure {
    /// The same as RFC 7807 writes it.
    var problem: HTTPResponse {
        let json: JSONValue = [
            "type": "about:blank", "status": .integer(Int64(status)), "detail": .string(error.message),
        ]
        let body = (try? JSONBytesEncoder().encode(json)) ?? []
        return HTTPResponse(status, [("Content-Type", "application/problem+json")] + fields, .bytes(body)).guarded
    }

    /// In the form that a path has for errors.
    ///
    /// - Parameter route: Nil for a path that leads nowhere.
    func response(at route: Route?) -> HTTPResponse {
        route?.hasProblems == true ? problem : response
    }
}

extension JMAPProblem {
    var response: HTTPResponse {
        let body = (try? JSONBytesEncoder().encode(json)) ?? []
        return HTTPResponse(status, [("Content-Type", "application/problem+json")], .bytes(body)).guarded
    }
}

extension HTTPResponse {
    /// With what each answer says to browsers: nothing is kept, nothing is guessed, nothing is run.
    var guarded: HTTPResponse {
        var response = self
        if !fields.contains(where: { $0.name == "Cache-Control" }) {
            response.fields.append(("Cache-Control", "no-store"))
        }
        response.fields += [
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        return response
    }
}
