package import DiskFiles
package import EventLog
package import MailLedger

/// The files that a node keeps of a ledger on a server.
///
/// Read models, full text and past views are in a cache: removing it costs the time to build them again. The key that
/// signs checkpoints is no cache, and lies apart.
package struct NodeFolder: Sendable {
    package let location: LedgerLocation

    /// Finds the folders by the variables of the XDG specification.
    ///
    /// They are `$XDG_CACHE_HOME/mailledger/<ledger>`, else `~/.cache/mailledger/<ledger>`; and
    /// `$XDG_DATA_HOME/mailledger/keys/<ledger>`, else `~/.local/share/mailledger/keys/<ledger>`
    /// (<https://specifications.freedesktop.org/basedir-spec/latest/#variables>).
    ///
    /// - Throws: ``LedgerError/noPlace`` if none of them says where.
    package init(
        of ledger: LedgerID, environment: [String: String], on files: any Files = KernelFiles.shared
    ) throws(LedgerError) {
        func folder(_ name: String, _ below: String) throws(LedgerError) -> String {
            if let path = environment[name], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noPlace }
            return home + below
        }
        let cache = try folder("XDG_CACHE_HOME", "/.cache")
        let data = try folder("XDG_DATA_HOME", "/.local/share")
        location = LedgerLocation(
            "\(cache)/mailledger/\(ledger)", keys: "\(data)/mailledger/keys/\(ledger)", on: files)
    }

    /// Makes the cache for its owner only, on a disk whose locks can be trusted.
    func make() throws(LedgerError) {
        try location.makeDirectory()
        let keys = location.keysDirectory.split(separator: "/").dropLast().joined(separator: "/")
        try LedgerLocation("/" + keys, on: location.files).makeDirectory()
        try location.requireLocalFileSystem()
        try location.requireOthersKeptOut()
    }
}
