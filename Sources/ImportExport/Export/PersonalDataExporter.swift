internal import CivilTime
internal import Content
internal import Cryptography
internal import DiskFiles
public import EventLog
internal import LedgerContexts
internal import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Mailboxes
public import Projections

/// Writes all mail from and to a person into a folder, with its history, as an answer to that person's request for
/// data.
///
/// ```swift
/// let report = try PersonalDataExporter(of: ledger, address: "ada@example.org").run(to: "answer") { try encode($0) }
/// ```
///
/// Deleted mail is included. Erased mail appears only as one line each: the ledger no longer knows whose it was.
/// Nothing appears in the folder until all is written.
public struct PersonalDataExporter {
    /// The content of a line of a file, or of a file.
    public enum Line {
        /// A line of `messages.jsonl`; the paths of folders by their ids, for the history.
        case message(SubjectMessage, folders: [String: String])
        /// A line of `erased.jsonl`; the header has the actor and the reason.
        case erasure(ErasureRow, TransactionHeader?)
        /// All of `about.json`.
        case about(SubjectReport)
    }

    /// The two parts of the work: finding the messages, counted in events, and writing them.
    public enum Part: Sendable { case search, messages }

    /// Called with the progress of a part; false stops the export and leaves nothing at the target.
    public typealias Progress = (_ part: Part, _ done: Int, _ total: Int) -> Bool

    private let ledger: Ledger
    private let address: String
    private let dryRun: Bool
    private let progress: Progress

    /// - Parameter address: As in `ada@example.org`, in any case.
    public init(
        of ledger: Ledger, address: String, dryRun: Bool = false,
        progress: @escaping Progress = { _, _, _ in true }
    ) {
        self.ledger = ledger
        self.address = address
        self.dryRun = dryRun
        self.progress = progress
    }

    /// Writes the folder, which has to be new or empty, from the present ledger or from the moment that it represents.
    ///
    /// - Parameter line: Makes a line of JSON, without its end.
    /// - Throws: ``DomainError/conflict(_:hint:)`` if something is in the way, ``LedgerError/io(path:reason:)`` if it
    ///   cannot be written.
    /// - Complexity: O(events): it reads the headers of all mail, because no index has whole addresses.
    public func run(to path: String, line: (Line) throws -> [UInt8]) throws -> SubjectReport {
        try ExportTarget.folder(path).requireOutsideLedgers(on: ledger.files)
        // One moment answers every question, whatever others write meanwhile.
        guard ledger.moment != nil else {
            let now = PersonalDataExporter(
                of: try ledger.at(.now), address: address, dryRun: dryRun, progress: progress)
            return try now.run(to: path, line: line)
        }
        var written = 0
        do {
            let folder = try dryRun ? nil : SubjectFolder(at: path, on: ledger.files)
            let report = try write(to: folder, line) { written = $0 }
            try folder?.tree.publish()
            return report
        } catch let failure as WriteFailure {
            throw LedgerError.io(
                path: path, reason: "\(failure.reason), after \(written) messages; nothing is left there")
        } catch WriteRefusal.notEmpty(let path) {
            throw DomainError.conflict("\(path) is not empty; what a person is given goes into a new folder")
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
    }

    private func write(
        to folder: SubjectFolder?, _ line: (Line) throws -> [UInt8], _ told: (Int) -> Void
    ) throws -> SubjectReport {
        let position = try ledger.read { $0.position }
        var report = SubjectReport(
            address: address, ledger: ledger.store.identity.id, position: position,
            root: try ledger.store.root(at: position))
        let search = try ledger.read { try SubjectSearch(of: address, in: ledger, $0) }
        let found = try search.messages { done in
            guard progress(.search, done, Int(position.rawValue)) else { throw EventLogError.cancelled }
        }
        let paths = try ledger.read { try $0.folderPaths() }
        var timelines: [StreamID: ContainerTimeline] = [:]
        for match in found {
            guard var message = try self.message(match, &timelines) else { continue }
            message.files = try files(of: match.stream, message, in: folder, &report)
            report.messages += 1
            report.deleted += message.isDeleted ? 1 : 0
            report.changes += message.history.count
            try folder?.messages.write(line(.message(message, folders: paths)) + [0x0A])
            told(report.messages)
            guard progress(.messages, report.messages, found.count) else { throw EventLogError.cancelled }
        }
        for erasure in try ledger.read({ try $0.erasures() }) {
            report.erasures += 1
            try folder?.erased.write(line(.erasure(erasure, ledger.store.header(ofEvent: erasure.position))) + [0x0A])
        }
        try folder?.finish(about: line(.about(report)))
        return report
    }

    // MARK: One message

    private func message(
        _ match: SubjectSearch.Match, _ timelines: inout [StreamID: ContainerTimeline]
    ) throws -> SubjectMessage? {
        let found = try ledger.read { reader in
            let timeline = try timelines[match.account] ?? ContainerTimeline(of: match.account, reader)
            timelines[match.account] = timeline
            let accounts = try reader.accounts(includingDeleted: true)
            let life = try MessageLife(of: match.stream, in: match.account, timeline, reader)
            return (end: life.end, account: accounts.first { $0.stream == match.account }?.address ?? "")
        }
        guard let (end, folders) = found.end else { return nil }
        return SubjectMessage(
            id: end.message.id, account: found.account, headers: end.facts.headers, receivedAt: end.facts.receivedAt,
            size: end.facts.size, places: match.places, keywords: end.message.keywords.map(\.text), folders: folders,
            isDeleted: !end.isLive, files: [],
            history: try ledger.read { try $0.history(of: end.message.id.description) })
    }

    /// Writes the bytes of each different copy that the message ever had.
    private func files(
        of stream: StreamID, _ message: SubjectMessage, in folder: SubjectFolder?, _ report: inout SubjectReport
    ) throws -> [SubjectFile] {
        var digests: [SHA256Digest] = []
        let selection = EventSelection(through: report.position, stream: stream)
        try ledger.store.forEach(selection, decodedBy: ledger.catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            // The whole message begins with the header that came before it.
            if let loaded = event as? MessageBodyLoaded { digests.removeAll { $0 == loaded.raw.old } }
            let named = (event as? MessageBodyLoaded).map { [$0.raw.new] } ?? ContentReferences.digests(in: event)
            digests += named.filter { !digests.contains($0) }
            return true
        }
        let sizes = try ledger.content.sizes(of: digests)
        var contents = ContentsAhead(digests, of: ledger.content)
        return try digests.enumerated().map { index, digest in
            func leaveOut(_ reason: LeftOutCopy.Reason) -> SubjectFile {
                report.leftOut.append(LeftOutContent(message: message.id, digest: digest, reason: reason))
                return SubjectFile(path: nil, digest: digest)
            }
            do {
                var path: String?
                guard var size = sizes[digest] else { return leaveOut(.contentMissing) }
                if let folder {
                    let content = try contents.read(digest)
                    path = try folder.write(content, of: message, number: index + 1)
                    size = content.size
                }
                report.files += 1
                report.bytes += size
                return SubjectFile(path: path, digest: digest)
            } catch ContentError.missing {
                return leaveOut(.contentMissing)
            } catch ContentError.corrupt {
                return leaveOut(.contentDamaged)
            }
        }
    }
}

/// The files of an export while they are written.
private struct SubjectFolder {
    private static let mail = "messages"

    let tree: StagedTree
    let messages: OutputFile
    let erased: OutputFile
    private let files: any Files

    init(at path: String, on files: any Files) throws {
        self.files = files
        tree = try StagedTree(for: path, merging: false, on: files)
        try tree.makeFolder(Self.mail)
        messages = try Self.file("messages.jsonl", in: tree, on: files)
        erased = try Self.file("erased.jsonl", in: tree, on: files)
    }

    /// Writes bytes as a message file, and returns its place.
    func write(_ content: StoredContent, of message: SubjectMessage, number: Int) throws -> String {
        let id = message.id.description
        let day = String((message.headers.date ?? message.receivedAt).iso8601.prefix { $0 != "T" })
        var place = "\(Self.mail)/\(SafeFileName.message(day: day, subject: message.headers.subject, id: id)).eml"
        var file = try OutputFile(creating: "\(tree.path)/\(place)", on: files)
        if file == nil {
            // Two ids with the same beginning, or one more copy of the same message.
            place = "\(Self.mail)/\(day)-\(id)-\(number).eml"
            file = try Self.file(place, in: tree, on: files)
        }
        try content.forEachPiece { try file?.write($0) }
        try file?.finish(modified: message.receivedAt.microseconds)
        return place
    }

    func finish(about: [UInt8]) throws {
        try messages.finish()
        try erased.finish()
        let file = try Self.file("about.json", in: tree, on: files)
        try file.write(about + [0x0A])
        try file.finish()
    }

    private static func file(_ name: String, in tree: StagedTree, on files: any Files) throws -> OutputFile {
        guard let file = try OutputFile(creating: "\(tree.path)/\(name)", on: files) else {
            throw WriteRefusal.exists(path: name)
        }
        return file
    }
}
