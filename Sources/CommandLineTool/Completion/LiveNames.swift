internal import Access
internal import Assist
internal import Chat
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Notes
internal import Projections

/// The names that a ledger holds, as they stand: nothing is built, nothing is written, and what fails is left out.
struct LiveNames {
    /// More than this no person reads.
    private static let limit = 100
    private let open: () throws -> Ledger

    /// Opens the ledger when the first name is asked for.
    init(_ target: @escaping () throws -> LedgerTarget) {
        open = {
            let ledger = try target().place().open(.readOnly)
            // Views that are not there are not built while somebody waits for a key to answer.
            ledger.onRebuild = { _, _ in false }
            return ledger
        }
    }

    func callAsFunction(_ kind: NameKind, _ prefix: String) -> [Candidate] {
        (try? names(kind, prefix)) ?? []
    }

    private func names(_ kind: NameKind, _ prefix: String) throws -> [Candidate] {
        switch kind {
        case .query, .settingValue: return []
        case .savedQuery:
            return try Settings().savedQueries().sorted { $0.key < $1.key }.filter { $0.key.hasPrefix(prefix) }
                .map { Candidate($0.key, Self.line($0.value)) }
        case .eventType:
            return Contexts.builtIn.catalogue.types.map(\.name).filter { $0.hasPrefix(prefix) }.sorted().map {
                Candidate($0)
            }
        case .operation: return try operations(prefix)
        case .cursor:
            return try open().cursors.all().filter { $0.name.hasPrefix(prefix) }.map {
                Candidate($0.name, $0.position.map { "at \($0)" } ?? "")
            }
        default: return try open().read { try names(kind, prefix, from: $0) }
        }
    }

    private func labels(_ prefix: String, from reader: LedgerReader) throws -> [Candidate] {
        let labels = try reader.labels(beginningWith: prefix, limit: Self.limit)
        let known = Set(labels.map(Keyword.key))
        let folders = try reader.folders().filter {
            $0.kind == FolderKind.label.rawValue && Self.begins($0.path, prefix)
                && !known.contains(Keyword.key(of: $0.path))
        }
        return labels.map { Candidate($0) } + Set(folders.map(\.path)).sorted().map { Candidate($0, "a folder") }
    }

    private func names(_ kind: NameKind, _ prefix: String, from reader: LedgerReader) throws -> [Candidate] {
        switch kind {
        case .account:
            return try reader.accounts().filter { Self.begins($0.address, prefix) }.map {
                Candidate($0.address, Self.line($0.displayName ?? $0.provider))
            }
        case .folder: return try folders(prefix, from: reader)
        case .label: return try labels(prefix, from: reader)
        case .message: return try messages(prefix, from: reader)
        case .answer: return try answers(prefix, from: reader)
        case .note:
            return try named(reader.notes(), prefix, { ($0.id.description, $0.fields.title) }) { row in
                row.fields.tags.map { "#\($0)" }.joined(separator: " ")
            }
        case .action:
            return try named(reader.actions(), prefix, { ($0.id.description, $0.fields.title) }) { row in
                "\(row.kind.words), \(row.progress.stage.rawValue)"
            }
        case .conversation:
            return try named(reader.conversations(), prefix, { ($0.id.description, $0.name) }) { row in
                row.facts.displayName ?? row.facts.participants.joined(separator: ", ")
            }
        case .token:
            return try named(reader.tokens(), prefix, { ($0.id.description, $0.settings.name) }) { row in
                row.settings.actor + ", " + row.settings.scopeList.map(\.rawValue).joined(separator: ",")
            }
        case .hold: return try named(reader.holds(), prefix, { ($0.id.description, $0.name) }) { _ in "" }
        case .entity:
            return try [NameKind.message, .account, .folder].flatMap { try names($0, prefix, from: reader) }
        default: return []
        }
    }

    /// Paths, each once, however many accounts have such a folder.
    private func folders(_ prefix: String, from reader: LedgerReader) throws -> [Candidate] {
        var seen: Set<String> = []
        return try reader.folders().filter { Self.begins($0.path, prefix) && seen.insert($0.path).inserted }.map {
            Candidate($0.path, Counted.messages($0.total))
        }
    }

    /// The latest messages, or those whose id begins so.
    private func messages(_ prefix: String, from reader: LedgerReader) throws -> [Candidate] {
        let rows =
            prefix.isEmpty
            ? try reader.messages(limit: 20) : try reader.messages(withIDBeginning: prefix, limit: Self.limit)
        let times = TimeFormat(now: Surroundings.current.now().microseconds, zone: .local)
        return rows.map { row in
            let id = row.id.description
            let subject = row.subject ?? "(no subject)"
            return Candidate(
                prefix.count > 8 ? id : String(id.prefix(8)),
                Self.line("\(times.short(row.shownDate.microseconds)) \(row.from?.displayName ?? "–"): \(subject)"))
        }
    }

    private func answers(_ prefix: String, from reader: LedgerReader) throws -> [Candidate] {
        try reader.answers().prefix(Self.limit).filter { $0.id.description.hasPrefix(prefix.lowercased()) }.map { row in
            let id = row.id.description
            return Candidate(prefix.count > 8 ? id : String(id.prefix(8)), Self.line(row.settings.questionPattern))
        }
    }

    /// Things by their names, or by their ids where these begin so.
    private func named<Row>(
        _ rows: [Row], _ prefix: String, _ names: (Row) -> (id: String, name: String), _ about: (Row) -> String
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        for row in rows where candidates.count < Self.limit {
            let (id, name) = names(row)
            if Self.begins(name, prefix) {
                candidates.append(Candidate(name, Self.line(about(row))))
            } else if id.hasPrefix(prefix.lowercased()) {
                candidates.append(Candidate(prefix.count > 8 ? id : String(id.prefix(8)), Self.line(name)))
            }
        }
        return candidates
    }

    private func operations(_ prefix: String) throws -> [Candidate] {
        try open().read { try $0.operations(limit: Self.limit) }.filter {
            $0.operation.description.hasPrefix(prefix.lowercased())
        }
        .map { row in
            let id = row.operation.description
            let reason = row.reason.map { ", “\($0)”" } ?? ""
            return Candidate(
                prefix.count > 8 ? id : String(id.prefix(8)),
                Self.line("\(row.command ?? "(erased)"), \(Counted.events(row.events))\(reason)"))
        }
    }

    private static func begins(_ name: String, _ prefix: String) -> Bool {
        name.lowercased().hasPrefix(prefix.lowercased())
    }

    /// One short line without anything that a terminal would act upon.
    private static func line(_ text: String) -> String {
        let clean = Sanitizer.line(text).replacing("\t", with: " ").replacing("\n", with: " ")
        return clean.count > 60 ? clean.prefix(59) + "…" : clean
    }
}
