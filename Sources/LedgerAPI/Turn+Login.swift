internal import Access
internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import MailLedger
internal import Projections
internal import WireModels

extension APIHandler.Turn {
    private struct Login: Decodable {
        let code: String?
        let token: String?
    }

    /// Lets a browser in that shows a code or a token, and gives it a cookie.
    func login(_ ledger: Ledger) throws {
        try handler.requireOwnOrigin(request)
        let login = try JSONBytesDecoder().decode(Login.self, from: request.body)
        try handler.tokens.refresh(from: ledger)
        let now = handler.now
        let token: TokenID?
        if let code = login.code, login.token == nil {
            guard handler.codes.redeem(code, at: now) else {
                throw handler.wrongLogin(.wrongCode(handler.options.advice.codes), of: request)
            }
            token = nil
        } else if let shown = login.token, login.code == nil {
            guard let row = handler.tokens.token(shown: shown, at: now) else {
                throw handler.wrongLogin(handler.failure(ofToken: shown), of: request)
            }
            token = row.id
        } else {
            throw APIFailure(.invalidInput, "a login has either \"code\" or \"token\"")
        }
        let (secret, session) = handler.sessions.begin(with: token, at: now)
        guard let caller = handler.caller(of: session) else { throw APIFailure.notLoggedIn }
        var response = try HTTPResponse(describing: session, of: caller, in: handler, ledger)
        response.fields.append(SessionCookie(of: request).field(secret, isSecure: handler.isSecure(request)))
        finish(response.guarded, caller)
    }
}

extension Admitted {
    /// Who is logged in, and what of.
    func session(_ ledger: Ledger) throws -> HTTPResponse {
        guard let session = caller.session.flatMap({ handler.sessions.live($0, at: handler.now) }) else {
            throw APIFailure.notLoggedIn
        }
        return try HTTPResponse(describing: session, of: caller, in: handler, ledger)
    }

    /// Ends a session; its cookie is forgotten here and in the browser.
    func logout() throws -> HTTPResponse {
        guard let session = caller.session else { throw APIFailure.notLoggedIn }
        handler.sessions.end(session)
        return HTTPResponse(204, [SessionCookie(of: request).field("", isSecure: handler.isSecure(request))])
    }
}

/// What the page learns of its session.
private struct SessionForm: Encodable {
    let actor: String
    let scopes: [AccessScope]
    /// Their addresses, or `all`.
    let accounts: JSONValue
    let ledger: String
    let position: Int64
    /// Whether the ledger has signed something already.
    let signed: Bool
    let expires: String
}

extension HTTPResponse {
    fileprivate init(
        describing session: WebSession, of caller: Caller, in handler: APIHandler, _ ledger: Ledger
    ) throws {
        caller.enter(ledger)
        let accounts: JSONValue =
            caller.reach == .all
            ? "all" : .array(try ledger.read { try $0.accounts() }.map { .string($0.address.description) })
        let form = SessionForm(
            actor: caller.actor, scopes: AccessScope.allCases.filter(caller.scopes.contains), accounts: accounts,
            ledger: handler.options.place.name.split(separator: "/").last.map(String.init) ?? "",
            position: try ledger.store.head().position.rawValue, signed: try ledger.proofs.verifier() != nil,
            expires: session.end.iso8601)
        self.init(
            200, [("Content-Type", "application/json")], .bytes(try JSONBytesEncoder().encode(form) + [0x0A]))
    }
}
