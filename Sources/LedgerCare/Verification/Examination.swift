internal import Content
public import Cryptography
internal import DiskFiles
internal import EventLog
internal import LedgerContexts
internal import LedgerHistory
public import LedgerKernel
internal import MIME
internal import Mail
internal import SQLiteDatabase

extension LedgerMaintenance {
    /// Looks for faults of the ledger, and changes nothing but the mark of a damaged log.
    public func examine() throws -> [Finding] {
        var findings = [try examineLog()]
        if let place = ledger.location?.movedTo {
            findings.append(
                Finding("moved", isHealthy: false, "the ledger lives in \(place); this copy is from before its move")
            )
        }
        findings += try examine("modes") { ledger.location.map { [Self.examineModes(of: $0)] } ?? [] }
        findings += try examine("server") {
            try ledger.stores.place.examine().map { Finding("server", isHealthy: $0.isHealthy, $0.text) }
        }
        findings += try examine("key") { ledger.location == nil ? [] : [try examineKey()] }
        findings.append(Self.examineContent(ledger.content))
        // Who changes nothing needs no key to know erased mail by.
        findings += try examine("erasures") { ledger.stores.place.isForReaders ? [] : try examineErasures() }
        findings += try examine("messages", examineMixedMessages)
        findings += try examine("contexts", examineContexts)
        findings += try examine("parser") { try examineParser() }
        findings += try examine("views", examineViews)
        findings += try examine("search") { ledger.location == nil ? [] : [try examineSearch()] }
        return findings
    }

    /// What can lose or show mail in the ledger's place, in words for a note.
    package var warnings: [String] { ledger.stores.place.warnings }

    // Damage of the log has its own finding; checks that need the damaged place are left out.
    private func examine(_ subject: String, _ look: () throws -> [Finding]) throws -> [Finding] {
        func unchecked(_ reason: String) -> [Finding] {
            [Finding(subject, isHealthy: false, "not checked, because \(reason)")]
        }
        do {
            return try look()
        } catch EventLogError.corrupt {
            return unchecked("the log is damaged")
        } catch is LogFault {
            return unchecked("the log is damaged")
        } catch let error as ContentError where error.isDamage {
            return unchecked("the content store is damaged")
        } catch let error as SQLiteError where error.isCorrupt || error.isOfOtherSchema {
            return unchecked("a file is damaged: \(error.message)")
        } catch let error as RowError {
            return unchecked("a file is damaged: \(error)")
        } catch EventLogError.projectionFailed(let failure) {
            return [Finding(subject, isHealthy: false, "not checked: \(failure)")]
        } catch  where ledger.stores.place.isForbidden(error) {
            return [Finding(subject, "not checked: \(error)")]
        } catch let error as EventLogError {
            switch error {
            // Either the log is damaged there, which it says itself, or a newer program wrote the event.
            case .undecodable(_, let position, _), .unknownType(_, let position):
                return unchecked("event \(position) cannot be read")
            case .otherLog: return unchecked("\(error)")
            default: throw error
            }
        }
    }

    private func examineLog() throws -> Finding {
        guard let fault = try ledger.store.fault() else {
            let identity = ledger.store.identity
            let head = try ledger.store.head()
            return Finding(
                "log",
                "ledger \(identity.id), format \(identity.format), \(head.position) events in \(head.transaction) transactions"
            )
        }
        // The same log that a salvage reads.
        let folder = ledger.location.flatMap { $0.hasLog ? $0 : nil }
        let damaged = try folder?.openDamagedLog()
        return try Self.describe(
            fault, of: damaged?.store ?? ledger.store, isMended: damaged?.obstacle != nil,
            beside: "a table or a trigger beside them is not")
    }

    /// Says how much a salvage saves of a damaged log.
    ///
    /// - Parameter isMended: Whether the log is a mended copy, which a salvage alone reads.
    private static func describe(
        _ fault: String, of log: any LogStore, isMended: Bool, beside: String
    ) throws -> Finding {
        let sound = try SalvageablePart(of: log)
        guard sound.fault != nil else {
            return Finding("log", isHealthy: false, "\(fault). All events are valid; \(beside)", .salvageIntoLedger)
        }
        let all = sound.events.map { " of \($0)" } ?? ""
        var remarks = [
            Finding.Remark(text: "\(fault). The first \(sound.end)\(all) events hold", hint: .salvageIntoLedger),
            Finding.Remark(text: "; a backup may have more"),
        ]
        if !isMended, let readable = try log.readableEvents(), readable > sound.end.rawValue {
            remarks.append(Finding.Remark(text: ". In all \(readable) can be read", hint: .showEvents))
        }
        return Finding("log", isHealthy: false, remarks)
    }

    /// Examines a ledger whose log cannot be opened as it is, after opening it threw ``EventLogError/corrupt(_:)``.
    ///
    /// - Parameter fault: The error's text.
    /// - Throws: What the system refused, if it was room, memory or a read.
    public static func examine(unreadable fault: String, at location: LedgerLocation) throws -> [Finding] {
        let content = ContentStore.openedIfThere(
            directory: location.directory, mode: .readOnly, on: location.files)
        return [try examineLog(unreadable: fault, at: location), examineModes(of: location), examineContent(content)]
    }

    private static func examineLog(unreadable fault: String, at location: LedgerLocation) throws -> Finding {
        do {
            let opened = try location.openDamagedLog()
            return try describe(
                fault, of: opened.store, isMended: opened.obstacle != nil,
                beside: "what stands before them in the file is not")
        } catch  where !EventLogError.isOfSystem(error) {
            return Finding(
                "log", isHealthy: false,
                "\(fault): no whole transaction can be read, and nothing can be salvaged of it", .restoreBackup)
        }
    }

    /// Checks the file first, then its words: they are those of the mail, or somebody has changed them.
    private func examineSearch() throws -> Finding {
        let finding = try ledger.stores.search.examine(head: ledger.store.head().position)
        guard finding.isHealthy, try ledger.erasure.pending().isEmpty, let difference = try checkSearch() else {
            return finding
        }
        // After the restore of an older log: it heals by itself.
        guard !difference.isOfOtherLog else {
            return Finding("search", "the index has words of events that the log lacks; the next search makes it again")
        }
        return Finding(
            "search", isHealthy: false, "the index does not have the words of the mail: \(difference.table)",
            .rebuildIndex
        )
    }

    private func examineKey() throws -> Finding {
        func finding(_ detail: String, _ hint: Hint? = nil, isHealthy: Bool = true) -> Finding {
            Finding("key", isHealthy: isHealthy, detail, hint)
        }
        guard let verifier = try ledger.proofs.verifier() else { return finding("none yet", .makeCheckpoint) }
        do {
            try ledger.stores.keys.check(for: verifier)
            return finding(
                try ledger.stores.keys.isLocked() ? "it has a passphrase" : "it can sign, and has no passphrase")
        } catch SigningKeyError.missing {
            return finding(
                "not here, as after a backup without it: nothing is signed until it is brought back",
                .rotateLostKey)
        } catch let error as SigningKeyError {
            return finding("\(error)", .restoreSigningKey, isHealthy: false)
        }
    }

    /// Checks whether erased mail would be recognised.
    private func examineErasures() throws -> [Finding] {
        func finding(_ detail: String, _ hint: Hint? = nil, isHealthy: Bool = true) -> [Finding] {
            [Finding("erasures", isHealthy: isHealthy, detail, hint)]
        }
        let pending = try ledger.erasure.pending()
        guard pending.isEmpty else {
            return finding(
                "one has not come to its end: \(pending.names.joined(separator: ", ")) are still those of before; the next"
                    + " command that may write goes on", .goOnByAnyCommand, isHealthy: false)
        }
        do {
            return switch try ledger.erasure.requiredKeyState() {
            case .unneeded: []
            case .unchecked:
                finding(
                    "there is a key, and it is unchecked: an older program recorded them all; the next erasure lets it be checked"
                )
            default: finding("the key tells mail that was erased")
            }
        } catch let fault as ErasureKeyFault {
            return finding(
                "\(fault); imports and syncs are refused. Bring the file back from where you keep it",
                .goOnWithoutErasureKey, isHealthy: false)
        }
    }

    /// Names messages whose copies include other mail.
    private func examineMixedMessages() throws -> [Finding] {
        let mixed = try ledger.mail.mixedMessages()
        guard !mixed.isEmpty else { return [] }
        let named = mixed.prefix(5).map {
            "\($0.message.description.prefix(8)) (\($0.sources.joined(separator: ", ")))"
        }
        let more = mixed.count > named.count ? " and \(mixed.count - named.count) more" : ""
        return [
            Finding(
                "messages", isHealthy: false,
                "\(mixed.count) with copies that differ: \(named.joined(separator: ", "))\(more)",
                .splitMessages)
        ]
    }

    /// Names the contexts of the log that this program does not have. That is no fault of the ledger.
    private func examineContexts() throws -> [Finding] {
        try ledger.read { try $0.missingContexts() }.map { name, events, program in
            let count = events == 1 ? "1 event" : "\(GroupedNumber.text(events)) events"
            let recorder = program.map { "; \($0) recorded them, and knows what they say" } ?? ""
            return Finding("contexts", "\(count) of \"\(name)\", which this program does not have\(recorder)")
        }
    }

    /// Counts the messages that an older parser read. That is no fault: their bytes are there.
    private func examineParser() throws -> [Finding] {
        let current = MessageParser.version
        let old: [Int: Int]
        do {
            old = try ledger.read { try $0.messagesReadBefore(current) }
        } catch EventLogError.projectionFailed, EventLogError.undecodable, EventLogError.unknownType {
            // An event that this program cannot read stops the views, which have a finding of their own.
            return []
        }
        guard let latest = old.keys.max(), let first = old.keys.min() else {
            return [
                Finding(
                    "parser", "all messages were read by today's version (\(current))"
                )
            ]
        }
        let count = old.values.reduce(0, +)
        let versions = first == latest ? "\(latest)" : "\(first) to \(latest)"
        return [
            Finding(
                "parser",
                (count == 1 ? "1 message was" : "\(GroupedNumber.text(count)) messages were")
                    + " read by an older version of the parser (\(versions) < \(current)) and shown as it was read then",
                .reparse)
        ]
    }

    private static func examineModes(of location: LedgerLocation) -> Finding {
        let open = [
            location.directory, location.logPath, location.directory + "/content.sqlite",
            location.directory + "/content",
            location.viewsDirectory, location.searchPath, location.keysDirectory,
            location.keysDirectory + "/signing.key", location.erasureKeyPath,
        ].filter { path in
            guard let status = try? location.files.status(of: path) else { return false }
            return status.permissions & 0o077 != 0
        }
        return Finding(
            "modes", isHealthy: open.isEmpty,
            open.isEmpty
                ? "only the owner can read the ledger"
                : "others can read \(open.joined(separator: ", ")); 'chmod -R go= \(location.directory)' mends it")
    }

    private static func examineContent(_ content: ContentStore) -> Finding {
        Finding(
            "content", isHealthy: !content.isStandIn,
            content.isStandIn
                ? "the store is missing or damaged; bring content.sqlite back from a backup" : "the store is there")
    }

    private func examineViews() throws -> [Finding] {
        let condition = try ledger.stores.views.condition()
        if let failure = condition.failure {
            return try [Self.describe(failure, in: ledger.store)]
        }
        if let reason = condition.unfitness {
            return [
                Finding(
                    "views", isHealthy: false,
                    "the live views cannot be used: \(reason); the next command that may write builds them anew"
                )
            ]
        }
        guard let position = try condition.projector?.checkpoint().position else {
            let from = condition.building.map { " from event \($0) on, where a build was stopped" } ?? ""
            return [
                Finding("views", "none yet; the next command builds them\(from)")
            ]
        }
        let lag = try ledger.store.head().position.rawValue - position.rawValue
        guard lag >= 0 else {
            return [
                Finding("views", isHealthy: false, "they have \(-lag) events that the log lacks", .rebuildViews)
            ]
        }
        let orphans = try ledger.read { try Orphans.count(on: $0.connection) }
        return try [
            Finding(
                "views",
                lag == 0 ? "at the log's head" : "\(lag) events behind the log; the next command brings them up"
            ),
            Finding(
                "orphans", isHealthy: orphans == 0,
                orphans == 0 ? "every row belongs to something" : "\(orphans) rows belong to nothing",
                orphans == 0 ? nil : .rebuildViews),
        ] + examineRoles()
    }

    // The log is the truth and is intact: a program that can apply the event may be missing, or there is none.
    private static func describe(_ failure: ProjectionFailure, in log: any LogReading) throws -> Finding {
        let before = try log.transaction(holding: failure.position).map { $0.firstPosition.rawValue - 1 } ?? 0
        return Finding(
            "views", isHealthy: false,
            [
                Finding.Remark(
                    text: "\(failure). Nothing is lost, the log has it", hint: .showEvent(at: failure.position.rawValue)
                ),
                Finding.Remark(
                    text: ". A program that can take it in goes on from there by itself: a newer mailledger, unless"
                        + " the event was made by hand. Then restore a backup from before it",
                    hint: before > 0 ? .readBefore(before) : .exportAllEvents),
            ])
    }

    /// Returns the digests that the log refers to and the content store lacks.
    public func missingContent() throws -> [SHA256Digest] {
        var named: Set<SHA256Digest> = []
        try ledger.stores.forEachNamedContent { named.insert($0) }
        return try missing(of: named.sorted()[...])
    }

    /// Checks one by one where damage hides the answer: a content with an unknown state counts as missing.
    private func missing(of digests: ArraySlice<SHA256Digest>) throws -> [SHA256Digest] {
        do {
            let stored = try ledger.content.stored(among: digests)
            return digests.filter { !stored.contains($0) }
        } catch let error as ContentError where error.isDamage {
            guard digests.count > 1 else { return Array(digests) }
            let middle = digests.startIndex + digests.count / 2
            return try missing(of: digests[..<middle]) + missing(of: digests[middle...])
        }
    }
}
