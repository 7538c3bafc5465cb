internal import ArgumentParsing
internal import DiskFiles
internal import HTTPServing
internal import LedgerAPI
internal import MailLedger
internal import Processes
internal import Synchronization
internal import Terminals
internal import WebPage

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the ledger over HTTP, and by IMAP, until it is stopped.",
        examples: [
            CommandExample("mailledger serve --open", "and open the page in your browser"),
            CommandExample("mailledger serve", "on http://127.0.0.1:8420, for this machine alone"),
            CommandExample(
                "mailledger serve --listen unix:/run/user/1000/mailledger.sock",
                "for the owner's programs, without a token"),
            CommandExample(
                "mailledger serve --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem --name mail.example.org",
                "for other machines"),
            CommandExample("mailledger serve --imap 127.0.0.1:8143", "also for mail readers, by IMAP"),
        ],
        discussion: """
            Programs need a token ('mailledger token add'), and may do what its scopes allow; the log records their
            changes under the token's actor. Paths: POST /v1/requests (Docs/Requests.md), GET /v1/events,
            /v1/messages/ID/raw and /v1/messages/ID/attachments/N, /v1/proofs, /v1/checkpoint and /healthz;
            Docs/Server.md describes each. Mail programs find JMAP at /.well-known/jmap; Docs/JMAP.md says which
            methods there are. An address that other machines can reach needs TLS, or a proxy in front of it. Ctrl-C
            and SIGTERM end it within five seconds. SIGHUP makes it read the certificate and its key again; a server
            that was started at a terminal ends.

            People open the page at the server's address. With --open it opens in your browser ($BROWSER, else that of
            the desktop), logged in by a code that is valid once, for two minutes. The page may then read, audit and
            undo in your name, and never erase. Other people log in with a token.

            With --imap mail readers find the same mail. The user name is the address of the account. The password is a
            token with the scope read; to change something, it also needs write. On an address that other machines can
            reach it speaks TLS from the first byte, with the same certificate. Docs/Server.md has the rest.
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where to listen: ADDRESS:PORT, unix:PATH, or fd for a socket of the service manager.", valueName: "address"
        ))
    var listen = "127.0.0.1:8420"
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also listen for IMAP here: ADDRESS:PORT, or unix:PATH (default: nowhere).", valueName: "address"))
    var imap: String?
    @Option(
        name: .long, help: ArgumentHelp("The chain of certificates, as PEM; needs --tls-key.", valueName: "file"),
        completion: .file())
    var tlsCert: String?
    @Option(
        name: .long, help: ArgumentHelp("The key of the certificate, as PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Addresses of the proxies in front of the server, which encrypt the connection and name the client.",
            valueName: "address,…"))
    var behindProxy: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Host names to accept, besides this machine's name and addresses.", valueName: "name,…"))
    var name: String?
    @Flag(name: .long, help: "Open the page in your browser, logged in to read, audit and undo.")
    var open = false
    @Option(
        name: .long,
        help: ArgumentHelp("Read the page's files from a folder each time, while you work on them.", valueName: "dir"),
        completion: .directory)
    var assets: String?
    @Flag(name: .long, help: "Serve the signed checkpoint without a token, so that a witness can poll it.")
    var publicCheckpoint = false
    @Option(
        name: .long,
        help: ArgumentHelp("Write a line of JSON for each request, without content of mail.", valueName: "file"),
        completion: .file())
    var accessLog: String?
    @Option(name: .long, help: ArgumentHelp("How many threads read (default: one per processor).", valueName: "n"))
    var readers: Int?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard let address = ListenAddress(listen) else {
            throw ValidationError(
                "--listen takes ADDRESS:PORT with a numeric address, unix:/PATH or fd; this is \"\(listen)\"")
        }
        try validateIMAP()
        if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("--tls-cert and --tls-key go together") }
        if let readers, !(1...64).contains(readers) { throw ValidationError("--readers takes a number from 1 to 64") }
        if behindProxy != nil { _ = try proxies() }
        if open, case .unix = address {
            throw ValidationError("--open needs an address that a browser can ask: ADDRESS:PORT")
        }
        let isProtected = tlsCert != nil || behindProxy != nil
        guard address.isLocal || isProtected || address == .inherited else {
            throw ValidationError(
                "Tokens and mail would go over the network in the clear: give --tls-cert and --tls-key, or --behind-proxy"
            )
        }
    }

    /// The addresses of the proxies, as those of connections are written.
    private func proxies() throws -> Set<String> {
        let words = words(behindProxy)
        guard !words.isEmpty else {
            throw ValidationError("--behind-proxy takes one address at least, as in 192.0.2.7")
        }
        return Set(
            try words.map { word -> String in
                guard let address = HTTPPeer.canonical(word), !["0.0.0.0", "::"].contains(address) else {
                    let kind = word.contains("/") ? "a network: name each proxy" : "none"
                    throw ValidationError(
                        "--behind-proxy takes addresses of proxies, such as 192.0.2.7; \"\(word)\" is \(kind)")
                }
                return address
            })
    }

    private func validateIMAP() throws {
        guard let imap else { return }
        guard let address = ListenAddress(imap), address != .inherited else {
            throw ValidationError(
                "--imap takes ADDRESS:PORT with a numeric address, or unix:/PATH; this is \"\(imap)\"")
        }
        // A proxy for HTTP speaks no IMAP.
        guard address.isLocal || tlsCert != nil else {
            throw ValidationError(
                "By IMAP, too, tokens and mail would go over the network in the clear: give --tls-cert and --tls-key")
        }
    }

    func run() throws {
        // It may be gone before the ledger is open.
        let beganAtTerminal = Self.isAtTerminal
        // Every thread that starts from here on leaves the signals to this one.
        ServerSignals.block()
        ThisProcess.forbidCoreDumps()
        let session = Session(ledger, .text)
        // What there is to say of the ledger, as of an interrupted erasure, is said once and here.
        let environment = try session.open().environment
        var options = ServerOptions(place: try Session.target(ledger).place(), environment: environment)
        options.address = ListenAddress(listen) ?? options.address
        options.imapAddress = imap.flatMap { ListenAddress($0) }
        options.certificate = try certificate?.read()
        if behindProxy != nil { options.limits.proxies = try proxies() }
        options.names = Set(words(name))
        options.advice = ("its owner can add names with --name", "run 'mailledger serve --open' again")
        options.hasPublicCheckpoint = publicCheckpoint
        options.witnesses = { (try? Witnesses(Settings(), of: $0).paths()) ?? [] }
        options.onUnusableViews = Session.tellUnusableViews
        options.accessLog = accessLog
        options.readers = readers
        options.assets = try pageAssets()
        let server = try start(options)
        let places =
            ["\(url(of: server.address)) (page, JMAP, API)"] + [server.imapAddress.map(imapURL)].compactMap { $0 }
        session.line(
            "Serving \(options.place.name) on \(places.joined(separator: " and ")). Press Ctrl-C to stop.")
        try session.output.finish()
        if server.address.isOfAll, name == nil {
            StandardError.line("note: it answers under this machine's name and addresses; --name adds other names")
        }
        if open { openPage(of: server) }
        waitForEnd(of: server, beganAtTerminal: beganAtTerminal)
        server.stop()
    }

    /// Waits until somebody stops the server, and shows another certificate when it is there.
    private func waitForEnd(of server: LedgerServer, beganAtTerminal: Bool) {
        while ServerSignals.wait() == .hangUp {
            // What was started at a terminal ends with it; a shell that exits sends the signal before the terminal is gone.
            if beganAtTerminal { return }
            guard let certificate else {
                StandardError.line("note: there is no certificate to read again")
                continue
            }
            do {
                try server.renew(certificate: certificate.read())
                StandardError.line("note: the certificate was read again")
            } catch HTTPServerError.notStarted(let reason) {
                tellUnusable("\(certificate.chain): \(reason)")
            } catch {
                tellUnusable(Failure(error).message)
            }
        }
    }

    private func tellUnusable(_ reason: String) {
        StandardError.line(Sanitizer.line("warning: \(reason); the former certificate stays in use"))
    }

    private static var isAtTerminal: Bool {
        [Descriptor.standardInput, .standardOutput, .standardError].contains { Terminal.isTerminal($0) }
    }

    private func start(_ options: ServerOptions) throws -> LedgerServer {
        do {
            return try LedgerServer(options)
        } catch HTTPServerError.inTheClear {
            throw ValidationError(
                "The socket that was handed over is open to the network; give --tls-cert, or --behind-proxy")
        } catch HTTPServerError.address(let address, let reason) {
            throw LedgerError.io(path: address, reason: reason)
        } catch HTTPServerError.notStarted(let reason) {
            throw LedgerError.io(path: tlsCert ?? listen, reason: reason)
        }
    }

    private func pageAssets() throws -> PageAssets {
        let assets = PageAssets(folder: assets)
        if let folder = assets.folder, assets.asset("index.html") == nil {
            throw LedgerError.io(path: folder, reason: "has no index.html that can be read")
        }
        return assets
    }

    /// Lets the browser in by a code, which it gets by a file that is gone once the code was used.
    private func openPage(of server: LedgerServer) {
        let file = OpenedFile()
        let address = "\(pageAddress(of: server.address))/#login=\(server.makeLoginCode { file.remove() })"
        let sayHow: @Sendable () -> Void = {
            StandardError.line(
                """
                note: no browser could be opened from here; open this address in one of this machine, once and within two minutes:
                  \(address)
                """)
        }
        guard let made = try? LoginFile(leadingTo: address) else { return sayHow() }
        file.set(made)
        WebBrowser.open(made.path, whenFailed: sayHow)
    }

    /// Where a browser of this machine finds the page.
    private func pageAddress(of address: ListenAddress) -> String {
        guard case .tcp(let host, let port) = address else { return url(of: address) }
        // A certificate is for a name.
        let named = tlsCert == nil ? nil : words(name).first.map { "https://\($0):\(port)" }
        return named ?? url(of: .tcp(host: ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host, port: port))
    }

    private var certificate: CertificateFiles? {
        guard let tlsCert, let tlsKey else { return nil }
        return CertificateFiles(chain: tlsCert, key: tlsKey)
    }

    private func words(_ list: String?) -> [String] {
        (list ?? "").split(separator: ",").map(String.init)
    }

    private func imapURL(of address: ListenAddress) -> String {
        guard case .tcp(let host, let port) = address else { return "\(url(of: address)) (IMAP)" }
        let scheme = tlsCert == nil ? "imap" : "imaps"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    private func url(of address: ListenAddress) -> String {
        let scheme = tlsCert == nil ? "http" : "https"
        return switch address {
        case .tcp(let host, let port): "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .inherited: "the socket that was handed over"
        }
    }
}

/// The file that leads a browser to the page, which is removed whenever its code is spent.
private final class OpenedFile: Sendable {
    private let state = Mutex<(file: LoginFile?, isSpent: Bool)>((nil, false))

    func set(_ file: LoginFile) {
        let isSpent = state.withLock { state in
            state.file = file
            return state.isSpent
        }
        if isSpent { file.remove() }
    }

    func remove() {
        let file = state.withLock { state in
            state.isSpent = true
            return state.file
        }
        file?.remove()
    }
}
