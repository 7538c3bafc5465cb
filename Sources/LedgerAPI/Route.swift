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
        default:
            if parts.count == 5, parts[0] == "jmap", parts[1] == "download", !parts[4].isEmpty {
                self = .jmapDownload(account: parts[2], blob: parts[3], name: parts[4])
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

    /// Whether a body is read.
    var takesBody: Bool { self == .requests || self == .jmap || self == .login }

    /// Whether a browser may be sent here by the page of another site: the page shows nothing before it has asked by itself.
    var isForNavigation: Bool { self == .asset("index.html") }

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
        }
    }
}
