internal import Access
internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import IMAPServer
internal import MailLedger
internal import Projections
internal import StreamSockets
internal import Synchronization

/// Who is at the other end of a connection by IMAP, and what they may still do.
final class IMAPGuest: SessionWatch, Sendable {
    private struct State {
        /// Nil until they are known.
        var caller: Caller?
        var holdsPlace = false
        /// When the command began that is carried out, in microseconds of the monotonic clock.
        var begun: Int64 = 0
        /// Nothing more is read before: the last token was wrong.
        var readsFrom: Int64 = 0
    }

    let socket: StreamSocket
    private let handler: APIHandler
    private let slowReaders: SlowReaders
    private let state = Mutex(State())
    /// Whether somebody who reads slowly is waited for: not by the thread that serves all.
    private let mayWait = Atomic<Bool>(true)

    /// How long nobody listens to a client behind a wrong token, in microseconds.
    private static let pause: Int64 = 1_000_000

    init(at socket: StreamSocket, of handler: APIHandler, _ slowReaders: SlowReaders) {
        self.socket = socket
        self.handler = handler
        self.slowReaders = slowReaders
    }

    // MARK: Who it is

    /// How they become known: the owner of the ledger by the socket, others by a token.
    func login(_ ledger: Ledger) throws -> IMAPLogin {
        guard case .unixSocket(let user) = socket.peer, user == handler.owner else {
            return .asked { [self] in logIn(name: $0, secret: $1, $2) }
        }
        let owner = Caller(owner: handler.options.environment.actor)
        owner.enter(ledger)
        if let account = try account(named: "", of: owner, ledger) {
            state.withLock { $0.caller = owner }
            return .known(options(account, of: owner))
        }
        return .asked { [self] name, _, ledger in admit(owner, name, ledger) }
    }

    private func logIn(name: [UInt8], secret: [UInt8], _ ledger: Ledger) -> IMAPLogin.Outcome {
        guard (try? handler.tokens.refresh(from: ledger)) != nil else { return Self.unavailable }
        let shown = handler.tokens.look(at: String(decoding: secret, as: UTF8.self), at: handler.now)
        if case .known(let row) = shown { return admit(Caller(row), name, ledger) }
        state.withLock { $0.readsFrom = MonotonicClock.microseconds + Self.pause }
        guard !handler.wrongTokens.note(socket.peer) else {
            return .wrong("There were too many wrong tokens; wait a minute", isLast: true)
        }
        return switch shown {
        case .noToken: .wrong("The password is a token of this ledger, which begins with mlt_")
        case .over: .wrong("The token is over")
        case .unknown, .known: .wrong("The token is unknown, or was revoked")
        }
    }

    private func admit(_ caller: Caller, _ name: [UInt8], _ ledger: Ledger) -> IMAPLogin.Outcome {
        guard caller.scopes.contains(.read) else {
            return .refused(code: "AUTHORIZATIONFAILED", "The token lacks the scope read")
        }
        caller.enter(ledger)
        guard let name = String(validating: name, as: UTF8.self),
            let account = try? account(named: name, of: caller, ledger)
        else {
            let addresses = (try? ledger.read { try $0.accounts().map(\.address) }) ?? []
            guard !addresses.isEmpty else {
                return .refused(code: "AUTHORIZATIONFAILED", "The token is for no account that is there")
            }
            return .refused(
                code: "AUTHORIZATIONFAILED",
                AccountNames.list(
                    addresses, behind: "The user name is the address of an account that the token is for:"))
        }
        guard handler.busyTokens.take(.session, caller.token) else {
            return .refused(code: "LIMIT", "The token has as many sessions as it may")
        }
        state.withLock { ($0.caller, $0.holdsPlace) = (caller, true) }
        return .known(options(account, of: caller))
    }

    private static let unavailable = IMAPLogin.Outcome.refused(
        code: "UNAVAILABLE", "The server could not do that now")

    /// Returns the account that somebody names; nil where that is none which they reach.
    ///
    /// Who reaches one account may leave the name out. With a token for one account it may be any name.
    private func account(named name: String, of caller: Caller, _ ledger: Ledger) throws -> AccountRow? {
        try ledger.read { reader in
            let accounts = try reader.accounts()
            var isForOne = false
            if case .only(let ids) = caller.reach { isForOne = ids.count == 1 }
            if isForOne || name.isEmpty { return accounts.count == 1 ? accounts[0] : nil }
            if let account = accounts.first(where: { $0.id.description == name.lowercased() }) { return account }
            // The beginning of an id is a name for people at a terminal.
            guard let account = try? reader.account(name), !account.id.description.hasPrefix(name.lowercased()) else {
                return nil
            }
            return account
        }
    }

    private func options(_ account: AccountRow, of caller: Caller) -> IMAPOptions {
        var options = IMAPOptions(account: account.id, recent: handler.recent)
        options.actor = caller.actor
        options.carrier = caller.carrier
        options.isReadOnly = !caller.scopes.contains(.write)
        options.showsPast = caller.scopes.contains(.audit)
        return options
    }

    /// Gives up the place of the token.
    func leave() {
        let caller = state.withLock { state in
            defer { state.holdsPlace = false }
            return state.holdsPlace ? state.caller : nil
        }
        if let caller { handler.busyTokens.giveBack(.session, caller.token) }
    }

    // MARK: What they may still do

    func reasonToEnd(_ ledger: Ledger) -> String? {
        guard let caller = state.withLock({ $0.caller }) else { return Self.tokenIsGone }
        if caller.token != nil, (try? handler.tokens.refresh(from: ledger)) == nil {
            return "The ledger cannot be read now"
        }
        caller.enter(ledger)
        return isStillLetIn ? nil : Self.tokenIsGone
    }

    static let tokenIsGone = "The token was changed, revoked or has expired"

    /// Whether the token still means what it did at the login, by the tokens that are known.
    var isStillLetIn: Bool {
        guard let caller = state.withLock({ $0.caller }), let token = caller.token else { return true }
        guard let row = handler.tokens.live(token, at: handler.now) else { return false }
        let now = Caller(row)
        return now.scopes == caller.scopes && now.reach == caller.reach && now.actor == caller.actor
    }

    /// From when on they are listened to, in microseconds of the monotonic clock.
    var readsFrom: Int64 { state.withLock { $0.readsFrom } }

    // MARK: What they do

    /// Notes that work for them begins.
    func noteBegin() {
        state.withLock { $0.begun = MonotonicClock.microseconds }
    }

    func note(command: String, _ outcome: CommandOutcome) {
        let now = MonotonicClock.microseconds
        let (caller, begun) = state.withLock { state in
            defer { state.begun = now }
            return (state.caller, state.begun)
        }
        let status =
            switch outcome {
            case .ok: 200
            case .no: 409
            case .bad: 400
            case .wrongProof: 401
            }
        handler.metrics.note("imap-" + command.lowercased(), status: status, microseconds: now - begun)
        handler.accessLog?.write(
            AccessLog.Line(
                time: handler.now.iso8601, caller: caller?.name ?? "nobody", peer: socket.peer.text, method: "IMAP",
                request: command, status: status, milliseconds: Double(now - begun) / 1_000))
    }

    /// Sends bytes, and waits for a client that reads slowly; false where it is too slow, or let in no more.
    ///
    /// - Parameter isLast: Whether it is a goodbye, which goes out to who is let in no more.
    func send(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Bool {
        guard isStillLetIn || isLast else { return false }
        var wait = slowReaders.wait()
        return socket.write(bytes) { quiet, written in
            mayWait.load(ordering: .relaxed) && isStillLetIn
                && MonotonicClock.microseconds < handler.stopsAt.load(ordering: .relaxed)
                && wait.mayGoOn(quiet: quiet, written: written)
        }
    }

    /// Sends something in between on the thread that serves all: who does not read does not hold it up.
    func withoutWaiting(_ body: () -> Void) {
        mayWait.store(false, ordering: .relaxed)
        defer { mayWait.store(true, ordering: .relaxed) }
        body()
    }
}
