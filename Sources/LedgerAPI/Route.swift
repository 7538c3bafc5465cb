internal import HTTPServing

/// What a path leads to.
enum Route: Hashable, Sendable {
    case health
    /// The server as a whole, which says its methods.
    case server
    case requests
    case events
    /// One query of the ledger, by its name, with its parameters behind the `?`.
    case query(String)
    /// A thing of the wire forms.
    case resource(Resource.Match)
    case rawMessage(String)
    case attachment(message: String, number: Int)
    case checkpoint
    /// What others remember of the log.
    case witnesses
    case proofs
    /// What a monitor counts.
    case metrics
    /// What all of these are, for programs.
    case openAPI
    /// What a client of JMAP learns first.
    case jmapSession
    case jmap
    /// What tells clients that something changed.
    case jmapEvents
    case jmapDownload(account: String, blob: String, name: String)
    case jmapUpload(account: String)
    /// A file of the page; the page itself is `index.html`.
    case asset(String)
    case login
    case logout
    case session
    case render
    /// A mail in its frame, by its ticket.
    case rendered(String)
    case renderedPart(ticket: String, number: String)
    /// A path of JMAP as of an earlier moment.
    indirect case past(moment: String, Route)

    /// All methods that a path here takes, and that of the server as a whole.
    static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

    /// - Throws: ``APIFailure`` for a path that leads nowhere, and for a method that it does not take.
    init(_ request: HTTPRequest) throws {
        // RFC 9112 section 3.2.4.
        if request.method == "OPTIONS", request.path == "*" {
            self = .server
            return
        }
        // What stands before the first slash would be passed over.
        guard request.path.utf8.first == UInt8(ascii: "/") else { throw APIFailure.notFound }
        var parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        var moment: String?
        if parts.count > 3, parts[0...1] == ["jmap", "at"], !parts[2].isEmpty {
            moment = parts[2]
            parts.removeSubrange(1...2)
        }
        switch parts {
        case ["healthz"]: self = .health
        case ["metrics"]: self = .metrics
        case ["v1", "requests"]: self = .requests
        case ["v1", "events"]: self = .events
        case ["v1", "openapi.json"]: self = .openAPI
        case let parts where parts.count == 2 && parts[0] == "v1" && Self.queries.contains(parts[1]):
            self = .query(parts[1])
        case ["v1", "checkpoint"]: self = .checkpoint
        case ["v1", "witnesses"]: self = .witnesses
        case ["v1", "proofs"]: self = .proofs
        case [".well-known", "jmap"], ["jmap", "session"]: self = .jmapSession
        // Clients that know no other address ask this one for the session.
        case ["jmap", "api"]: self = ["GET", "HEAD"].contains(request.method) ? .jmapSession : .jmap
        case ["jmap", "eventsource"]: self = .jmapEvents
        case [""]: self = .asset("index.html")
        case ["ui", "login"]: self = .login
        case ["ui", "logout"]: self = .logout
        case ["ui", "session"]: self = .session
        case ["ui", "render"]: self = .render
        case let parts where Self.isUpload(parts): self = .jmapUpload(account: parts[2])
        default:
            if parts.count >= 5, parts[0] == "jmap", parts[1] == "download" {
                // A name may have a slash; it came as %2F.
                self = .jmapDownload(account: parts[2], blob: parts[3], name: parts[4...].joined(separator: "/"))
                break
            }
            if parts.first == "render", let route = Self.rendered(Array(parts.dropFirst())) {
                self = route
                break
            }
            if parts.count == 2, parts[0] == "assets" {
                self = .asset(parts[1])
                break
            }
            if parts.first == "v1", let match = try Resource.match(request.method, Array(parts.dropFirst())) {
                self = .resource(match)
                return
            }
            guard parts.count >= 4, parts[0] == "v1", parts[1] == "messages", !parts[2].isEmpty else {
                throw APIFailure.notFound
            }
            switch parts.dropFirst(3) {
            case ["raw"]: self = .rawMessage(parts[2])
            case let rest where rest.count == 2 && rest.first == "attachments":
                guard let number = Int(parts[4]), number > 0 else { throw APIFailure.notFound }
                self = .attachment(message: parts[2], number: number)
            default: throw APIFailure.notFound
            }
        }
        if let moment { self = .past(moment: moment, self) }
        let allowed = takesBody || takesBytes || self == .logout ? "POST" : isOfEvents ? "GET" : "GET, HEAD"
        guard allowed.split(separator: ", ").contains(request.method[...]) else {
            throw APIFailure.otherMethod(allowed)
        }
    }

    /// The queries that have a path of their own.
    static let queries: Set<String> = ["series", "moments"]

    private static func rendered(_ parts: [String]) -> Route? {
        guard let ticket = parts.first, ticket.utf8.count == 32 else { return nil }
        if parts.count == 2, parts[1].isEmpty { return .rendered(ticket) }
        guard parts.count == 3, parts[1] == "cid", !parts[2].isEmpty else { return nil }
        return .renderedPart(ticket: ticket, number: parts[2])
    }

    /// Whether a body of JSON is read.
    var takesBody: Bool {
        if case .resource(let match) = self { return match.resource.takesBody }
        return [.requests, .login, .render].contains(self) || isOfMethods
    }

    /// Whether there has to be a body.
    var needsBody: Bool {
        if case .resource(let match) = self { return match.resource.needsBody }
        return takesBody
    }

    /// Whether a browser may ask for another site.
    ///
    /// The page shows nothing before it has asked by itself. A frame without rights is of no site, and has its ticket.
    var isForOtherSites: Bool {
        if case .renderedPart = self { return true }
        return self == .asset("index.html")
    }

    /// Whether the cookie of a session counts; programs of mail show a token.
    var takesCookie: Bool {
        switch self {
        case .jmapSession, .jmap, .jmapEvents, .jmapDownload, .jmapUpload, .past: false
        default: true
        }
    }

    private static func isUpload(_ parts: [String]) -> Bool {
        (parts.count == 3 || parts.count == 4 && parts[3].isEmpty) && parts[0] == "jmap" && parts[1] == "upload"
    }

    /// Whether a body of any type is taken.
    var takesBytes: Bool { if case .jmapUpload = self { true } else { false } }

    /// Whether what is wrong is said as a problem (RFC 8620 sections 6.1 and 6.2).
    var hasProblems: Bool {
        switch self {
        case .jmapUpload, .jmapDownload: true
        default: false
        }
    }

    /// Whether its requests are method calls of JMAP.
    var isOfMethods: Bool { now == .jmap }

    private var isOfEvents: Bool { self == .events || now == .jmapEvents }

    /// Whether the answer goes on and on.
    ///
    /// - Throws: ``APIFailure`` where the request says neither yes nor no.
    func isStream(_ request: HTTPRequest) throws(APIFailure) -> Bool {
        if now == .jmapEvents { return true }
        guard self == .events else { return false }
        return try request.flag("follow")
    }

    /// The same path as of now.
    private var now: Route { if case .past(_, let route) = self { route } else { self } }

    /// What the access log calls it, without ids.
    var name: String {
        switch self {
        case .health: "healthz"
        case .server: "options"
        case .requests: "requests"
        case .events: "events"
        case .query(let name): name
        case .resource(let match): match.resource.request
        case .rawMessage: "raw"
        case .attachment: "attachment"
        case .checkpoint: "checkpoint"
        case .witnesses: "witnesses"
        case .proofs: "proofs"
        case .metrics: "metrics"
        case .openAPI: "openapi"
        case .jmapSession: "jmap session"
        case .jmap: "jmap"
        case .jmapEvents: "jmap eventsource"
        case .jmapDownload: "jmap download"
        case .jmapUpload: "jmap upload"
        case .asset: "asset"
        case .login: "login"
        case .logout: "logout"
        case .session: "session"
        case .render: "render"
        case .rendered, .renderedPart: "rendered"
        case .past(_, let route): route.name + " at"
        }
    }
}
