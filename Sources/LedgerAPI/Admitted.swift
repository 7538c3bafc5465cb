internal import Access
internal import Cryptography
internal import EventLog
internal import HTTPServing
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import Projections
internal import WireModels

/// A request of somebody who is known.
struct Admitted: Sendable {
    let turn: APIHandler.Turn
    let caller: Caller
    let kind: BusyTokens.Kind

    var handler: APIHandler { turn.handler }
    var request: HTTPRequest { turn.request }

    /// Answers on this thread, or has the writer's answer.
    func answer(_ ledger: Ledger) {
        caller.enter(ledger)
        do {
            // Requests of JMAP say it in their own form.
            if turn.route.takesBody, !turn.route.isOfMethods, JSONExtent(of: request.body).isTooWide {
                throw APIFailure.tooWide
            }
            switch turn.route {
            case .requests: try answerRequest(ledger)
            case .events: finish(try events(ledger))
            case .query(let name): finish(try answerQuery(name, ledger))
            case .resource(let match): try answerResource(match, ledger)
            case .rawMessage(let id):
                try download(ledger) { try Download.raw(id, request, $0, by: handler.readers) }
            case .attachment(let id, let number):
                try download(ledger) { try Download.attachment(number, of: id, request, $0) }
            case .checkpoint:
                try caller.require(.audit)
                finish(try turn.checkpoint(ledger))
            case .witnesses:
                try caller.require(.audit)
                finish(try witnesses(ledger))
            case .proofs:
                try caller.require(.audit)
                try write { finish(try proof($0)) }
            case .metrics:
                try caller.require(.admin)
                finish(try metrics(ledger))
            case .jmapSession: finish(try jmapSession(ledger))
            case .jmap: try answerJMAP(ledger)
            case .jmapEvents: finish(try jmapEvents(ledger))
            case .jmapDownload(let account, let blob, let name):
                try caller.require(.read)
                finish(
                    try Download.blob(
                        blob, of: account, for: caller.actor, named: name, request, ledger, by: handler.readers))
            case .jmapUpload(let account): try upload(to: account)
            case .past(let moment, let route): try answerPast(route, moment, ledger)
            case .session: finish(try session(ledger))
            case .logout: finish(try logout())
            case .render: try render(ledger)
            case .health, .server, .openAPI, .asset, .login, .rendered, .renderedPart: throw APIFailure.notFound
            }
        } catch {
            fail(error)
        }
    }

    /// Has work done by the thread that writes.
    func write(as name: String? = nil, _ body: @escaping @Sendable (Ledger) throws -> Void) throws {
        let isTaken = handler.writer.submit { ledger in
            caller.enter(ledger)
            do {
                try handler.folder.requireIsThere()
                try body(ledger)
            } catch {
                fail(error, as: name)
            }
        }
        if !isTaken { throw APIFailure.busy }
    }

    func finish(_ response: HTTPResponse, as name: String? = nil) {
        var response = response.guarded
        let whenOver = response.whenOver
        response.whenOver = { [kind, caller, handler] in
            handler.busyTokens.giveBack(kind, caller.token)
            whenOver()
        }
        turn.finish(response, caller, request: name)
    }

    func fail(_ error: any Error, as name: String? = nil) {
        handler.busyTokens.giveBack(kind, caller.token)
        turn.fail(error, caller, request: name)
    }

    // MARK: Requests

    /// What of a request tells who may make it.
    private struct Head: Decodable {
        let body: BodyHead
        let at: String?
        let reason: String?
        let overridesHolds: Bool?
        let idempotencyKey: String?

        enum CodingKeys: String, CodingKey {
            case at, reason
            case idempotencyKey = "idempotency_key"
            case overridesHolds = "override_holds"
        }

        init(from decoder: any Decoder) throws {
            body = try BodyHead(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            at = try container.decodeIfPresent(String.self, forKey: .at)
            reason = try container.decodeIfPresent(String.self, forKey: .reason)
            overridesHolds = try container.decodeIfPresent(Bool.self, forKey: .overridesHolds)
            idempotencyKey = try container.decodeIfPresent(String.self, forKey: .idempotencyKey)
        }
    }

    private func answerRequest(_ ledger: Ledger) throws {
        var json = request.body
        let head = try JSONBytesDecoder().decode(Head.self, from: json)
        let (name, isCommand) = (head.body.name, head.body.isCommand)
        try caller.requireRight(to: name, isCommand: isCommand)
        if head.at != nil { try caller.require(.audit) }
        if head.overridesHolds == true { try caller.require(.admin) }
        guard isCommand else {
            return try answer(at: head.at, as: name, ledger) { try answer(request.body, $0, nil) }
        }
        let identity = try identity(of: name, saying: head.reason, isOwnNeeded: head.overridesHolds == true)
        if let key = try idempotencyKey(saying: head.idempotencyKey), head.idempotencyKey == nil {
            var whole = RequestMembers()
            whole.add(membersOf: json)
            try whole.add("idempotency_key", key)
            json = whole.object
        }
        try write(as: name) { [json] ledger in
            let response = try answer(json, ledger, identity)
            // The next reader reads what was written.
            handler.hub.note(try ledger.store.head().position)
            finish(response, as: name)
        }
    }

    /// Answers a query whose parameters stand in the path as if they had come in a body.
    private func answerQuery(_ name: String, _ ledger: Ledger) throws -> HTTPResponse {
        try caller.requireRight(to: name, isCommand: false)
        let query = try QueryString(request.query, kinds: ["steps": .number])
        var body = query.envelope
        try body.add("query", name)
        try body.add("parameters", json: query.parameters.object)
        return try answer(body.object, ledger, nil)
    }

    /// Who makes a command, and why.
    ///
    /// - Parameter said: The reason in the request itself.
    func identity(of name: String, saying said: String? = nil, isOwnNeeded: Bool = false) throws -> RequestCaller {
        let reason = try reason(of: name, isOwnNeeded: isOwnNeeded || caller.session != nil)
        // A program may be the reason by itself; a person has one.
        if caller.session != nil, !(said ?? reason ?? "").contains(where: { !$0.isWhitespace }) {
            throw APIFailure(.missingField, "say why", details: ["field": "reason"])
        }
        return RequestCaller(actor: caller.actor, carrier: caller.carrier, reason: reason)
    }

    /// The key of a command: that of the header, or the one in the request itself.
    ///
    /// - Throws: ``APIFailure`` for an empty key, and for two different ones.
    func idempotencyKey(saying own: String? = nil) throws(APIFailure) -> String? {
        let header = request.fields["idempotency-key"]
        if let header, let own, header != own {
            throw Self.wrongKey("is not the same in the header and in the body")
        }
        guard let key = own ?? header else { return nil }
        guard !key.isEmpty else { throw Self.wrongKey("is empty") }
        return key
    }

    private static func wrongKey(_ reason: String) -> APIFailure {
        APIFailure(.invalidInput, "idempotency_key \(reason)", details: ["field": "idempotency_key"])
    }

    private func answer(_ json: [UInt8], _ ledger: Ledger, _ identity: RequestCaller?) throws -> HTTPResponse {
        let answer = try ledger.answer(json: json, .enveloped, as: identity).json
        var fields: [(name: String, value: String)] = [("Content-Type", "application/json")]
        // Who sees some accounts alone is not to pass their answer off as that of the ledger.
        if caller.reach == .all { fields.append(("Ledger-Id", ledger.store.identity.id.description)) }
        return HTTPResponse(200, fields, .bytes(answer + [0x0A]))
    }

    /// Why something is done: as the header says it, or else by which program.
    func reason(of name: String, isOwnNeeded: Bool = false) throws -> String? {
        if let said = request.fields["ledger-reason"] {
            guard said.utf8.count <= 1_000,
                !said.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0xFFFD })
            else {
                throw APIFailure(.invalidInput, "Ledger-Reason is a line of UTF-8 of at most 1,000 bytes")
            }
            return said
        }
        if isOwnNeeded || RequestScopes.needsOwnReason(name) { return nil }
        let program = String(
            String.UnicodeScalarView(
                (request.fields["user-agent"] ?? "").unicodeScalars.prefix(200).filter { $0.value >= 0x20 }))
        return program.isEmpty ? nil : "\(name) by \(program)"
    }

    /// What a monitor reads: counts and no names of anybody.
    private func metrics(_ ledger: Ledger) throws -> HTTPResponse {
        let (readers, writer) = (handler.readers.load, handler.writer.load)
        let gauges = Metrics.Gauges(
            position: try ledger.store.head().position.rawValue, readers: readers.threads, busyReaders: readers.busy,
            waitingQuestions: readers.waiting, waitingCommands: writer.waiting,
            streams: handler.busyTokens.count(of: .stream))
        return HTTPResponse(
            200, [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
            .bytes(Array(handler.metrics.text(gauges).utf8)))
    }

    /// Refuses parameters that nobody reads: a filter that is not there must not look like one that found all.
    private func requireParameters(among known: [String], repeatable: Set<String> = []) throws(APIFailure) {
        var seen: Set<String> = []
        for (name, _) in request.query {
            guard known.contains(name) else {
                let names = known.dropLast().joined(separator: ", ") + " and " + (known.last ?? "")
                throw APIFailure(
                    .invalidInput, "there is no such parameter; there are \(names)", details: ["field": name])
            }
            guard seen.insert(name).inserted || repeatable.contains(name) else {
                throw APIFailure(.invalidInput, "\(name) is there twice", details: ["field": name])
            }
        }
    }

    // MARK: Events

    private func events(_ ledger: Ledger) throws -> HTTPResponse {
        try caller.require(.audit)
        try requireParameters(among: ["accounts", "after", "follow", "limit", "types"], repeatable: ["accounts"])
        let isServerSent = request.fields["accept"]?.contains("text/event-stream") ?? false
        let after = request.fields["last-event-id"] ?? request.parameter("after") ?? "0"
        guard let place = PinnedPosition(after) else {
            throw APIFailure(
                .invalidInput, "after is a position, or one with the first 8 digits of its leaf: 153-9f3ac01d",
                details: ["field": "after"])
        }
        try place.require(in: ledger.store)
        var limit: Int?
        if let text = request.parameter("limit") {
            guard let number = Int(text), number > 0 else {
                throw APIFailure(.invalidInput, "limit is a number above 0", details: ["field": "limit"])
            }
            limit = number
        }
        let names = try names(behind: "types", of: "types of events")
        let question = EventStream.Question(
            after: place, types: try ledger.exchange.typeNames(ofEvents: names), limit: limit,
            follows: try turn.route.isStream(request))
        let reach = try reach(ofAccounts: ledger)
        ledger.audience.reach = reach
        // What is wrong with the question is said before the answer begins.
        _ = try handler.pages.page(after: place.position, types: question.types, limit: limit ?? .max, of: ledger)
        let events = EventStream(question, isServerSent ? .serverSent : .lines, pages: handler.pages)
        let stream = LedgerStream(events, pool: handler.readers, hub: handler.hub, until: closingTime) { ledger in
            defer { ledger.audience.reach = reach }
            return try isStillLetIn(ledger)
        }
        return HTTPResponse(
            200, [("Content-Type", isServerSent ? "text/event-stream" : "application/x-ndjson")], .stream(stream))
    }

    /// Reads a parameter with commas between its names: none where it is not there.
    ///
    /// - Throws: ``APIFailure`` where it names nothing, which must not look as if it asked for all.
    private func names(behind parameter: String, of kind: String) throws(APIFailure) -> [String] {
        let lists = request.query.filter { $0.name == parameter }.map(\.value)
        let names = lists.flatMap { $0.split(separator: ",").map(String.init) }
        guard lists.isEmpty || !names.isEmpty else {
            throw APIFailure(
                .invalidInput, "\(parameter) are \(kind), with commas between them", details: ["field": parameter])
        }
        return names
    }

    /// Returns what a question about events reaches: the accounts that it names, or else all that the caller reaches.
    private func reach(ofAccounts ledger: Ledger) throws -> AccountReach {
        let names = try names(behind: "accounts", of: "addresses or ids")
        guard !names.isEmpty else { return caller.reach }
        return try ledger.read { reader in
            let all = try reader.accounts(includingDeleted: true)
            // A deleted account has its whole id only: its address may be another's by now.
            return .only(
                Set(
                    try names.map { name in
                        try (all.first { $0.id.description == name.lowercased() } ?? reader.account(name)).id
                    }))
        }
    }

    // MARK: Proofs

    private func proof(_ ledger: Ledger) throws -> HTTPResponse {
        try requireParameters(among: ["all", "event", "message", "since"])
        let isWhole = try request.flag("all")
        let older = try request.parameter("since").map { text in
            guard let checkpoint = SignedCheckpoint(text) else {
                throw APIFailure(.invalidInput, "since is a signed checkpoint", details: ["field": "since"])
            }
            return checkpoint
        }
        var positions: [Position] = []
        if let message = request.parameter("message") {
            positions = try ledger.proofs.events(named: message, wholeHistory: isWhole)
            if isWhole { positions += try ledger.proofs.events(naming: positions) }
        } else if let event = request.parameter("event") {
            positions = try ledger.proofs.events(named: "event:\(event)")
        } else if older == nil {
            throw APIFailure(.missingField, "a proof is of a message, of an event, or since a checkpoint")
        }
        try ledger.proofs.requireReach(of: positions)
        let proof = try signing { try ledger.proofs.prove(Set(positions).sorted(), since: older) }
        return HTTPResponse(200, [("Content-Type", "application/json")], .bytes(Array(try proof.text().utf8)))
    }
}

extension APIHandler.Turn {
    /// The signed note of where the log ends; the ledger does not keep it, since it may be asked for by anybody and often.
    func checkpoint(_ ledger: Ledger) throws -> HTTPResponse {
        let signed = try signing { try ledger.proofs.signCheckpoint(isKept: false) }
        return HTTPResponse(
            200, [("Content-Type", "text/plain; charset=utf-8")], .bytes(Array(signed.note.description.utf8))
        ).guarded
    }
}

/// A key that is not here, or under a passphrase, is no fault of the caller.
private func signing<Output>(_ body: () throws -> Output) throws -> Output {
    do {
        return try body()
    } catch is SigningKeyError {
        throw APIFailure.cannotSign
    }
}
