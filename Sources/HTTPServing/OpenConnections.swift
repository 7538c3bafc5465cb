internal import CivilTime
internal import Glibc
internal import Synchronization

/// The connections of a server, and what each of them is at.
///
/// The library's own clock counts inactivity alone: who sends a byte a second would never be ended by it.
final class OpenConnections: Sendable {
    /// What a connection waits for.
    private enum Phase {
        /// The header of a request, the first one or another.
        case header(isFirst: Bool)
        case body(byteCount: Int64)
        /// The answer, which is ours to make.
        case answer
        /// The client, who has to take the answer.
        case sending(OutgoingAnswer)
    }

    private struct Entry {
        let socket: Int32
        let peer: HTTPPeer
        /// The address of this machine at which it came in; nil for a Unix socket.
        let local: String?
        var phase = Phase.header(isFirst: true)
        var since = MonotonicClock.microseconds
        var exchange: Exchange?
        /// Bytes of its body that are held.
        var heldBody = 0
        /// Who asks behind a proxy; nil for the peer itself.
        var client: HTTPPeer?

        var outgoing: OutgoingAnswer? { if case .sending(let outgoing) = phase { outgoing } else { nil } }

        /// Cuts the connection.
        func cut() {
            if outgoing != nil {
                // The system, too, would go on to hold what the client does not take.
                var now = linger(l_onoff: 1, l_linger: 0)
                unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            }
            shutdown(socket, Int32(SHUT_RDWR))
        }

        /// Notes that some bytes of its body have come.
        mutating func note(_ count: Int) {
            if case .body(let before) = phase { phase = .body(byteCount: before + Int64(count)) }
        }
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var byPeer: [HTTPPeer: Int] = [:]
        /// Requests of clients behind proxies.
        var byClient: [HTTPPeer: Int] = [:]
        /// Bytes of bodies that are coming in or were not yet answered.
        var bodyBytes = 0

        /// Notes that the request of a connection is over.
        mutating func endRequest(_ id: UInt) {
            entries[id]?.outgoing?.end()
            entries[id]?.exchange = nil
            letGoOfBody(id)
            if let client = entries[id]?.client.take() { Self.subtract(client, &byClient) }
        }

        /// Notes that nothing of a body is held any more.
        mutating func letGoOfBody(_ id: UInt) {
            bodyBytes -= entries[id]?.heldBody ?? 0
            entries[id]?.heldBody = 0
        }

        /// Cuts those whose bodies come slowest, once they had some time, until there is room for more bytes.
        mutating func cutSlowBodies(for count: Int, but own: UInt, _ limits: HTTPLimits) {
            let now = MonotonicClock.microseconds
            let slowest = entries.compactMap { id, entry -> (id: UInt, pace: Double)? in
                guard case .body(let count) = entry.phase, id != own, entry.heldBody > 0,
                    now - entry.since >= limits.patienceSeconds * 1_000_000
                else { return nil }
                return (id, Double(count) / Double(now - entry.since))
            }.sorted { $0.pace < $1.pace }
            for (id, _) in slowest where bodyBytes + count > limits.bodies {
                entries[id]?.cut()
                letGoOfBody(id)
            }
        }

        static func subtract(_ peer: HTTPPeer, _ counts: inout [HTTPPeer: Int]) {
            let others = (counts[peer] ?? 1) - 1
            counts[peer] = others > 0 ? others : nil
        }
    }

    private let limits: HTTPLimits
    private let state = Mutex(State())
    /// Bytes of answers that clients have still to take.
    private let answerBytes = Atomic<Int>(0)

    init(_ limits: HTTPLimits) {
        self.limits = limits
    }

    /// Whether another connection of a peer is taken.
    func accepts(_ peer: HTTPPeer) -> Bool {
        peer.isLocal || peer.isProxy(among: limits.proxies)
            || state.withLock { ($0.byPeer[peer] ?? 0) < limits.connectionsOfPeer }
    }

    func open(_ id: UInt, socket: Int32, peer: HTTPPeer, at local: String?) {
        state.withLock { state in
            state.entries[id] = Entry(socket: socket, peer: peer, local: local)
            state.byPeer[peer, default: 0] += 1
        }
    }

    func close(_ id: UInt) {
        state.withLock { state in
            state.endRequest(id)
            if let entry = state.entries.removeValue(forKey: id) { State.subtract(entry.peer, &state.byPeer) }
        }
    }

    /// Who is at the other end of a connection, and at which address of this machine it came in.
    func ends(of id: UInt) -> (peer: HTTPPeer, local: String?)? {
        state.withLock { state in state.entries[id].map { ($0.peer, $0.local) } }
    }

    /// A header has come; returns whether its client may have one more request.
    func begin(_ exchange: Exchange, of client: HTTPPeer, on id: UInt) -> Bool {
        state.withLock { state in
            guard let peer = state.entries[id]?.peer else { return true }
            state.entries[id]?.exchange = exchange
            state.entries[id]?.phase = .body(byteCount: 0)
            state.entries[id]?.since = MonotonicClock.microseconds
            guard client != peer, !client.isLocal else { return true }
            state.entries[id]?.client = client
            state.byClient[client, default: 0] += 1
            return (state.byClient[client] ?? 0) <= limits.connectionsOfPeer
        }
    }

    /// Some bytes of a body have come that somebody takes.
    func receive(_ count: Int, on id: UInt) {
        state.withLock { $0.entries[id]?.note(count) }
    }

    /// Some bytes of a body have come that are held until all of it is there; returns whether there is room for them.
    ///
    /// The slowest of those that had some time lose theirs: else a few clients could keep all others out.
    func hold(_ count: Int, on id: UInt) -> Bool {
        state.withLock { state in
            if state.bodyBytes + count > limits.bodies { state.cutSlowBodies(for: count, but: id, limits) }
            guard state.bodyBytes + count <= limits.bodies, state.entries[id] != nil else { return false }
            state.bodyBytes += count
            state.entries[id]?.heldBody += count
            state.entries[id]?.note(count)
            return true
        }
    }

    /// All of a request has come.
    func answer(on id: UInt) {
        state.withLock { $0.entries[id]?.phase = .answer }
    }

    /// The answer begins to go out.
    func send(_ outgoing: OutgoingAnswer, on id: UInt) {
        state.withLock { $0.entries[id]?.phase = .sending(outgoing) }
    }

    /// The answer has gone out.
    func finish(on id: UInt) {
        state.withLock { state in
            state.endRequest(id)
            state.entries[id]?.phase = .header(isFirst: false)
            state.entries[id]?.since = MonotonicClock.microseconds
        }
    }

    /// The requests that wait for an answer, or for the end of one.
    var exchanges: [Exchange] {
        state.withLock { $0.entries.values.compactMap(\.exchange) }
    }

    /// The streams whose clients are gone: while a connection is suspended the library does not look.
    var abandoned: [Exchange] {
        state.withLock { state in
            state.entries.values.compactMap { entry -> Exchange? in
                guard entry.outgoing != nil, let exchange = entry.exchange, exchange.isStreaming else {
                    return nil
                }
                var byte: UInt8 = 0
                let count = unsafe recv(entry.socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
                return count == 0 || (count < 0 && errno == ECONNRESET) ? exchange : nil
            }
        }
    }

    /// Cuts the connections whose clients are too slow.
    ///
    /// The library sees the end, and closes: a descriptor is another's only once it was taken out of the table, under the same lock.
    func cutSlowOnes() {
        let now = MonotonicClock.microseconds
        state.withLock { state in
            for entry in state.entries.values {
                let seconds = (now - entry.since) / 1_000_000
                let isTooSlow =
                    switch entry.phase {
                    case .header(isFirst: true): seconds > limits.headerSeconds
                    case .header(isFirst: false): seconds > limits.idleSeconds + limits.headerSeconds
                    case .body(let count): seconds > limits.headerSeconds + count / limits.bodyBytesPerSecond
                    case .answer: false
                    case .sending(let outgoing): outgoing.isTooSlow(at: now)
                    }
                if isTooSlow { entry.cut() }
            }
        }
    }

    // MARK: Bytes of answers

    /// Takes room for bytes of an answer; false where there is none.
    ///
    /// The slowest of those who have had some time lose theirs to others. Each of them sees that its answer is not whole.
    func makeRoom(for count: Int) -> Bool {
        if answerBytes.add(count, ordering: .relaxed).newValue <= limits.answers { return true }
        let now = MonotonicClock.microseconds
        let hasRoom = state.withLock { state in
            let slowest = state.entries.values.compactMap { entry in
                entry.outgoing.flatMap { outgoing in outgoing.pace(at: now).map { (entry, outgoing, pace: $0) } }
            }.sorted { $0.pace < $1.pace }
            for (entry, outgoing, _) in slowest where answerBytes.load(ordering: .relaxed) > limits.answers {
                entry.cut()
                outgoing.end()
            }
            return answerBytes.load(ordering: .relaxed) <= limits.answers
        }
        if !hasRoom { giveBack(count) }
        return hasRoom
    }

    func giveBack(_ count: Int) {
        answerBytes.subtract(count, ordering: .relaxed)
    }
}
