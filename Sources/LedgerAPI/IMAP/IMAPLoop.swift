internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import MailLedger
internal import StreamSockets

/// What the thread of an IMAP server does: it accepts, reads, looks at the clock, and has others work.
struct IMAPLoop {
    private struct Seat {
        enum Phase {
            /// The handshake of TLS is under way.
            case beginning(wantsWrite: Bool)
            /// For bytes of the client, or for changes.
            case waiting
            /// A thread of the pool has it once it has taken its turn.
            case working(IMAPTurn)
        }

        let connection: IMAPConnection
        var phase = Phase.beginning(wantsWrite: false)
        let since: Int64
        /// When bytes of the client came last.
        var heard: Int64
        /// When the client heard last that the connection lives.
        var signed: Int64
        /// Whether the log has grown while it was worked for.
        var missedGrowth = false
        var isAtRest = false

        init(_ connection: IMAPConnection, at now: Int64) {
            self.connection = connection
            (since, heard, signed) = (now, now, now)
        }

        var peer: HTTPPeer { connection.guest.socket.peer }
        var isWaiting: Bool { if case .waiting = phase { true } else { false } }
        var isBeginning: Bool { if case .beginning = phase { true } else { false } }
        var isWorking: Bool { if case .working = phase { true } else { false } }

        /// Takes it away from a thread that has not begun; returns whether none has it.
        func take() -> Bool { if case .working(let turn) = phase { turn.take() } else { true } }
    }

    private let listener: StreamListener
    private let handler: APIHandler
    private let pool: WorkPool
    private let signals: LoopSignals
    private let limits: IMAPLimits
    private let slowReaders: SlowReaders
    private var seats: [Int32: Seat] = [:]
    private var byPeer: [HTTPPeer: Int] = [:]
    private var now = MonotonicClock.microseconds
    private var acceptsFrom: Int64 = 0
    private var nextLook: Int64 = 0

    private static let second: Int64 = 1_000_000
    /// A client that was silent for as long is not in the middle of something, in microseconds.
    private static let rest: Int64 = 5_000_000

    init(_ listener: StreamListener, _ handler: APIHandler, _ pool: WorkPool, _ signals: LoopSignals) {
        (self.listener, self.handler, self.pool, self.signals) = (listener, handler, pool, signals)
        limits = handler.options.imapLimits
        slowReaders = SlowReaders(threads: limits.threads, seconds: limits.stallSeconds)
    }

    /// Serves until the server stops.
    mutating func run() {
        waitForGrowth()
        while !signals.isStopping {
            let ready = signals.streams.wait(for: interests, milliseconds: 1_000)
            now = MonotonicClock.microseconds
            takeSignals()
            for number in ready {
                if number == listener.number { acceptSome() } else { goOn(number) }
            }
            if now >= nextLook { lookAtClocks() }
        }
        endAll()
    }

    private var interests: [ReadyStreams.Interest] {
        var found: [ReadyStreams.Interest] = []
        found.reserveCapacity(seats.count + 1)
        if acceptsFrom <= now { found.append(ReadyStreams.Interest(listener.number)) }
        for (number, seat) in seats {
            switch seat.phase {
            case .beginning(let wantsWrite): found.append(ReadyStreams.Interest(number, isForWriting: wantsWrite))
            case .waiting where seat.connection.guest.readsFrom <= now: found.append(ReadyStreams.Interest(number))
            case .waiting, .working: break
            }
        }
        return found
    }

    // MARK: Connections

    private mutating func acceptSome() {
        for _ in 0..<64 {
            switch listener.accept() {
            case .nobody: return
            case .noRoom:
                acceptsFrom = now + Self.second
                return
            case .connection(let socket): take(socket)
            }
        }
    }

    private mutating func take(_ socket: StreamSocket) {
        let isFull = seats.count >= limits.connections
        guard !isFull, socket.peer.isLocal || (byPeer[socket.peer] ?? 0) < limits.connectionsOfPeer else {
            // Under TLS nothing can be said yet.
            if case .ready = socket.begin() {
                _ = socket.write(Array("* BYE [UNAVAILABLE] There are too many connections\r\n".utf8)[...]) { _, _ in
                    false
                }
            }
            return socket.end()
        }
        byPeer[socket.peer, default: 0] += 1
        let guest = IMAPGuest(at: socket, of: handler, slowReaders)
        seats[socket.number] = Seat(IMAPConnection(guest, of: handler), at: now)
        goOn(socket.number)
    }

    private mutating func goOn(_ number: Int32) {
        guard let seat = seats[number] else { return }
        switch seat.phase {
        case .beginning: begin(seat, number)
        case .waiting: read(seat, number)
        case .working: break
        }
    }

    private mutating func begin(_ seat: Seat, _ number: Int32) {
        switch seat.connection.guest.socket.begin() {
        case .ready: work(for: number) { $0.begin(on: $1) }
        case .wantsRead: seats[number]?.phase = .beginning(wantsWrite: false)
        case .wantsWrite: seats[number]?.phase = .beginning(wantsWrite: true)
        case .failed: close(number)
        }
    }

    private mutating func read(_ seat: Seat, _ number: Int32) {
        switch seat.connection.guest.socket.read() {
        case .nothingYet: break
        case .end: close(number)
        case .bytes(let bytes):
            seats[number]?.heard = now
            seats[number]?.isAtRest = false
            work(for: number) { $0.receive(bytes, on: $1) }
        }
    }

    /// Has a thread of the pool work for a connection, which then has it until it is handed back.
    private mutating func work(for number: Int32, _ body: @escaping @Sendable (IMAPConnection, Ledger) -> Void) {
        guard let connection = seats[number]?.connection else { return }
        let turn = IMAPTurn()
        seats[number]?.phase = .working(turn)
        let isTaken = pool.submit { [signals] ledger in
            guard turn.take() else { return }
            body(connection, ledger)
            signals.giveBack(number)
        }
        if !isTaken {
            connection.end("[UNAVAILABLE] The server is busy")
            close(number)
        }
    }

    private mutating func close(_ number: Int32) {
        guard let seat = seats.removeValue(forKey: number) else { return }
        let others = (byPeer[seat.peer] ?? 1) - 1
        byPeer[seat.peer] = others > 0 ? others : nil
        seat.connection.guest.leave()
        seat.connection.guest.socket.end()
    }

    // MARK: What others say

    private mutating func takeSignals() {
        let (returned, hasGrown) = signals.take()
        if hasGrown {
            waitForGrowth()
            for number in seats.keys { seats[number]?.missedGrowth = true }
        }
        for number in returned {
            guard let seat = seats[number] else { continue }
            seats[number]?.phase = .waiting
            if seat.connection.isEnded { close(number) }
        }
        for number in hasGrown ? Array(seats.keys) : returned { announce(to: number) }
    }

    private mutating func announce(to number: Int32) {
        guard let seat = seats[number], seat.isWaiting, seat.missedGrowth else { return }
        seats[number]?.missedGrowth = false
        guard seat.connection.isIdling else { return }
        work(for: number) { $0.headMoved(on: $1) }
    }

    /// Waits for the log to grow, as those do who follow it.
    private func waitForGrowth() {
        wait(beyond: handler.hub.head)
    }

    private func wait(beyond head: Position) {
        Self.wait(beyond: head, handler, signals)
    }

    private static func wait(beyond head: Position, _ handler: APIHandler, _ signals: LoopSignals) {
        _ = handler.hub.wait(beyond: head) { hasGrown in
            guard !hasGrown else { return signals.noteGrowth() }
            // The hub wakes all now and then.
            if !signals.isStopping { wait(beyond: head, handler, signals) }
        }
    }

    // MARK: The clock

    private mutating func lookAtClocks() {
        nextLook = now + Self.second
        for (number, seat) in seats where !seat.isWorking { look(at: seat, number) }
    }

    private mutating func look(at seat: Seat, _ number: Int32) {
        let connection = seat.connection
        guard seat.isWaiting, connection.isKnown else {
            guard now - seat.since > limits.loginSeconds * Self.second else { return }
            return end(number, "[UNAVAILABLE] The login took too long")
        }
        guard connection.guest.isStillLetIn else {
            return end(number, "[UNAVAILABLE] \(IMAPGuest.tokenIsGone)")
        }
        guard now - seat.heard <= limits.silenceSeconds * Self.second else {
            return end(number, "[UNAVAILABLE] Nothing was said for too long")
        }
        if connection.isIdling, now - max(seat.signed, seat.heard) > limits.signSeconds * Self.second {
            seats[number]?.signed = now
            connection.showLife()
            if connection.isEnded { close(number) }
        }
        if !seat.isAtRest, now - seat.heard > Self.rest {
            seats[number]?.isAtRest = true
            connection.rest()
        }
    }

    private mutating func end(_ number: Int32, _ words: String) {
        // Under TLS nothing can be said while it begins.
        if let seat = seats[number], !seat.isBeginning { seat.connection.end(words) }
        close(number)
    }

    /// Says goodbye to all, and waits a while for what is being answered; what no thread has begun after that is not begun.
    private mutating func endAll() {
        let start = MonotonicClock.microseconds
        let (lastTurn, deadline) = (start + WorkPool.grace, start + 2_500_000)
        while true {
            let isLate = MonotonicClock.microseconds > lastTurn
            for (number, seat) in seats where !seat.isWorking || isLate && seat.take() {
                end(number, "The server stops")
            }
            guard !seats.isEmpty, MonotonicClock.microseconds < deadline else { break }
            _ = signals.streams.wait(for: [], milliseconds: 100)
            for number in signals.take().returned { seats[number]?.phase = .waiting }
        }
        for number in seats.keys { seats[number]?.connection.guest.socket.end() }
    }
}
