internal import Content
internal import EventLog
internal import Glibc
public import Hashing
internal import Mail

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
        if let location { findings += [examineModes(of: location), try examineKey()] }
        findings += [examineContent()]
        findings += try examineViews()
        if location != nil { findings += [try search.examine(head: store.head().position)] }
        return findings
    }

    private func examineLog() throws -> Finding {
        let identity = store.identity
        let head = try store.head()
        if let fault = try logFault() {
            let sound = try store.soundPrefix()
            // What stands beside the events, such as an index or a checkpoint, is nothing to salvage them from.
            let advice =
                sound.fault == nil
                ? "All events hold, and what stands beside them does not; a backup may be whole"
                : "The first \(sound.end) events hold: 'mailledger doctor --salvage DIR --reason TEXT' makes a ledger of "
                    + "them; a backup may have more"
            return Finding(subject: "log", isHealthy: false, detail: "\(fault). \(advice)")
        }
        return Finding(
            subject: "log", isHealthy: true,
            detail:
                "ledger \(identity.id), format \(identity.format), \(head.position) events in \(head.transaction) transactions"
        )
    }

    private func logFault() throws -> String? {
        do {
            _ = try store.verify()
            return nil
        } catch let fault as LogFault {
            return fault.description
        } catch EventLogError.corrupt(let reason) {
            return reason
        }
    }

    private func examineKey() throws -> Finding {
        func finding(_ detail: String, isHealthy: Bool = true) -> Finding {
            Finding(subject: "key", isHealthy: isHealthy, detail: detail)
        }
        guard let verifier = try verifier() else { return finding("none yet; 'mailledger checkpoint' makes it") }
        do {
            try keys.check(for: verifier)
            return finding(try keys.isLocked() ? "under a passphrase" : "it signs, and is under no passphrase")
        } catch SigningKeyError.missing {
            return finding(
                "not here, as after a backup without it: nothing is signed until it is brought back, or"
                    + " 'mailledger key rotate --lost' makes another")
        } catch let error as SigningKeyError {
            return finding(
                "\(error); bring it back from where you keep it, or 'mailledger key rotate --lost' makes another",
                isHealthy: false)
        }
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
        let condition = try views.condition()
        if let failure = condition.failure {
            return try [Self.describe(failure, after: condition.projector?.checkpoint().position)]
        }
        if let reason = condition.unfitness {
            return [
                Finding(
                    subject: "views", isHealthy: false,
                    detail: "the live views cannot be used: \(reason); the next command that may write builds them anew"
                )
            ]
        }
        guard let position = try condition.projector?.checkpoint().position else {
            let from = condition.building.map { " from event \($0) on, where a build was stopped" } ?? ""
            return [
                Finding(subject: "views", isHealthy: true, detail: "none yet; the next command builds them\(from)")
            ]
        }
        let lag = try store.head().position.rawValue - position.rawValue
        let orphans = try read { try Orphans.count(on: $0.connection) }
        return [
            Finding(
                subject: "views", isHealthy: true,
                detail: lag == 0 ? "at the log's head" : "\(lag) events behind the log; the next command brings them up"
            ),
            Finding(
                subject: "orphans", isHealthy: orphans == 0,
                detail: orphans == 0
                    ? "every row belongs to something"
                    : "\(orphans) rows belong to nothing; 'mailledger rebuild' makes the views anew"),
        ]
    }

    // The log is the truth and is whole: what is missing is a program that can read it.
    private static func describe(_ failure: ProjectionFailure, after position: Position?) -> Finding {
        let before = position.map { "'--at \($0)' answers from before it, " } ?? ""
        return Finding(
            subject: "views", isHealthy: false,
            detail:
                "\(failure). Nothing is lost, the log has it; 'mailledger events show \(failure.position)' shows the event. "
                + "A program that can take it in goes on from there by itself: use a newer mailledger. Until then \(before)"
                + "and 'mailledger export --events' still writes all events")
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
