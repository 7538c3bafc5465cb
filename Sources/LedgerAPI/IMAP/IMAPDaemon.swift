internal import CivilTime
internal import Dispatch
internal import HTTPServing
internal import MailLedger
internal import Parallel
internal import StreamSockets
internal import Synchronization

/// Serves mail readers by IMAP at one address.
///
/// One thread waits for all connections (poll(2)) and never works; what they ask is answered on the threads of a pool, which have the
/// ledger open. So a session that waits has neither a thread nor a database.
final class IMAPDaemon: Sendable {
    /// Where it listens, with the port that the system chose.
    let address: ListenAddress
    private let listener: StreamListener
    private let signals: LoopSignals
    private let pool: WorkPool
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)

    /// Starts to listen.
    ///
    /// - Throws: `HTTPServerError`.
    init(
        at address: ListenAddress, for handler: APIHandler, opening: @escaping WorkPool.Opening
    ) throws(HTTPServerError) {
        var tls: TLSServer?
        if let certificate = handler.options.certificate { tls = try Self.tls(at: address, certificate) }
        let listener = try StreamListener(at: address, tls: tls)
        guard let signals = LoopSignals() else { throw .notStarted(reason: "no more files can be opened") }
        let limits = handler.options.imapLimits
        let pool = WorkPool(threads: limits.threads, capacity: 2 * limits.connections, opening: opening)
        (self.address, self.listener, self.signals, self.pool) = (listener.address, listener, signals, pool)
        let ended = ended
        let isStarted = BlockingThread.start {
            var loop = IMAPLoop(listener, handler, pool, signals)
            loop.run()
            ended.signal()
        }
        guard isStarted else {
            pool.close(by: MonotonicClock.microseconds)
            throw .notStarted(reason: "no more threads can be started")
        }
    }

    private static func tls(
        at address: ListenAddress, _ certificate: (chain: String, key: String)
    ) throws(HTTPServerError) -> TLSServer? {
        // The file system keeps others from a socket in it.
        guard case .tcp = address else { return nil }
        guard let tls = TLSServer(chain: certificate.chain, key: certificate.key) else {
            throw .notStarted(reason: "the certificate and the key cannot be used")
        }
        return tls
    }

    /// Returns what shows another certificate to all who connect from then on.
    ///
    /// - Throws: `HTTPServerError` where it cannot be used.
    func renewal(
        _ certificate: (chain: String, key: String)
    ) throws(HTTPServerError) -> @Sendable () -> Void {
        let tls = try Self.tls(at: address, certificate)
        return { [listener] in
            if let tls { listener.renew(tls) }
        }
    }

    /// Says goodbye to those who wait, and takes nothing more.
    func endSoon() {
        signals.stop()
        pool.begin(until: MonotonicClock.microseconds + WorkPool.grace)
    }

    /// Ends.
    ///
    /// - Parameter moment: How long to wait for what is being done, in microseconds of the monotonic clock.
    func stop(by moment: Int64) {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        endSoon()
        _ = ended.wait(timeout: DispatchTime(at: moment))
        pool.close(by: moment)
    }

    deinit {
        stop(by: MonotonicClock.microseconds + 3_000_000)
    }
}

/// What other threads say to the thread that waits for the connections.
final class LoopSignals: Sendable {
    private struct State {
        var returned: [Int32] = []
        var hasGrown = false
        var isStopping = false
    }

    let streams: ReadyStreams
    private let state = Mutex(State())

    init?() {
        guard let streams = ReadyStreams() else { return nil }
        self.streams = streams
    }

    /// Hands back a connection, once what it asked is answered.
    func giveBack(_ number: Int32) {
        state.withLock { $0.returned.append(number) }
        streams.wake()
    }

    /// Says that the log has grown.
    func noteGrowth() {
        state.withLock { $0.hasGrown = true }
        streams.wake()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        streams.wake()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// The connections that were handed back, and whether the log has grown, since this was asked last.
    func take() -> (returned: [Int32], hasGrown: Bool) {
        state.withLock { state in
            defer { (state.returned, state.hasGrown) = ([], false) }
            return (state.returned, state.hasGrown)
        }
    }
}
