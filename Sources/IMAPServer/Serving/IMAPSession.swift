internal import Compression
internal import Cryptography
internal import IMAPProtocol
package import MailLedger

/// One client, by IMAP4rev1 and rev2 (RFC 3501, RFC 9051): bytes in, bytes out.
///
/// It waits for nothing and owns neither socket nor ledger: who carries its bytes hands in what came with a ledger to answer from,
/// and is handed what goes out. So a session that waits costs no connection to a database.
package final class IMAPSession {
    private let login: IMAPLogin
    private let limits: CommandReader.Limits
    private let way: SessionOutput
    private let watch: (any SessionWatch)?
    private var reader: CommandReader
    /// Nil until the client is known.
    private var state: SessionState?
    /// The line that the client is to send next, and why.
    private var awaited: Awaited?
    private var wrongLogins = 0
    /// Set once what comes is compressed.
    private var inflate: InflateStream?
    /// How the command that is carried out ends.
    private var outcome = CommandOutcome.ok
    /// Takes an error of which the client hears only that there was one.
    package var report: (any Error) -> Void = { _ in }

    private enum Awaited {
        /// DONE, by which the IDLE of a tag ends.
        case done(tag: String)
        /// What AUTHENTICATE waits for.
        case proof(tag: String, mechanism: String)
        /// The client's empty answer to why its proof is wrong; then it hears these words (RFC 7628 section 3.2.3).
        case regret(tag: String, words: String)
    }

    private static let mostWrongLogins = 3

    /// What a client that is not known may send: a name and a secret, 30 fields of ID (RFC 2971), and no message.
    private static var strangersLimits: CommandReader.Limits {
        var limits = CommandReader.Limits()
        (limits.line, limits.command, limits.message, limits.dropped) = (32_768, 32_768, 0, 65_536)
        return limits
    }

    /// - Parameters:
    ///   - largestMessage: The bytes of a message that APPEND takes; nil for the standard.
    ///   - watch: Asked before each command, and hears of it behind the answer; nil for nobody.
    ///   - send: Takes bytes that are to go out, and whether they are a goodbye, and returns false once nobody reads them.
    package init(
        _ login: IMAPLogin, largestMessage: Int? = nil, watch: (any SessionWatch)? = nil,
        send: @escaping (_ bytes: ArraySlice<UInt8>, _ isLast: Bool) -> Bool
    ) {
        self.login = login
        self.watch = watch
        var limits = CommandReader.Limits()
        if let largestMessage { limits.message = largestMessage }
        self.limits = limits
        way = SessionOutput(send: send)
        if case .known(let options) = login {
            reader = CommandReader(limits: limits)
            state = SessionState(options, largestMessage: limits.message, way)
        } else {
            reader = CommandReader(limits: Self.strangersLimits)
        }
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
        guard !isKnown else { return Capabilities.line(limits, isCompressed: way.isCompressed) }
        switch login {
        case .asked: return Capabilities.beforeLogin + SASLMessage.mechanisms.map { " AUTH=\($0)" }.joined()
        case .known, .refused: return Capabilities.beforeLogin + " LOGINDISABLED"
        }
    }

    /// Takes bytes that came, and answers the commands that are whole.
    ///
    /// - Parameter ledger: Where it is read and changed; it is not kept.
    package func receive(_ bytes: some Sequence<UInt8>, on ledger: Ledger) {
        if inflate == nil { take(bytes, ledger) } else { takeCompressed(Array(bytes), ledger) }
        state?.giveBack()
    }

    private func take(_ bytes: some Sequence<UInt8>, _ ledger: Ledger) {
        reader.feed(bytes)
        let isPlain = inflate == nil
        while !isEnded, let event = reader.next(makeFile: { try SpooledBytes(in: ledger.content) }) {
            take(event, ledger)
            way.flush()
            // What follows COMPRESS is compressed, however it came.
            if isPlain, inflate != nil { return takeCompressed(reader.takeRest(), ledger) }
        }
    }

    /// Takes what bytes inflate to, a piece at a time: so its bounds are those of plain bytes.
    private func takeCompressed(_ bytes: [UInt8], _ ledger: Ledger) {
        do {
            try inflate?.inflate(bytes) { piece in
                take(piece, ledger)
                return !isEnded
            }
        } catch {
            end("These are no compressed data")
        }
    }

    /// Gives up the memory that makes the next command faster: the client is silent.
    package func rest() {
        state?.rest()
        way.answer = IMAPAnswer()
    }

    /// Says goodbye to a client that was silent for too long, or whose server stops.
    package func end(_ words: String) {
        guard !isEnded else { return }
        way.answer.line("* BYE \(words)")
        way.flush(isLast: true)
        way.isEnded = true
    }

    /// Announces to a client that waits what changed since it last heard.
    package func headMoved(on ledger: Ledger) {
        guard isIdling, let state, isLetIn(ledger) else { return }
        defer { state.giveBack() }
        do {
            state.take(ledger)
            try state.requireSameLog()
            try state.announce(allowsExpunge: true, namesUIDs: false)
        } catch is MailboxGone {
            end(Self.mailboxGone)
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

    // Its numbers mean nothing any more, and IMAP has no way to close it alone while a command goes on.
    private static let mailboxGone = "The selected mailbox was deleted"

    // MARK: What comes

    private func take(_ event: CommandReader.Event, _ ledger: Ledger) {
        switch event {
        case .continuation: way.answer.line("+ Ready for the literal")
        case .refused(let tag, let refusal):
            // A line that is too long ends what waited for it.
            refuse(tag ?? awaitedTag, refusal)
            awaited = nil
            watch?.note(command: "unknown", refusal.isNo ? .no : .bad)
        case .broken(let tag, let refusal):
            refuse(tag, refusal)
            end("The input cannot be read")
        case .line(let line): takeAwaited(line, ledger)
        case .command(let command): if isLetIn(ledger) { carryOut(command, ledger) }
        }
    }

    private var awaitedTag: String? {
        switch awaited {
        case .done(let tag), .proof(let tag, _), .regret(let tag, _): tag
        case nil: nil
        }
    }

    private func refuse(_ tag: String?, _ refusal: CommandReader.Refusal) {
        let code = refusal.code.map { "[\($0)] " } ?? ""
        way.answer.line("\(tag ?? "*") \(refusal.isNo ? "NO" : "BAD") \(code)\(refusal.text)")
    }

    /// Whether the client is still let in; who is not any more is sent away.
    private func isLetIn(_ ledger: Ledger) -> Bool {
        guard isKnown, let reason = watch?.reasonToEnd(ledger) else { return true }
        end("[UNAVAILABLE] \(reason)")
        return false
    }

    private func takeAwaited(_ line: [UInt8], _ ledger: Ledger) {
        let waited = awaited
        awaited = nil
        switch waited {
        case .done(let tag):
            state?.operation.end()
            let isDone = String(decoding: line, as: UTF8.self).uppercased() == "DONE"
            way.answer.line(isDone ? "\(tag) OK IDLE ended" : "\(tag) BAD IDLE ends with DONE")
        case .proof(let tag, let mechanism):
            guard line != [UInt8(ascii: "*")], let bytes = Base64.decode(line) else {
                way.answer.line("\(tag) BAD AUTHENTICATE was called off")
                return
            }
            outcome = .ok
            logIn(tag, SASLMessage(bytes, of: mechanism), by: mechanism, ledger)
            watch?.note(command: "AUTHENTICATE", outcome)
        case .regret(let tag, let words): way.answer.line("\(tag) NO [AUTHENTICATIONFAILED] \(words)")
        case nil: break
        }
    }

    private func carryOut(_ command: IMAPCommand, _ ledger: Ledger) {
        let mark = way.answer.bytes.count
        way.hasSent = false
        outcome = .ok
        defer { if awaitedProof == nil { watch?.note(command: command.word, outcome) } }
        do {
            if let state {
                state.take(ledger)
                try state.requireSameLog()
                try answer(command, state)
                reader.acceptsUTF8 = state.hasUTF8
            } else {
                try answerUnknown(command, ledger)
            }
        } catch is ClientLeft {
            way.isEnded = true
        } catch is MailboxGone {
            end(Self.mailboxGone)
        } catch is BrokenAnswer {
            end("[UNAVAILABLE] An answer could not be finished")
        } catch {
            let refusal = error as? NoAnswer ?? NoAnswer(error)
            if refusal.code == "UNAVAILABLE" { report(error) }
            if !(error is NoAnswer), !way.hasSent { way.answer.cut(to: mark) }
            way.answer.line("\(command.tag) \(refusal.text)")
            outcome = refusal.isBad ? .bad : .no
        }
    }

    /// The tag of an AUTHENTICATE that waits for its proof.
    private var awaitedProof: String? { if case .proof(let tag, _) = awaited { tag } else { nil } }

    // MARK: Before the client is known

    private func answerUnknown(_ command: IMAPCommand, _ ledger: Ledger) throws {
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
            logIn(command.tag, (name, secret), ledger)
        case .authenticate(let mechanism, let response):
            try requireLogin()
            let mechanism = mechanism.uppercased()
            guard SASLMessage.mechanisms.contains(mechanism) else {
                throw NoAnswer("There is no mechanism of this name", code: "CANNOT")
            }
            if let response {
                return logIn(command.tag, SASLMessage(response, of: mechanism), by: mechanism, ledger)
            }
            awaited = .proof(tag: command.tag, mechanism: mechanism)
            reader.expectLine()
            way.answer.line("+ ")
        default: throw NoAnswer("Log in first", isBad: true)
        }
    }

    private func requireLogin() throws {
        guard case .asked = login else {
            throw NoAnswer("LOGIN is not allowed on this connection", code: "PRIVACYREQUIRED")
        }
    }

    private func logIn(_ tag: String, _ message: SASLMessage?, by mechanism: String, _ ledger: Ledger) {
        guard let message else {
            outcome = .bad
            return way.answer.line("\(tag) BAD The answer is not valid for this mechanism")
        }
        logIn(tag, (message.name, message.secret), saysWhy: mechanism != "PLAIN", ledger)
    }

    /// - Parameter saysWhy: Whether the mechanism tells the client what was wrong, and waits for its answer.
    private func logIn(
        _ tag: String, _ proof: (name: [UInt8], secret: [UInt8]), saysWhy: Bool = false, _ ledger: Ledger
    ) {
        guard case .asked(let check) = login else { return }
        switch check(proof.name, proof.secret, ledger) {
        case .known(let options):
            state = SessionState(options, largestMessage: limits.message, way)
            reader.raise(limits)
            way.answer.line("\(tag) OK [CAPABILITY \(capabilities)] Logged in")
        case .wrong(let words, let isLast):
            outcome = .wrongProof
            wrongLogins += 1
            let isEnd = isLast || wrongLogins >= Self.mostWrongLogins
            if saysWhy, !isEnd {
                awaited = .regret(tag: tag, words: words)
                reader.expectLine()
                return way.answer.line("+ \(Array(#"{"status":"invalid_token"}"#.utf8).base64)")
            }
            way.answer.line("\(tag) NO [AUTHENTICATIONFAILED] \(words)")
            if isEnd { end("Too many wrong logins") }
        case .refused(let code, let words):
            outcome = .no
            way.answer.line("\(tag) NO [\(code)] \(words)")
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
        case .compress(let algorithm): try compress(command, algorithm, state)
        case .login, .authenticate: throw NoAnswer("This connection is logged in already", isBad: true)
        case .idle:
            awaited = .done(tag: command.tag)
            state.operation.end()
            reader.expectLine()
            way.answer.line("+ Waiting for changes; DONE ends it")
            try state.announce(allowsExpunge: true, namesUIDs: false)
        case .namespace:
            let past = state.options.showsPast ? "((\"#at/\" \"/\")(\"#deleted/\" \"/\"))" : "NIL"
            way.answer.line("* NAMESPACE ((\"\" \"/\")) NIL \(past)")
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

    /// RFC 4978 section 3: from behind the answer on both sides compress.
    private func compress(_ command: IMAPCommand, _ algorithm: String, _ state: SessionState) throws {
        guard algorithm == "DEFLATE" else { throw NoAnswer("There is no way to compress of this name", isBad: true) }
        guard !way.isCompressed else {
            throw NoAnswer("The connection is compressed already", code: "COMPRESSIONACTIVE")
        }
        try state.finish(command, "DEFLATE begins")
        way.compress()
        inflate = InflateStream()
    }

    private func enable(_ command: IMAPCommand, _ words: [String], _ state: SessionState) throws {
        let asked = Set(words.map { $0.uppercased() })
        let new = Capabilities.Enabled.allCases.filter { asked.contains($0.rawValue) && !state.enabled.contains($0) }
        for capability in new { try state.switchOn(capability) }
        way.answer.line("* ENABLED" + new.map { " " + $0.word }.joined())
        try state.finish(command, "ENABLE completed")
    }
}
