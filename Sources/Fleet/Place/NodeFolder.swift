package import DiskFiles
package import EventLog
package import MailLedger

/// The files that a node keeps of a ledger on a server.
///
/// Read models, full text and past views are in a cache: removing it costs the time to build them again. The key that
/// signs checkpoints is no cache, and lies apart.
package struct NodeFolder: Sendable {
    package let location: LedgerLocation
    private let ledger: LedgerID
    private let caches: NodeCaches

    /// Finds the folders by the variables of the XDG specification.
    ///
    /// They are `$XDG_CACHE_HOME/mailledger/<ledger>`, else `~/.cache/mailledger/<ledger>`; and
    /// `$XDG_DATA_HOME/mailledger/keys/<ledger>`, else `~/.local/share/mailledger/keys/<ledger>`
    /// (<https://specifications.freedesktop.org/basedir-spec/latest/#variables>).
    ///
    /// - Throws: ``LedgerError/noPlaceForCaches`` if none of them says where.
    package init(
        of ledger: LedgerID, environment: [String: String], on files: any Files = KernelFiles.shared
    ) throws(LedgerError) {
        func folder(_ name: String, _ below: String) throws(LedgerError) -> String {
            if let path = environment[name], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noPlaceForCaches }
            return home + below
        }
        let cache = try folder("XDG_CACHE_HOME", "/.cache")
        let data = try folder("XDG_DATA_HOME", "/.local/share")
        self.ledger = ledger
        caches = NodeCaches(folder: "\(cache)/mailledger", files: files)
        location = LedgerLocation(
            caches.cache(of: ledger), keys: "\(data)/mailledger/keys/\(ledger)", on: files)
    }

    /// Makes the cache for its owner only, on a disk whose locks can be trusted.
    ///
    /// - Parameter limit: The most bytes of all caches of this node; those that were used least lately are removed.
    /// - Returns: What keeps other processes from removing this one, for as long as it lives.
    func make(within limit: Int64? = nil) throws(LedgerError) -> FileLock? {
        let use = try caches.use(ledger)
        let isNew = !location.files.isFolder(location.directory)
        try location.makeDirectory()
        let keys = location.keysDirectory.split(separator: "/").dropLast().joined(separator: "/")
        try LedgerLocation("/" + keys, on: location.files).makeDirectory()
        try location.requireLocalFileSystem()
        try location.requireOthersKeptOut()
        if let limit { caches.keep(within: limit, after: ledger, isGrown: isNew) }
        return use
    }
}
