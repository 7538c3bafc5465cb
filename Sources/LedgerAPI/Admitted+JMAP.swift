internal import Access
internal import EventLog
internal import HTTPServing
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
        return JMAPService(limits: limits) { [handler] in
            handler.stopsAt.load(ordering: .relaxed)
        }
    }
    /// No client waits longer for a ping, in seconds.
    private static let longestPing = 300

    private func jmapCaller(mayWrite: Bool) -> JMAPCaller {
        JMAPCaller(
            username: caller.actor, mayWrite: mayWrite && caller.scopes.contains(.write),
            reachesAll: caller.reach == .all
        ) { method in
            RequestCaller(actor: caller.actor, carrier: caller.carrier, reason: try reason(of: method))
        }
    }

    /// - Parameter place: What stands behind `/jmap` in addresses; nothing for now.
    private func makeSession(_ reader: LedgerReader, at place: String = "") throws -> JMAPSession {
        try JMAPSession(
            of: jmapCaller(mayWrite: place.isEmpty), base: handler.origin(of: request) + "/jmap" + place,
            limits: jmap.limits, known: handler.jmapSessions, reader)
    }

    /// The session as it is now.
    func jmapSession(_ ledger: Ledger) throws -> HTTPResponse {
        try caller.require(.read)
        return Self.json(try ledger.read { try makeSession($0).bytes })
    }

    /// Answers a request: what reads on threads that read, and what writes on the one that writes.
    func answerJMAP(_ ledger: Ledger) throws {
        try caller.require(.read)
        guard let read = readCalls() else { return }
        let run = jmap.begin(read, of: jmapCaller(mayWrite: true))
        try goOn(with: run, as: "jmap " + Self.summary(of: read.methods), ledger)
    }

    /// Goes on with a request on a thread that reads: nobody who wants to write waits for it meanwhile.
    private func goOn(with begun: JMAPRun, as name: String, _ ledger: Ledger) throws {
        var run = begun
        if run.step == .read { try run.read(on: ledger) { try makeSession($0).state } }
        guard run.step == .write else { return finish(try Self.json(run.answer), as: name) }
        let isTaken = handler.writer.submit { [run] ledger in
            caller.enter(ledger)
            var run = run
            if handler.folder.isThere { run.write(on: ledger) } else { run.giveUp() }
            if let head = try? ledger.store.head().position { handler.hub.note(head) }
            answerRest(of: run, as: name)
        }
        guard !isTaken else { return }
        guard run.hasWritten else { throw APIFailure.busy }
        run.giveUp()
        answerRest(of: run, as: name)
    }

    /// Answers a request of which something was written: no error takes the place of that.
    private func answerRest(of begun: JMAPRun, as name: String) {
        var run = begun
        if run.step != .over {
            let isTaken = handler.readers.submit { [run] ledger in
                caller.enter(ledger)
                do {
                    try goOn(with: run, as: name, ledger)
                } catch {
                    fail(error, as: name)
                }
            }
            if isTaken { return }
            run.giveUp()
        }
        do {
            finish(try Self.json(run.answer), as: name)
        } catch {
            fail(error, as: name)
        }
    }

    /// Reads the method calls; nil where they are none, which is answered then.
    private func readCalls() -> JMAPRequest? {
        do {
            return try JMAPRequest(request.body, jmap.limits)
        } catch {
            finish(error.response, as: "jmap")
            return nil
        }
    }

    private func answer(_ read: JMAPRequest, _ ledger: Ledger, at place: String) throws -> HTTPResponse {
        let answer = try jmap.answer(read, of: jmapCaller(mayWrite: false), on: ledger) { reader in
            try makeSession(reader, at: place).state
        }
        return try Self.json(answer)
    }

    /// Answers as of an earlier moment, which the session's addresses name by its position: one session is of one moment.
    func answerPast(_ route: Route, _ text: String, _ ledger: Ledger) throws {
        try caller.require(.read)
        try caller.require(.audit)
        switch route {
        case .jmapSession:
            try answer(at: text, as: nil, ledger) { ledger in
                let (past, place) = try moment(text, ledger)
                return Self.json(try past.read { try makeSession($0, at: place).bytes })
            }
        case .jmap:
            guard let read = readCalls() else { return }
            try answer(at: text, as: "jmap at " + Self.summary(of: read.methods), ledger) { ledger in
                let (past, place) = try moment(text, ledger)
                return try answer(read, past, at: place)
            }
        case .jmapDownload(let account, let blob, let name):
            try answer(at: text, as: nil, ledger) { ledger in
                try Download.blob(
                    blob, of: account, for: caller.actor, named: name, request, try moment(text, ledger).past,
                    by: handler.readers)
            }
        case .jmapEvents: finish(try jmapEvents(ledger, isPast: true))
        default: throw APIFailure(.forbidden, "what was cannot be changed")
        }
    }

    /// The ledger of a moment, and what stands behind `/jmap` in the addresses of it.
    private func moment(_ text: String, _ ledger: Ledger) throws -> (past: Ledger, place: String) {
        let past = try ledger.at(Moment(parsing: text, in: ledger.environment.queryContext))
        return (past, "/at/\(past.moment?.position.rawValue ?? 0)")
    }

    /// A stream of which types have another state.
    ///
    /// - Parameter isPast: Whether it is of an earlier moment, at which nothing changes any more.
    func jmapEvents(_ ledger: Ledger, isPast: Bool = false) throws -> HTTPResponse {
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
        let quiet = Int(handler.hub.quietSeconds)
        let question = StateStream.Question(
            types: types, closesAfterState: closeAfter == "state",
            ping: ping == 0 ? nil : (min(max(ping, quiet), Self.longestPing) + quiet - 1) / quiet * quiet,
            quietSeconds: quiet, lastID: request.fields["last-event-id"], isPast: isPast)
        let stream = LedgerStream(
            StateStream(question), pool: handler.readers, hub: handler.hub, until: closingTime, while: isStillLetIn)
        return HTTPResponse(200, [("Content-Type", "text/event-stream")], .stream(stream))
    }

    /// The methods, each once, for the access log: those that there are not are a client's words.
    private static func summary(of methods: [String]) -> String {
        var seen: Set<String> = []
        return methods.filter { JMAPService.methods.contains($0) && seen.insert($0).inserted }.joined(separator: ",")
    }

    static func json(_ value: JSONValue) throws -> HTTPResponse { json(try JSONBytesEncoder().encode(value)) }

    private static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(200, [("Content-Type", "application/json")], .bytes(bytes))
    }
}
