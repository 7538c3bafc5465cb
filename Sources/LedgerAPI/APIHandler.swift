internal import Access
internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import IMAPServer
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import Synchronization
internal import WebPage
internal import WireModels

/// Answers the paths of a ledger: who asks, may they, and which thread does it.
final class APIHandler: HTTPHandler {
    let options: ServerOptions
    let folder: ServedFolder
    let readers: WorkPool
    let writer: WorkPool
    /// Writes what is uploaded.
    let uploads: WorkPool
    let tokens = TokenBook()
    let hub: HeadHub
    let pages = LogPages()
    let wrongTokens = WrongTokens()
    let busyTokens = BusyTokens()
    let metrics = Metrics()
    let codes = LoginCodes()
    let sessions = WebSessions()
    let tickets = RenderTickets()
    let jmapSessions = JMAPSessions()
    let moments: MomentBuilder
    /// Answers what is asked of moments that have to be built first, so that readers do not.
    let past: WorkPool
    let accessLog: AccessLog?
    let recent: RecentMessages
    /// Nil until it is known where the server listens.
    let hosts = Mutex<HostList?>(nil)
    /// Whether nothing encrypts a connection from another machine but the proxies in front of the server.
    let servesProxiesAlone = Atomic<Bool>(false)
    /// When long answers are cut off, in microseconds of the monotonic clock: the server is stopping.
    let stopsAt = Atomic<Int64>(.max)
    let owner: UInt32

    /// Bodies of somebody whose token is not known yet are no longer than this.
    private static let strangersBody = 64 << 10

    init(
        _ options: ServerOptions, _ folder: ServedFolder, readers: WorkPool, writer: WorkPool, past: WorkPool,
        moments: MomentBuilder,
        uploads: WorkPool, owner: UInt32, accessLog: AccessLog?, recent: RecentMessages
    ) {
        self.options = options
        self.folder = folder
        hub = HeadHub(quietSeconds: options.quietSeconds)
        self.readers = readers
        self.writer = writer
        self.past = past
        self.moments = moments
        self.uploads = uploads
        self.owner = owner
        self.accessLog = accessLog
        self.recent = recent
    }

    /// The pools of threads.
    private var pools: [WorkPool] { [uploads, writer, past, readers] }

    /// Has long answers end soon, and nothing begin after that.
    func endSoon() {
        let end = MonotonicClock.microseconds + WorkPool.grace
        stopsAt.store(end, ordering: .relaxed)
        for pool in pools { pool.begin(until: end) }
    }

    /// Lets the threads go.
    ///
    /// - Parameter moment: How long to wait for what they do, in microseconds of the monotonic clock.
    func close(by moment: Int64) {
        moments.close()
        for pool in pools { pool.close(by: moment) }
    }

    var now: Timestamp { options.environment.log.now() }

    // MARK: Before the body

    func verdict(on request: HTTPRequest) -> HTTPVerdict {
        // The path is read here alone: the refusal goes by it, or all that follows.
        let reading = Result { try Route(request) }
        do {
            try checkAddress(of: request)
            let route = try reading.get()
            try check(request, for: route)
            return .taken(by: Responder(handler: self, route: route))
        } catch let failure as APIFailure {
            return .refused(failure.response(at: try? reading.get()))
        } catch let problem as JMAPProblem {
            return .refused(problem.response)
        } catch {
            return .refused(APIFailure.notFound.response)
        }
    }

    /// Refuses what came another way than it should, or is for another server.
    private func checkAddress(of request: HTTPRequest) throws {
        guard !servesProxiesAlone.load(ordering: .relaxed) || request.isOfThisMachine || isByProxy(request) else {
            throw APIFailure.notByProxy
        }
        guard isForThisServer(request) else { throw APIFailure.otherHost(options.advice.names) }
    }

    private func check(_ request: HTTPRequest, for route: Route) throws {
        if !route.isForOtherSites { try refuseOtherSites(request) }
        let hasBody =
            request.fields["content-length"].map { $0 != "0" } ?? (request.fields["transfer-encoding"] != nil)
        if route.needsBody || route.takesBody && hasBody {
            let type = request.fields["content-type"]?.prefix { $0 != ";" }
            guard type?.split(separator: " ").first?.lowercased() == "application/json" else {
                if route.isOfMethods { throw JMAPProblem.notJSON }
                throw APIFailure.notJSON
            }
        }
        let length = request.fields["content-length"].flatMap { Int($0) } ?? 0
        if route.isOfMethods, length > options.limits.body { throw JMAPProblem.beyond("maxSizeRequest") }
        let isLong = length > Self.strangersBody || request.fields["transfer-encoding"] != nil
        if route.takesBytes { try checkUpload(request, route, length) }
        if isLong, route.takesBody || route.takesBytes,
            try route == .login || knownCaller(of: request, for: route) == nil
        {
            throw request.fields["authorization"] == nil ? APIFailure.unauthorized : wrongToken(of: request)
        }
        if isLong, !route.takesBody, !route.takesBytes {
            throw APIFailure(.invalidInput, "this path takes no body", status: 413)
        }
    }

    private func isForThisServer(_ request: HTTPRequest) -> Bool {
        guard hosts.withLock({ $0?.contains(request.host, at: request.localAddress) ?? false }) else { return false }
        // What is asked under https has to come encrypted, or by a proxy that decrypted it (RFC 9110 section 7.4).
        return request.scheme != "https" || isSecure(request) || isByProxy(request)
    }

    /// Whether one of the known proxies asks.
    private func isByProxy(_ request: HTTPRequest) -> Bool { request.peer.isProxy(among: options.limits.proxies) }

    /// Refuses pages of other sites, which have no business here; programs send no such fields.
    ///
    /// A browser says it by `Sec-Fetch-Site` (<https://w3c.github.io/webappsec-fetch-metadata/>), or by `Origin`.
    private func refuseOtherSites(_ request: HTTPRequest) throws(APIFailure) {
        if let site = request.fields["sec-fetch-site"], site != "same-origin", site != "none" {
            throw .otherSite
        }
        if let origin = request.fields["origin"], !isOwn(origin, request) { throw .otherSite }
    }

    /// Whether an origin is that of the server, as the client sees it.
    private func isOwn(_ origin: String, _ request: HTTPRequest) -> Bool {
        if origin == self.origin(of: request) { return true }
        // A proxy need not say that the client's connection is encrypted, nor for which name it came.
        guard isByProxy(request) || request.peer.isUnixSocket,
            let scheme = ["https://", "http://"].first(where: { origin.hasPrefix($0) }),
            let host = HostName(String(origin.dropFirst(scheme.count)))
        else { return false }
        return request.host.flatMap { HostName($0) } == host || hosts.withLock { $0?.isGiven(host.name) ?? false }
    }

    /// Refuses what is too much before it comes.
    private func checkUpload(_ request: HTTPRequest, _ route: Route, _ length: Int) throws {
        if length > BlobUploads.longest { throw JMAPProblem.beyond("maxSizeUpload", status: 413) }
        guard let caller = try knownCaller(of: request, for: route) else { return }
        try caller.require(.write)
        guard busyTokens.hasRoom(.upload, caller.token) else { throw JMAPProblem.beyond("maxConcurrentUpload") }
    }

    // MARK: Who asks

    /// Returns who asks as far as the tokens are known; nil for nobody whom they name.
    private func knownCaller(of request: HTTPRequest, for route: Route) throws -> Caller? {
        if case .unixSocket(let user) = request.peer, user == owner {
            return Caller(owner: options.environment.actor)
        }
        if let field = request.fields["authorization"] {
            return Credentials(field).flatMap { tokens.token(shown: $0.secret, at: now) }.map { Caller($0) }
        }
        guard route.takesCookie, let secret = SessionCookie(of: request).secret,
            let session = sessions.session(shown: secret, at: now)
        else { return nil }
        // The browser sends the cookie whoever asks: what changes something has to come from the page.
        if request.method != "GET", request.method != "HEAD" { try requireOwnOrigin(request) }
        return caller(of: session)
    }

    /// Returns who is behind a session; nil where its token is revoked or over.
    func caller(of session: WebSession) -> Caller? {
        guard let token = session.token else { return Caller(owner: options.environment.actor, session: session) }
        return tokens.live(token, at: now).map { Caller($0, session: session) }
    }

    /// Returns who asks, by the tokens as they are now.
    private func caller(of request: HTTPRequest, for route: Route, _ ledger: Ledger) throws -> Caller {
        try tokens.refresh(from: ledger)
        if let caller = try knownCaller(of: request, for: route) { return caller }
        // To ask without a token is no guess.
        guard request.fields["authorization"] != nil else {
            // A browser that is asked for a password would ask its user, and know none.
            throw request.fields["sec-fetch-site"] == nil ? APIFailure.unauthorized : APIFailure.notLoggedIn
        }
        throw wrongToken(of: request)
    }

    /// Notes a wrong token, and returns the answer to it.
    func wrongToken(of request: HTTPRequest) -> APIFailure {
        if wrongTokens.note(request.client) { return .tooManyWrongTokens }
        guard request.fields["sec-fetch-site"] == nil else { return .notLoggedIn }
        guard let field = request.fields["authorization"] else { return .unauthorized }
        guard let credentials = Credentials(field) else { return .wrongCredentials }
        return failure(ofToken: credentials.secret)
    }

    /// Notes a login by a wrong token or code, and returns the answer to it; nobody is asked for a password.
    func wrongLogin(_ failure: APIFailure, of request: HTTPRequest) -> APIFailure {
        wrongTokens.note(request.client) ? .tooManyWrongTokens : failure.forBrowsers
    }

    /// What is wrong with a token that nobody has now.
    func failure(ofToken secret: String) -> APIFailure {
        switch tokens.look(at: secret, at: now) {
        case .noToken: .wrongCredentials
        case .over: .tokenExpired
        case .unknown, .known: .wrongToken
        }
    }

    /// - Throws: ``APIFailure`` where a request does not come from the server's own page.
    func requireOwnOrigin(_ request: HTTPRequest) throws {
        let site = request.fields["sec-fetch-site"]
        guard let origin = request.fields["origin"], isOwn(origin, request), site == nil || site == "same-origin" else {
            throw APIFailure.otherSite
        }
    }

    /// Whether the client's connection is encrypted.
    func isSecure(_ request: HTTPRequest) -> Bool {
        options.certificate != nil
            || isByProxy(request)
                && request.fields.last(of: "x-forwarded-proto")?.lowercased() == "https"
    }

    /// What the server's addresses begin with, as the client sees them.
    func origin(of request: HTTPRequest) -> String {
        "\(isSecure(request) ? "https" : "http")://\(request.host ?? "localhost")"
    }

    // MARK: Answers

    /// A request that was taken, with where its path leads.
    private struct Responder: HTTPResponder {
        let handler: APIHandler
        let route: Route

        func receiver(for request: HTTPRequest) -> (any HTTPReceiver)? {
            // A body of somebody who is not known yet is short, and held.
            guard route.takesBytes, let caller = try? handler.knownCaller(of: request, for: route),
                handler.busyTokens.take(.upload, caller.token)
            else { return nil }
            return UploadReceiver(by: handler.uploads) { [busyTokens = handler.busyTokens] in
                busyTokens.giveBack(.upload, caller.token)
            }
        }

        func answer(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
            let begun = MonotonicClock.microseconds
            if let response = handler.answerAtOnce(request, route) { return respond(response) }
            let isTaken = handler.readers.submit { ledger in
                let turn = Turn(handler, request, route, begun, respond)
                turn.run(ledger)
            }
            if !isTaken { respond(APIFailure.busy.response) }
        }
    }

    /// Returns the answer for which no ledger is needed; nil where one is.
    private func answerAtOnce(_ request: HTTPRequest, _ route: Route) -> HTTPResponse? {
        switch route {
        case .health:
            let isThere = folder.isThere
            let text = isThere ? "ok\n" : "\(ServedFolder.isGone)\n"
            return HTTPResponse(
                isThere ? 200 : 503, [("Content-Type", "text/plain")], .bytes(Array(text.utf8))
            ).guarded
        case .server: return HTTPResponse(204, [("Allow", Route.methods)]).guarded
        case .openAPI:
            let fields = [(name: "Content-Type", value: "application/json")]
            return HTTPResponse(200, fields, .bytes(OpenAPIDocument.json)).guarded
        case .asset(let name) where options.assets.folder == nil:
            return answer(of: options.assets.asset(name), to: request)
        default: return nil
        }
    }

    private func answer(of asset: PageAsset?, to request: HTTPRequest) -> HTTPResponse {
        asset.map { HTTPResponse($0, to: request) } ?? APIFailure.notFound.response
    }

    /// One request under way.
    struct Turn: Sendable {
        let handler: APIHandler
        let request: HTTPRequest
        let route: Route
        private let begun: Int64
        let respond: @Sendable (HTTPResponse) -> Void

        init(
            _ handler: APIHandler, _ request: HTTPRequest, _ route: Route, _ begun: Int64,
            _ respond: @escaping @Sendable (HTTPResponse) -> Void
        ) {
            self.handler = handler
            self.request = request
            self.route = route
            self.begun = begun
            self.respond = respond
        }

        /// Finds out who asks, and answers.
        func run(_ ledger: Ledger) {
            do {
                if case .asset(let name) = route {
                    return respond(handler.answer(of: handler.options.assets.asset(name), to: request))
                }
                try handler.folder.requireIsThere()
                if route == .checkpoint, handler.options.hasPublicCheckpoint {
                    return finish(try checkpoint(ledger), nil)
                }
                switch route {
                case .login: return try login(ledger)
                case .rendered(let ticket): return try show(by: ticket, ledger)
                case .renderedPart(let ticket, let number): return try show(number, by: ticket, ledger)
                default: break
                }
                let caller = try handler.caller(of: request, for: route, ledger)
                // A flag that is none is refused where the answer is made.
                let kind: BusyTokens.Kind = (try? route.isStream(request)) == true ? .stream : .request
                guard handler.busyTokens.take(kind, caller.token) else {
                    // RFC 8620 section 3.6.1.
                    if route.isOfMethods { throw JMAPProblem.beyond("maxConcurrentRequests", status: 429) }
                    throw APIFailure.tooManyRequests
                }
                let turn = Admitted(turn: self, caller: caller, kind: kind)
                turn.answer(ledger)
            } catch {
                fail(error, nil)
            }
        }

        /// Answers, and notes that in the access log.
        func finish(_ response: HTTPResponse, _ caller: Caller?, request name: String? = nil) {
            let known = name.map { RequestScopes.isKnown($0) ? $0 : route.name }
            handler.metrics.note(
                known ?? route.name, status: response.status, microseconds: MonotonicClock.microseconds - begun)
            handler.accessLog?.write(
                AccessLog.Line(
                    time: handler.now.iso8601, caller: caller?.name ?? "nobody", peer: request.client.text,
                    method: request.method, request: name ?? route.name, status: response.status,
                    milliseconds: Double(MonotonicClock.microseconds - begun) / 1_000))
            respond(response)
        }

        func fail(_ error: any Error, _ caller: Caller?, request name: String? = nil) {
            if let problem = error as? JMAPProblem { return finish(problem.response, caller, request: name) }
            let failure = APIFailure(describing: error, of: handler.options.place.name)
            let response =
                switch route {
                case .rendered: HTTPResponse.noMail(status: failure.response.status)
                default: failure.response(at: route)
                }
            finish(response, caller, request: name)
        }
    }
}

extension HTTPPeer {
    /// As the access log has it.
    var text: String {
        switch self {
        case .address(let address): address
        case .unixSocket: "unix"
        }
    }
}
