public import EventLog
public import HTTPServing
public import MailLedger
public import WebPage

/// How a ledger is served.
public struct ServerOptions: Sendable {
    package var place: any LedgerPlace
    public var environment: LedgerEnvironment
    public var address = ListenAddress.tcp(host: "127.0.0.1", port: 8420)
    /// Where mail readers find it by IMAP; nil for nowhere.
    public var imapAddress: ListenAddress?
    public var imapLimits = IMAPLimits()
    /// A chain of certificates and its key, as PEM.
    public var certificate: (chain: String, key: String)?
    /// Names under which clients may ask for it, beside those of this machine.
    public var names: Set<String> = []
    /// How the server gets a name, and somebody a code, in the words of the program that serves.
    public var advice = (names: "its owner can add names", codes: "its owner can make another")
    /// Whether anybody may have the signed checkpoint.
    public var hasPublicCheckpoint = false
    /// The paths of the witness files of a ledger.
    public var witnesses: @Sendable (LedgerID) -> [String] = { _ in [] }
    /// Called with the reason why read models cannot be used, before they are rebuilt.
    public var onUnusableViews: @Sendable (_ reason: String) -> Void = { _ in }
    /// Where a line is written for each request; nil for nowhere.
    public var accessLog: String?
    /// Where the files of the page come from.
    public var assets = PageAssets()
    /// How many threads read; nil for one a processor.
    public var readers: Int?
    public var limits = HTTPLimits()
    /// How long a question may take, in seconds.
    public var requestSeconds: Int64 = 30
    /// How often a stream in which nothing happens shows that it lives, in seconds.
    public var quietSeconds: Int64 = 15

    public init(location: LedgerLocation, environment: LedgerEnvironment) {
        self.init(place: location, environment: environment)
    }

    /// Serves a ledger in any place.
    package init(place: any LedgerPlace, environment: LedgerEnvironment) {
        self.place = place
        self.environment = environment
    }
}
