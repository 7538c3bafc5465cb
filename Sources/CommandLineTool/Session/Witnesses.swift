internal import ConfigurationFiles
internal import EventLog
internal import MailLedger
internal import SystemIdentity

/// The witnesses of each ledger: paths in the configuration file, outside of any ledger.
///
/// So a ledger that is restored to yesterday as a whole is detected.
struct Witnesses {
    /// The group of the configuration file; a key is the ledger's id and a number behind it.
    static let group = "witness"

    private let settings: Settings
    private let ledger: LedgerID

    init(_ settings: Settings, of ledger: LedgerID) {
        self.settings = settings
        self.ledger = ledger
    }

    private func keys() throws -> [(key: ConfigurationKey, path: String)] {
        let start = "\(ledger)_"
        return try settings.configuration().values(in: Self.group).filter { $0.key.hasPrefix(start) }
            .sorted { $0.key < $1.key }.map { (ConfigurationKey(group: Self.group, name: $0.key), $0.value) }
    }

    /// The paths, as they were added.
    func paths() throws -> [String] {
        try keys().map(\.path)
    }

    /// Remembers a witness; one that is there already stays.
    func add(_ path: String) throws {
        let keys = try keys()
        guard !keys.contains(where: { $0.path == path }) else { return }
        let taken = Set(keys.map(\.key.name))
        let number = (1...).first { !taken.contains("\(ledger)_\($0)") } ?? 1
        let key = ConfigurationKey(group: Self.group, name: "\(ledger)_\(number)")
        _ = try WorkingUser.asItself { try settings.writableFile().set(key, to: path) }
    }

    /// Forgets a witness, and returns whether it was one.
    func remove(_ path: String) throws -> Bool {
        let found = try keys().filter { $0.path == path }
        for (key, _) in found { _ = try WorkingUser.asItself { try settings.writableFile().set(key, to: nil) } }
        return !found.isEmpty
    }

    /// Compares a ledger with its witnesses, and lets them follow each change from here on.
    ///
    /// A witness that cannot be read, for example because its disk is missing, causes a warning and does not stop work.
    ///
    /// - Throws: ``WitnessFault`` for a ledger that disagrees with a witness.
    func watch(_ ledger: Ledger) throws {
        let paths = try paths()
        guard !paths.isEmpty else { return }
        for path in paths {
            try Self.tolerating { try ledger.proofs.check(witness: path) }
        }
        ledger.store.onAppend = { [unowned ledger] in
            for path in paths {
                do {
                    try ledger.proofs.update(witness: path)
                } catch {
                    Self.warn(error)
                }
            }
        }
    }

    private static func tolerating(_ check: () throws -> Void) throws {
        do {
            try check()
        } catch let error as LedgerError {
            warn(error)
        }
    }

    private static func warn(_ error: any Error) {
        StandardError.line(Sanitizer.line("warning: a witness does not follow: \(Failure(error).message)"))
    }
}
