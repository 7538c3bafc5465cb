internal import IMAPProtocol
internal import MailLedger

/// One client, by IMAP4rev1 and rev2 (RFC 3501, RFC 9051): bytes in, bytes out.
///
/// It waits for nothing and owns no socket: who carries its bytes hands in what came, and is handed what goes out.
package final class IMAPSession {
    private let login: IMAPLogin
    private let limits: CommandReader.Limits
    private let way: SessionOutput
    private var reader: CommandReader
    /// Nil until the client is known.
    private var state: SessionState?
    /// The line that the client is to send next, and why.
    private var awaited: Awaited?
    private var wrongLogins = 0
    /// Takes an error of which the client hears only that there was one.
    package var report: (any Error) -> Void = { _ in }

    private enum Awaited {
        /// DONE, by which the IDLE of a tag ends.
        case done(tag: String)
        /// What AUTHENTICATE waits for.
        case proof(tag: String, mechanism: String)
    }

    private static let mostWrongLogins = 3

    /// - Parameters:
    ///   - largestMessage: The bytes of a message that APPEND takes; nil for the standard.
    ///   - send: Takes bytes that are to go out, and returns false once nobody reads them.
    package init(_ login: IMAPLogin, largestMessage: Int? = nil, send: @escaping (ArraySlice<UInt8>) -> Bool) {
        self.login = login
        var limits = CommandReader.Limits()
        if let largestMessage { limits.message = largestMessage }
        self.limits = limits
        way = SessionOutput(send: send)
        reader = CommandReader(limits: limits)
        if case .known(let ledger, let options) = login { state = SessionState(ledger, options, way) }
    }

    package var isEnded: Bool { way.isEnded }

    /// Whether it waits for changes of its mailbox.
    package var isIdling: Bool { if case .done = awaited { true } else { false } }

    /// Whether the client is known.
    package var isKnown: Bool { state != nil }

    /// Greets the client (RFC 9051 section 7.1).
    package func greet() {
        way.answer.line("* \(isKnown ? "PREAUTH" : "OK") [CAPABILITY \(capabilities)] MailLedger is ready")
        way.flush()
    }

    private var capabilities: String {
        guard !isKnown else { return Capabilities.line(limits) }
        switch login {
        case .asked: return Capabilities.beforeLogin + SASLMessage.mechanisms.map { " AUTH=\($0)" }.joined()
        case .known, .refused: return Capabilities.beforeLogin + " LOGINDISABLED"
        }
    }

    /// Takes bytes that came, and answers the commands that are whole.
    package func receive(_ bytes: some Sequence<UInt8>) {
        reader.feed(bytes)
        while !isEnded, let event = reader.next() {
            take(event)
            way.flush()
        }
    }

    /// Says goodbye to a client that was silent for too long, or whose server stops.
    package func end(_ words: String) {
        guard !isEnded else { return }
        way.answer.line("* BYE \(words)")
        way.flush()
        way.isEnded = true
    }

    /// Announces to a client that waits what changed since it last heard.
    package func headMoved() {
        guard isIdling, let state else { return }
        do {
            try state.announce(allowsExpunge: true, namesUIDs: false)
        } catch {
            report(error)
            end(NoAnswer(error).words)
        }
        way.flush()
    }

    /// Shows a client that waits that the connection lives.
    package func showLife() {
        guard isIdling else { return }
        way.answer.line("* OK Still here")
        way.flush()
    }

    // MARK: What comes

    private func take(_ event: CommandReader.Event) {
        switch event {
        case .continuation: way.answer.line("+ Ready for the literal")
        case .refused(let tag, let refusal):
            // A line that is too long ends what waited for it.
            refuse(tag ?? awaitedTag, refusal)
            awaited = nil
        case .broken(let tag, let refusal):
            refuse(tag, refusal)
            end("What follows cannot be read")
        case .line(let line): takeAwaited(line)
        case .command(let command): carryOut(command)
        }
    }

    private var awaitedTag: String? {
        switch awaited {
        case .done(let tag), .proof(let tag, _): tag
        case nil: nil
        }
    }

    private func refuse(_ tag: String?, _ refusal: CommandReader.Refusal) {
        let code = refusal.code.map { "[\($0)] " } ?? ""
        way.answer.line("\(tag ?? "*") \(refusal.isNo ? "NO" : "BAD") \(code)\(refusal.text)")
    }

    private func takeAwaited(_ line: [UInt8]) {
        defer { awaited = nil }
        switch awaited {
        case .done(let tag):
            state?.operation.end()
            let isDone = String(decoding: line, as: UTF8.self).uppercased() == "DONE"
            way.answer.line(isDone ? "\(tag) OK IDLE ended" : "\(tag) BAD IDLE ends with DONE")
        case .proof(let tag, let mechanism):
            guard line != [UInt8(ascii: "*")], let bytes = Base64.decode(line) else {
                way.answer.line("\(tag) BAD AUTHENTICATE was called off")
                return
            }
            logIn(tag, SASLMessage(bytes, of: mechanism))
        case nil: break
        }
    }

    private func carryOut(_ command: IMAPCommand) {
        let mark = way.answer.bytes.count
        way.hasSent = false
        do {
            if let state {
                try answer(command, state)
                reader.acceptsUTF8 = state.hasUTF8
            } else {
                try answerUnknown(command)
            }
        } catch is ClientLeft {
            way.isEnded = true
        } catch is BrokenAnswer {
            end("[UNAVAILABLE] An answer could not be finished")
        } catch {
            let refusal = error as? NoAnswer ?? NoAnswer(error)
            if refusal.code == "UNAVAILABLE" { report(error) }
            if !(error is NoAnswer), !way.hasSent { way.answer.cut(to: mark) }
            way.answer.line("\(command.tag) \(refusal.text)")
        }
    }

    // MARK: Before the client is known

    private func answerUnknown(_ command: IMAPCommand) throws {
        switch command.body {
        case .capability:
            way.answer.line("* CAPABILITY \(capabilities)")
            way.answer.line("\(command.tag) OK CAPABILITY completed")
        case .noop: way.answer.line("\(command.tag) OK NOOP completed")
        case .id:
            writeOwnID()
            way.answer.line("\(command.tag) OK ID completed")
        case .logout: logOut(command)
        case .login(let name, let secret):
            try requireLogin()
            logIn(command.tag, (name, secret))
        case .authenticate(let mechanism, let response):
            try requireLogin()
            guard SASLMessage.mechanisms.contains(mechanism.uppercased()) else {
                throw NoAnswer("There is no mechanism of this name", code: "CANNOT")
            }
            if let response { return logIn(command.tag, SASLMessage(response, of: mechanism.uppercased())) }
            awaited = .proof(tag: command.tag, mechanism: mechanism.uppercased())
            reader.expectLine()
            way.answer.line("+ ")
        default: throw NoAnswer("Log in first", isBad: true)
        }
    }

    private func requireLogin() throws {
        guard case .asked = login else { throw NoAnswer("No secret goes over this way", code: "PRIVACYREQUIRED") }
    }

    private func logIn(_ tag: String, _ message: SASLMessage?) {
        guard let message else { return way.answer.line("\(tag) BAD The answer is none of this mechanism") }
        logIn(tag, (message.name, message.secret))
    }

    private func logIn(_ tag: String, _ proof: (name: [UInt8], secret: [UInt8])) {
        guard case .asked(let check) = login else { return }
        switch check(proof.name, proof.secret) {
        case .known(let ledger, let options):
            state = SessionState(ledger, options, way)
            way.answer.line("\(tag) OK [CAPABILITY \(capabilities)] Logged in")
        case .wrong(let words):
            way.answer.line("\(tag) NO [AUTHENTICATIONFAILED] \(words)")
            wrongLogins += 1
            if wrongLogins >= Self.mostWrongLogins { end("Too many wrong logins") }
        }
    }

    private func logOut(_ command: IMAPCommand) {
        way.answer.line("* BYE Goodbye")
        way.answer.line("\(command.tag) OK LOGOUT completed")
        way.flush()
        way.isEnded = true
    }

    private func writeOwnID() {
        way.answer.line("* ID (\"name\" \"MailLedger\" \"version\" \"\(LedgerEnvironment.version)\")")
    }

    // MARK: Commands

    private func answer(_ command: IMAPCommand, _ state: SessionState) throws {
        switch command.body {
        case .capability:
            way.answer.line("* CAPABILITY \(capabilities)")
            try state.finish(command, "CAPABILITY completed")
        case .noop: try state.finish(command, "NOOP completed")
        case .check:
            _ = try state.requireSelected()
            try state.finish(command, "CHECK completed")
        case .logout: logOut(command)
        case .id(let fields):
            state.identify(fields)
            writeOwnID()
            try state.finish(command, "ID completed")
        case .enable(let words): try enable(command, words, state)
        case .login, .authenticate: throw NoAnswer("This connection is logged in already", isBad: true)
        case .idle:
            awaited = .done(tag: command.tag)
            state.operation.end()
            reader.expectLine()
            way.answer.line("+ Waiting for changes; DONE ends it")
            try state.announce(allowsExpunge: true, namesUIDs: false)
        case .namespace:
            way.answer.line("* NAMESPACE ((\"\" \"/\")) NIL ((\"#at/\" \"/\")(\"#deleted/\" \"/\"))")
            try state.finish(command, "NAMESPACE completed")
        case .select(let name, let options): try state.select(command, name, options, isReadOnly: false)
        case .examine(let name, let options): try state.select(command, name, options, isReadOnly: true)
        case .close: try state.close(command)
        case .unselect:
            _ = try state.requireSelected()
            state.selected = nil
            way.answer.line("\(command.tag) OK UNSELECT completed")
        case .create(let name, let uses): try state.create(command, name, uses)
        case .delete(let name): try state.delete(command, name)
        case .rename(let old, let new): try state.rename(command, old, to: new)
        case .subscribe(let name): try state.subscribe(command, name, to: true)
        case .unsubscribe(let name): try state.subscribe(command, name, to: false)
        case .list(let request): try state.list(command, request)
        case .lsub(let reference, let pattern): try state.listSubscribed(command, reference, pattern)
        case .status(let name, let items): try state.status(command, name, items)
        case .append(let request): try state.append(command, request)
        case .expunge(let uids): try state.expunge(command, uids)
        case .search(let request): try state.search(command, request)
        case .sort(let request): try state.sort(command, request)
        case .thread(let request): try state.thread(command, request)
        case .fetch(let request): try state.fetch(command, request)
        case .store(let request): try state.store(command, request)
        case .copy(let messages, let name): try state.copy(command, messages, to: name)
        case .move(let messages, let name): try state.move(command, messages, to: name)
        }
    }

    private func enable(_ command: IMAPCommand, _ words: [String], _ state: SessionState) throws {
        let asked = Set(words.map { $0.uppercased() })
        let new = Capabilities.Enabled.allCases.filter { asked.contains($0.rawValue) && !state.enabled.contains($0) }
        for capability in new { state.switchOn(capability) }
        way.answer.line("* ENABLED" + new.map { " " + $0.word }.joined())
        try state.finish(command, "ENABLE completed")
    }
}
