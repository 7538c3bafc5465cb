internal import HTTPServer

/// What a path leads to.
enum Route: Hashable {
    case health
    case requests
    case events
    case rawMessage(String)
    case attachment(message: String, number: Int)
    case checkpoint
    case proofs
    /// What a client of JMAP learns first.
    case jmapSession
    case jmap
    /// What tells clients that something changed.
    case jmapEvents
    case jmapDownload(account: String, blob: String, name: String)
    /// A file of the page; the page itself is `index.html`.
    case asset(String)
    case login
    case logout
    case session
    case render
    /// A mail in its frame, by its ticket.
    case rendered(String)
    case renderedPart(ticket: String, number: String)

    /// - Throws: ``APIFailure`` for a path that leads nowhere, and for a method that it does not take.
    init(_ request: HTTPRequest) throws {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch parts {
        case ["healthz"]: self = .health
        case ["v1", "requests"]: self = .requests
        case ["v1", "events"]: self = .events
        case ["v1", "checkpoint"]: self = .checkpoint
        case ["v1", "proofs"]: self = .proofs
        case [".well-known", "jmap"], ["jmap", "session"]: self = .jmapSession
        case ["jmap", "api"]: self = .jmap
        case ["jmap", "eventsource"]: self = .jmapEvents
        case [""]: self = .asset("index.html")
        case ["ui", "login"]: self = .login
        case ["ui", "logout"]: self = .logout
        case ["ui", "session"]: self = .session
        case ["ui", "render"]: self = .render
        default:
            if parts.count == 5, parts[0] == "jmap", parts[1] == "download", !parts[4].isEmpty {
                self = .jmapDownload(account: parts[2], blob: parts[3], name: parts[4])
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
        let allowed = takesBody || self == .logout ? "POST" : isOfEvents ? "GET" : "GET, HEAD"
        guard allowed.split(separator: ", ").contains(request.method[...]) else {
            throw APIFailure.otherMethod(allowed)
        }
    }

    private static func rendered(_ parts: [String]) -> Route? {
        guard let ticket = parts.first, ticket.utf8.count == 32 else { return nil }
        if parts.count == 2, parts[1].isEmpty { return .rendered(ticket) }
        guard parts.count == 3, parts[1] == "cid", !parts[2].isEmpty else { return nil }
        return .renderedPart(ticket: ticket, number: parts[2])
    }

    /// Whether a body is read.
    var takesBody: Bool { [.requests, .jmap, .login, .render].contains(self) }

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
        case .jmapSession, .jmap, .jmapEvents, .jmapDownload: false
        default: true
        }
    }

    private var isOfEvents: Bool { self == .events || self == .jmapEvents }

    /// Whether the answer goes on and on.
    func isStream(_ request: HTTPRequest) -> Bool {
        self == .jmapEvents || self == .events && request.parameter("follow").map { $0 != "0" } ?? false
    }

    /// What the access log calls it, without ids.
    var name: String {
        switch self {
        case .health: "healthz"
        case .requests: "requests"
        case .events: "events"
        case .rawMessage: "raw"
        case .attachment: "attachment"
        case .checkpoint: "checkpoint"
        case .proofs: "proofs"
        case .jmapSession: "jmap session"
        case .jmap: "jmap"
        case .jmapEvents: "jmap eventsource"
        case .jmapDownload: "jmap download"
        case .asset: "asset"
        case .login: "login"
        case .logout: "logout"
        case .session: "session"
        case .render: "render"
        case .rendered, .renderedPart: "rendered"
        }
    }
}
