internal import CivilTime
internal import DiskFiles
internal import EventLog
public import HTTPServing
internal import IMAPServer
internal import MailLedger
internal import Parallel
internal import Synchronization

/// A ledger that is served over HTTP.
///
/// ```swift
/// let server = try LedgerServer(ServerOptions(location: location, environment: .current()))
/// print(server.address)
/// server.stop()
/// ```
public final class LedgerServer: Sendable {
    private let daemon: HTTPDaemon
    private let handler: APIHandler
    private let watch: LogWatch
    private let imap: IMAPDaemon?

    /// Where it listens.
    public var address: ListenAddress { daemon.address }

    /// Where mail readers find it by IMAP; nil for nowhere.
    public var imapAddress: ListenAddress? { imap?.address }

    /// What takes its requests, for tests that need no socket.
    package var requests: any HTTPHandler { handler }

    /// Opens the ledger and begins to listen.
    ///
    /// - Throws: What opening the ledger throws; `HTTPServerError` where the address cannot be listened on.
    public init(_ options: ServerOptions) throws {
        let open: WorkPool.Opening = { onQuestion in
            var environment = options.environment
            environment.onQuestion = onQuestion
            let ledger = try options.place.open(.readWrite, environment: environment)
            ledger.onUnusableViews = options.onUnusableViews
            return ledger
        }
        // What is wrong with the ledger is said here, and its views and tokens are there before the first question.
        let ledger = try open(nil)
        let head = try ledger.store.head().position
        let handler = APIHandler(
            options, try ServedFolder(of: options.place),
            readers: WorkPool(threads: max(1, options.readers ?? Processors.count), capacity: 1_024, opening: open),
            writer: WorkPool(threads: 1, capacity: 64, opening: open),
            past: WorkPool(threads: 1, capacity: 64, opening: open), moments: MomentBuilder(opening: open),
            uploads: WorkPool(threads: 1, capacity: 4_096, opening: open), owner: KernelFiles.shared.user.effective,
            accessLog: try options.accessLog.map { try AccessLog($0) }, recent: RecentMessages(after: head))
        do {
            try handler.tokens.refresh(from: ledger)
            var imap: IMAPDaemon?
            daemon = try HTTPDaemon(
                at: options.address, limits: options.limits, certificate: options.certificate, answering: handler
            ) { address throws(HTTPServerError) in
                let isBehindProxy = !options.limits.proxies.isEmpty
                // The socket of a service manager shows only now where it listens.
                if options.address == .inherited, !address.isLocal, options.certificate == nil, !isBehindProxy {
                    throw .inTheClear
                }
                let isOpen = !address.isLocal && options.certificate == nil
                handler.servesProxiesAlone.store(isOpen && isBehindProxy, ordering: .relaxed)
                handler.hosts.withLock {
                    $0 = HostList(
                        address, machine: options.environment.host, names: options.names, isBehindProxy: isBehindProxy)
                }
                if let address = options.imapAddress {
                    imap = try IMAPDaemon(at: address, for: handler, opening: open)
                }
            }
            self.imap = imap
        } catch {
            handler.close(by: MonotonicClock.microseconds)
            throw error
        }
        self.handler = handler
        watch = LogWatch(handler, opening: open)
    }

    /// Makes a code that lets a browser in once, within two minutes, to read, audit and take back in the owner's name.
    ///
    /// - Parameter whenSpent: Called once, when the code was used or is over, or the server stops.
    public func makeLoginCode(whenSpent: @escaping @Sendable () -> Void) -> String {
        handler.codes.issue(at: handler.now, whenSpent: whenSpent)
    }

    /// Shows another certificate to all who connect from now on, by HTTP and by IMAP. A server without TLS stays one.
    ///
    /// - Throws: `HTTPServerError` where it cannot be used; then the former one stays.
    public func renew(certificate: (chain: String, key: String)) throws(HTTPServerError) {
        guard handler.options.certificate != nil else { return }
        let renewIMAP = try imap?.renewal(certificate)
        try daemon.renew(certificate: certificate)
        renewIMAP?()
    }

    deinit {
        stop()
    }

    /// Ends within five seconds: streams end, what is being answered is answered, and nothing more is taken.
    public func stop() {
        let end = MonotonicClock.microseconds + Self.stopMicroseconds
        handler.endSoon()
        imap?.endSoon()
        daemon.stop()
        imap?.stop(by: end)
        watch.stop()
        handler.codes.endAll()
        handler.close(by: end)
    }

    /// How long a server takes at most to end: the answers have ``HTTPLimits/stopSeconds`` of it, before their threads are
    /// waited for.
    private static let stopMicroseconds: Int64 = 4_600_000
}
