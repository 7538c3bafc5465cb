internal import Access
internal import EventLog
internal import HTTPServer
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import Synchronization
internal import WireModels

/// The paths of JMAP.
extension Admitted {
    private var jmap: JMAPService {
        var limits = JMAPLimits()
        limits.seconds = handler.options.requestSeconds
        return JMAPService(limits: limits) { [handler] in handler.stopsAt.load(ordering: .relaxed) }
    }
    /// No client waits longer for a ping, in seconds.
    private static let longestPing = 300

    private var jmapCaller: JMAPCaller {
        JMAPCaller(username: caller.actor, mayWrite: caller.scopes.contains(.write)) { method in
            RequestCaller(actor: caller.actor, carrier: caller.carrier, reason: try reason(of: method))
        }
    }

    private func makeSession(_ reader: LedgerReader) throws -> JMAPSession {
        try JMAPSession(of: jmapCaller, base: handler.origin(of: request), limits: jmap.limits, reader)
    }

    /// The session as it is now.
    func jmapSession(_ ledger: Ledger) throws -> HTTPResponse {
        try caller.require(.read)
        return try Self.json(ledger.read { try makeSession($0).json })
    }

    /// Answers a request, on the thread that writes where a method of it does.
    func answerJMAP(_ ledger: Ledger) throws {
        try caller.require(.read)
        let read: JMAPRequest
        do {
            read = try JMAPRequest(request.body, jmap.limits)
        } catch {
            return finish(error.response, as: "jmap")
        }
        let name = "jmap " + Self.summary(of: read.methods)
        guard jmap.writes(read, by: jmapCaller) else { return finish(try answer(read, ledger), as: name) }
        try write(as: name) { ledger in
            let response = try answer(read, ledger)
            handler.hub.note(try ledger.store.head().position)
            finish(response, as: name)
        }
    }

    private func answer(_ read: JMAPRequest, _ ledger: Ledger) throws -> HTTPResponse {
        let state = try ledger.read { try makeSession($0).state }
        return try Self.json(jmap.answer(read, of: jmapCaller, on: ledger, sessionState: state))
    }

    /// A stream of which types have another state.
    func jmapEvents(_ ledger: Ledger) throws -> HTTPResponse {
        try caller.require(.read)
        let types = request.parameter("types").flatMap {
            $0 == "*" ? nil : Set($0.split(separator: ",").map(String.init))
        }
        let closeAfter = request.parameter("closeafter") ?? "no"
        guard ["state", "no"].contains(closeAfter) else {
            throw APIFailure(.invalidInput, "closeafter is state or no", details: ["field": "closeafter"])
        }
        guard let ping = Int(request.parameter("ping") ?? "0"), ping >= 0 else {
            throw APIFailure(.invalidInput, "ping is a number of seconds", details: ["field": "ping"])
        }
        let quiet = Int(HeadHub.quietSeconds)
        let question = StateStream.Question(
            types: types, closesAfterState: closeAfter == "state",
            ping: ping == 0 ? nil : (min(max(ping, quiet), Self.longestPing) + quiet - 1) / quiet * quiet,
            lastID: request.fields["last-event-id"])
        let stream = LedgerStream(
            StateStream(question), pool: handler.readers, hub: handler.hub, while: isStillLetIn)
        return HTTPResponse(200, [("Content-Type", "text/event-stream")], .stream(stream))
    }

    /// The methods, each once, for the access log: those that there are not are a client's words.
    private static func summary(of methods: [String]) -> String {
        var seen: Set<String> = []
        return methods.filter { JMAPService.hasMethod($0) && seen.insert($0).inserted }.joined(separator: ",")
    }

    private static func json(_ value: JSONValue) throws -> HTTPResponse {
        HTTPResponse(200, [("Content-Type", "application/json")], .bytes(try JSONBytesEncoder().encode(value)))
    }
}
