internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import Fleet
internal import MailLedger
internal import SystemIdentity

/// The ledger that a command works on: in a folder, or on a server.
enum LedgerTarget: Hashable {
    case folder(LedgerLocation)
    case server(LedgerURL)

    /// Reads a path, or the URL of a database with a ledger in it.
    init(_ text: String) throws(SettingError) {
        guard LedgerURL.isURL(text) else {
            guard !text.contains("://") else { throw Self.notURL }
            self = .folder(Surroundings.current.location(text))
            return
        }
        guard let url = LedgerURL(text), url.ledger != nil else {
            // The URL is not repeated: it may have a password.
            throw LedgerURL.nameFault(in: text).map { SettingError(name: "ledger", description: $0) } ?? Self.notURL
        }
        self = .server(url)
    }

    /// Reads what was typed on a command line, which others on this machine see.
    init(typed text: String) throws(SettingError) {
        guard LedgerURL(text)?.hasPassword != true else { throw Self.passwordShown }
        try self.init(text)
    }

    private static let notURL = SettingError(
        name: "ledger",
        description: "the URL of a ledger on a server is postgresql://[USER@]HOST/DATABASE?ledger=NAME")

    static let passwordShown = SettingError(
        name: "ledger",
        description: "the URL has a password, which 'ps' shows to everybody on this machine: put it into ~/.pgpass, "
            + "a service of PGSERVICE, or PGPASSWORD")

    /// What messages call it; never with a password.
    var name: String {
        switch self {
        case .folder(let location): location.directory
        case .server(let url): url.description
        }
    }

    /// What messages call the key that signs its checkpoints.
    var keyPath: String {
        switch self {
        case .folder(let location): location.keysDirectory + "/signing.key"
        case .server: "the signing key of \(name)"
        }
    }

    /// Finds the place, on whose files root works in its owner's name.
    func place() throws -> any LedgerPlace {
        switch self {
        case .folder(let location):
            try WorkingUser.becomeOwner(of: location)
            return location
        case .server(let url):
            return try PostgresPlace(
                at: url, variables: Self.variables, cachesWithin: Settings().fleetCacheSize(),
                on: Surroundings.current.files)
        }
    }

    /// Where the ledger is, or where a copy of another can be made.
    func site() throws -> any LedgerSite {
        switch self {
        case .folder(let location):
            try WorkingUser.becomeOwner(of: location)
            return location
        case .server(let url): return ServerSite(url, variables: Self.variables, on: Surroundings.current.files)
        }
    }

    /// Makes a ledger there.
    func make(_ environment: LedgerEnvironment, keyUnder passphrase: Passphrase?) throws -> Ledger {
        switch self {
        case .folder(let location):
            try WorkingUser.becomeOwner(of: location)
            return try Ledger.create(at: location, environment: environment, keyUnder: passphrase)
        case .server(let url):
            try PostgresPlace.create(
                at: url, origin: environment.newOrigin(), environment: environment.log)
            let ledger = try place().open(.readWrite, environment: environment)
            try ledger.proofs.makeKeyIfNeeded(under: passphrase)
            return ledger
        }
    }

    /// What says where this machine's files of a ledger on a server lie.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME", "HOME"] {
            variables[name] = Surroundings.current.variable(name)
        }
        return variables
    }
}
