internal import CivilTime
internal import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
public import LedgerKernel
internal import Mail
internal import Mailboxes
public import Projections
internal import SQLiteDatabase

/// Writes mail from a ledger as mailboxes that other programs read; each copy with its own bytes.
///
/// Nothing appears at the target until all is written. A folder is filled aside and moved to its place, a file gets its
/// name when it is complete; only a pipe shows the output at once. The ledger is not changed.
public struct MailboxExporter {
    /// Called with the numbers of copies written and in total; false stops the export and leaves nothing at the target.
    public typealias Progress = (_ done: Int, _ total: Int) -> Bool

    private let ledger: Ledger
    private let filter: MessageFilter
    private let options: ExportOptions
    private let progress: Progress

    public init(
        of ledger: Ledger, matching filter: MessageFilter = .all, options: ExportOptions,
        progress: @escaping Progress = { _, _ in true }
    ) {
        self.ledger = ledger
        self.filter = filter
        self.options = options
        self.progress = progress
    }

    /// Writes the live copies of the messages that match the filter.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` if something is in the way at the target,
    ///   ``LedgerError/io(path:reason:)`` if it cannot be written, for example because the disk is full.
    public func run(to target: ExportTarget) throws -> ExportReport {
        try target.requireOutsideLedgers(on: ledger.files)
        return try ledger.read { reader in
            try ExportRun(reader, filter, options, ledger.files, progress).run(to: target)
        }
    }
}

/// A running export.
private final class ExportRun {
    private let reader: LedgerReader
    private let range: MessageRange
    private let condition: SQL
    private let options: ExportOptions
    private let files: any Files
    private let progress: MailboxExporter.Progress
    private let copies: CopiesQuery
    private let states: MessageStates
    private let folders: [FolderRow]
    /// The folders that the filter names; nil if it names none.
    private let named: Set<StreamID>?
    private let total: Int
    private var report = ExportReport()
    /// The contents of the copies that are written now.
    private var contents: ContentsAhead
    /// The stored contents among them, for a dry run.
    private var stored: Set<SHA256Digest> = []

    init(
        _ reader: LedgerReader, _ filter: MessageFilter, _ options: ExportOptions, _ files: any Files,
        _ progress: @escaping MailboxExporter.Progress
    ) throws {
        self.reader = reader
        contents = ContentsAhead([], of: reader.content)
        self.files = files
        self.options = options
        self.progress = progress
        range = filter.range
        condition = try reader.sql(filter)
        copies = CopiesQuery(on: reader.connection)
        states = try MessageStates(on: reader.connection)
        // Who names folders wants the copies that lie there.
        named = try reader.resolved(filter).namedFolders
        let counts = try copies.countsByFolder(range, matching: condition, in: named)
        folders = try reader.folders(includingDeleted: range == .ever).filter { counts[$0.stream] != nil }
        total = counts.values.reduce(0, +)
        report.messages = try reader.countMessages(matching: filter)
        report.folders = folders.map { ExportedFolder(account: $0.accountAddress, folder: $0.path) }
    }

    /// Runs the export, and adds to an error how far it came and which files remain at the target.
    func run(to target: ExportTarget) throws -> ExportReport {
        do {
            switch target {
            case .folder(let path): try writeFolders(to: path)
            case .file, .standardOutput:
                try writeOneMbox { try target.stagedFile(overwriting: options.overwriting, on: files) }
            }
        } catch let failure as WriteFailure where !failure.isReaderGone {
            let (path, left) = remains(of: target) ?? (failure.path, "")
            throw LedgerError.io(
                path: path, reason: "\(failure.reason), after \(report.copies) of \(total) copies\(left)")
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
        report.messagesLeftOut = try Dictionary(grouping: report.leftOut, by: \.message).count { message, left in
            guard let stream = try states.stream(of: message)?.rawValue else { return true }
            let copies = try copies.countsByFolder(
                range, matching: "\(condition) AND message.id = \(bind: stream)", in: named)
            return copies.values.reduce(0, +) <= left.count
        }
        return report
    }

    /// The path of a target, and what a failed export left there; nil for standard output.
    private func remains(of target: ExportTarget) -> (path: String, words: String)? {
        switch target {
        case .standardOutput: return nil
        case .folder(let path), .file(let path):
            // Only a target that has its name already was there before or is complete.
            let isComplete = !options.overwriting && report.copies == total && isFilled(path)
            return (path, isComplete ? "; all of it is there, but a power cut may lose it" : "; nothing is left there")
        }
    }

    private func isFilled(_ path: String) -> Bool {
        guard files.isFolder(path) else { return files.exists(path) }
        return (try? files.names(in: path))?.isEmpty == false
    }

    // MARK: Trees

    func writeFolders(to path: String) throws {
        let places = folderPlaces()
        if options.dryRun {
            for folder in folders { try writeAll(in: folder) { _, _, _ in 0 } }
            return
        }
        let tree = try StagedTree(for: path, merging: options.overwriting, on: files)
        if folders.isEmpty, options.format.isMaildir { _ = try MaildirFolder(in: tree.path, on: files) }
        for folder in folders {
            let place = places[folder.stream] ?? ""
            try tree.makeFolder(place)
            try write(folder, to: place.isEmpty ? tree.path : "\(tree.path)/\(place)")
        }
        // The top of a Maildir++ is a Maildir, even if the INBOX has no mail.
        if options.format == .maildirPlusPlus {
            for top in Set(folders.map { topPlace(of: $0) }).sorted() {
                _ = try MaildirFolder(in: top.isEmpty ? tree.path : "\(tree.path)/\(top)", on: files)
            }
        }
        try tree.publish()
    }

    private func write(_ folder: FolderRow, to path: String) throws {
        switch options.format {
        case .maildirPlusPlus, .nestedMaildirs:
            var maildir = try MaildirFolder(in: path, on: files)
            try writeAll(in: folder) { copy, keywords, content in
                let id = copy.message.description
                try maildir.deliver(
                    as: MaildirUniqueName.kept(from: copy.source, in: folder.path),
                    otherwise: MaildirUniqueName.made(
                        received: copy.receivedAt.microseconds, id: id, copy: copy.number),
                    flags: keywords.maildirFlags, received: copy.receivedAt.microseconds
                ) { file in
                    try content.forEachPiece { try file.write($0) }
                }
                return content.size
            }
        case .eml:
            try writeAll(in: folder) { copy, _, content in
                let file = try makeFile(for: copy, in: path)
                try content.forEachPiece { try file.write($0) }
                try file.finish(modified: copy.receivedAt.microseconds)
                return content.size
            }
        case .mboxrd:
            guard let file = try OutputFile(creating: "\(path)/\(FolderDirectories.mboxName)", on: files) else {
                throw WriteRefusal.exists(path: path)
            }
            try writeAll(in: folder) { copy, _, content in try append(copy, content, to: file) }
            try file.finish()
            if file.count == 0 { file.remove() }
        }
    }

    private func makeFile(for copy: CopyRow, in path: String) throws -> OutputFile {
        let id = copy.message.description
        let day = String(copy.shownDate.iso8601.prefix { $0 != "T" })
        let name = SafeFileName.message(day: day, subject: copy.subject, id: id)
        if let file = try OutputFile(creating: "\(path)/\(name).eml", on: files) { return file }
        // Two ids with the same beginning, or one more copy of the same message.
        let other = "\(path)/\(day)-\(id)-\(copy.number).eml"
        guard let file = try OutputFile(creating: other, on: files) else { throw WriteRefusal.exists(path: other) }
        return file
    }

    /// Finds a place for each folder; with mail of several accounts, below a folder for each account.
    private func folderPlaces() -> [StreamID: String] {
        var places: [StreamID: String] = [:]
        for (_, folders) in Dictionary(grouping: folders, by: \.accountStream).sorted(by: { $0.key < $1.key }) {
            let names = folders.map { $0.path.split(separator: "/").map(String.init) }
            var directories = FolderDirectories(names, layout: options.format.layout)
            let top = folders.first.map(topPlace) ?? ""
            for (folder, names) in zip(folders, names) {
                let place = directories.place(of: names)
                places[folder.stream] = [top, place].filter { !$0.isEmpty }.joined(separator: "/")
            }
            report.renamed += directories.renamed.map { RenamedFolder(folder: $0.folder, place: $0.place) }
        }
        return places
    }

    private func topPlace(of folder: FolderRow) -> String {
        Set(folders.map(\.accountStream)).count > 1 ? SafeFileName.account(folder.accountAddress) : ""
    }

    // MARK: One mbox

    /// Writes all to one mbox. Of equal copies of a message in several folders one is enough, because the mbox has no
    /// folders.
    func writeOneMbox(_ open: () throws -> StagedFile) throws {
        let file = try options.dryRun ? nil : open()
        var last: MessageID?
        var written: Set<SHA256Digest> = []
        let paths = Dictionary(uniqueKeysWithValues: folders.map { ($0.stream, $0.path) })
        try forEachCopy(in: nil) { copy in
            guard named?.contains(copy.folder) ?? true else { return true }
            if copy.message != last { written = [] }
            last = copy.message
            guard written.insert(copy.raw).inserted else { return true }
            return try write(copy, in: paths[copy.folder] ?? "") { copy, _, content in
                try file.map { try append(copy, content, to: $0.output) } ?? 0
            }
        }
        try file?.publish()
    }

    /// Appends a message; nil if a reader of the mbox would not find its beginning.
    private func append(_ copy: CopyRow, _ content: StoredContent, to file: OutputFile) throws -> Int64? {
        var header = MboxHeader(ofMessageOf: content.size)
        var quoter = MboxQuoter()
        var last: UInt8?
        var isSeparable = true
        try content.forEachPiece { piece in
            if last == nil {
                isSeparable = MailStart.canFollowSeparator(piece[...])
                guard isSeparable else { return }
                let line = MboxSeparator.line(
                    recorded: copy.fromLine, sender: copy.fromAddress, received: copy.receivedAt.microseconds)
                try file.write(line + "\n")
            }
            guard isSeparable else { return }
            last = piece.last
            try file.write(quoter.quote(header.take(piece)))
        }
        guard isSeparable, last != nil else { return nil }
        try file.write(quoter.quote(header.finish()) + quoter.finish())
        if last != UInt8(ascii: "\n") {
            report.copiesGivenLineEnd += 1
            try file.write("\n")
        }
        try file.write("\n")
        return content.size
    }

    // MARK: One copy

    private typealias Write = (CopyRow, KeywordSet, StoredContent) throws -> Int64?

    private func writeAll(in folder: FolderRow, _ body: Write) throws {
        try forEachCopy(in: folder.stream) { copy in try write(copy, in: folder.path, body) }
    }

    /// Lends each copy, with its content, which is read ahead together with others.
    private func forEachCopy(in folder: StreamID?, _ body: (CopyRow) throws -> Bool) throws {
        try inHundreds({ try copies.forEach(range, matching: condition, in: folder, $0) }) { some in
            let digests = some.map(\.raw)
            if options.dryRun {
                stored = try reader.content.stored(among: digests)
            } else {
                contents = ContentsAhead(digests, of: reader.content)
            }
            return try some.allSatisfy(body)
        }
    }

    private func write(_ copy: CopyRow, in folder: String, _ body: Write) throws -> Bool {
        guard let content = try content(of: copy, in: folder) else { return true }
        let keywords = try states.state(of: copy.messageStream)?.keywords ?? KeywordSet()
        guard let size = try body(copy, keywords, content) else {
            report.leftOut.append(LeftOutCopy(message: copy.message, folder: folder, reason: .notSeparable))
            return true
        }
        report.copies += 1
        report.bytes += size
        if let index = folders.firstIndex(where: { $0.stream == copy.folder }) { report.folders[index].copies += 1 }
        let kept = options.format.isMaildir ? KeywordSet(maildirFlags: keywords.maildirFlags) : KeywordSet()
        if keywords != kept { report.copiesLosingKeywords += 1 }
        guard progress(report.copies, total) else { throw EventLogError.cancelled }
        return true
    }

    /// Reads a copy's bytes and checks their digest; if they are unusable, reports that and returns nil.
    private func content(of copy: CopyRow, in folder: String) throws -> StoredContent? {
        do {
            if options.dryRun {
                if stored.contains(copy.raw) { return .bytes([]) }
                throw ContentError.missing(copy.raw)
            }
            return try contents.read(copy.raw)
        } catch ContentError.missing {
            report.leftOut.append(LeftOutCopy(message: copy.message, folder: folder, reason: .contentMissing))
        } catch ContentError.corrupt {
            report.leftOut.append(LeftOutCopy(message: copy.message, folder: folder, reason: .contentDamaged))
        }
        return nil
    }
}

extension MailboxFormat {
    var isMaildir: Bool { self == .maildirPlusPlus || self == .nestedMaildirs }

    fileprivate var layout: FolderLayout {
        switch self {
        case .maildirPlusPlus: .maildirPlusPlus
        case .nestedMaildirs: .nestedMaildirs
        case .mboxrd, .eml: .plain
        }
    }
}
