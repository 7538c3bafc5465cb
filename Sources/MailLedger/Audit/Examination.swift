internal import Content
internal import EventLog
internal import Glibc
public import Hashing
internal import Mail
internal import Projections
internal import SQLite

/// One thing that an examination looked at.
public struct Finding: Sendable, Hashable {
    public let subject: String
    public let isHealthy: Bool
    /// What was found, and what to do about it where it is not healthy.
    public let detail: String
}

extension Ledger {
    /// Looks for what is wrong with the ledger, and changes nothing.
    public func examine() throws -> [Finding] {
        var findings = [try examineLog()]
        if let location { findings += [examineModes(of: location)] }
        findings += [examineContent()]
        findings += try examineViews()
        if location != nil { findings += [try search.examine(head: store.head().position)] }
        return findings
    }

    private func examineLog() throws -> Finding {
        let identity = store.identity
        let head = try store.head()
        return Finding(
            subject: "log", isHealthy: true,
            detail:
                "ledger \(identity.id), format \(identity.format), \(head.position) events in \(head.transaction) transactions"
        )
    }

    private func examineModes(of location: LedgerLocation) -> Finding {
        let open = [
            location.directory, location.logPath, location.directory + "/content.sqlite",
            location.directory + "/content",
            location.viewsDirectory, location.searchPath, location.keysDirectory,
            location.keysDirectory + "/signing.key",
        ].filter { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 && status.st_mode & 0o077 != 0
        }
        return Finding(
            subject: "modes", isHealthy: open.isEmpty,
            detail: open.isEmpty
                ? "only the owner can read the ledger"
                : "others can read \(open.joined(separator: ", ")); 'chmod -R go= \(location.directory)' mends it")
    }

    private func examineContent() -> Finding {
        Finding(
            subject: "content", isHealthy: !content.isStandIn,
            detail: content.isStandIn
                ? "the store is missing or damaged; bring content.sqlite back from a backup" : "the store is there")
    }

    private func examineViews() throws -> [Finding] {
        let head = try store.head().position
        return try read { reader in
            let lag = head.rawValue - reader.position.rawValue
            let orphans = try reader.orphans()
            return [
                Finding(
                    subject: "views", isHealthy: true,
                    detail: lag == 0
                        ? "at the log's head" : "\(lag) events behind the log; the next command brings them up"),
                Finding(
                    subject: "orphans", isHealthy: orphans == 0,
                    detail: orphans == 0
                        ? "every row belongs to something"
                        : "\(orphans) rows belong to nothing; 'mailledger rebuild' makes the views anew"),
            ]
        }
    }

    /// Returns the digests that the log names and the content store does not have.
    public func missingContent() throws -> [SHA256Digest] {
        var missing: Set<SHA256Digest> = []
        try forEachNamedContent { digest in
            if try !missing.contains(digest) && !isStored(digest) { missing.insert(digest) }
        }
        return missing.sorted()
    }

    // What a damaged store cannot tell of is as good as missing.
    private func isStored(_ digest: SHA256Digest) throws -> Bool {
        do {
            return try content.contains(digest)
        } catch let error as ContentError where error.isDamage {
            return false
        }
    }
}

extension LedgerReader {
    /// Counts rows that name a thing that is not there.
    func orphans() throws -> Int {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM folder WHERE account NOT IN (SELECT id FROM account))
                + (SELECT count(*) FROM folder WHERE parent NOT IN (SELECT id FROM folder))
                + (SELECT count(*) FROM message WHERE account NOT IN (SELECT id FROM account))
                + (SELECT count(*) FROM copy WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM copy WHERE folder NOT IN (SELECT id FROM folder))
                + (SELECT count(*) FROM keyword WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM attachment WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM thread_member WHERE message NOT IN (SELECT id FROM message))
                + (SELECT count(*) FROM thread_member WHERE thread NOT IN (SELECT id FROM thread))
            """
        ) { Int($0.integer(0)) } ?? 0
    }
}
