internal import Content
internal import Cryptography
internal import EventLog
public import LedgerKernel
internal import Mail
internal import Mailboxes
public import Projections

/// Writes messages as lines of JSON, the latest first, each with its copies and, on request, their bytes.
public struct LineExporter {
    /// A message with its copies and the paths of their folders.
    public struct Message {
        public let row: MessageRow
        /// Its end; nil for a live message.
        public let ending: MessageEnding?
        public let copies: [(row: CopyRow, folder: String)]
    }

    private let ledger: Ledger
    private let filter: MessageFilter
    private let options: ExportOptions
    private let withContents: Bool
    private let progress: MailboxExporter.Progress

    /// - Parameter withContents: Whether the bytes of the copies are in the lines, in BASE64 by their digest.
    public init(
        of ledger: Ledger, matching filter: MessageFilter = .all, options: ExportOptions, withContents: Bool,
        progress: @escaping MailboxExporter.Progress = { _, _ in true }
    ) {
        self.ledger = ledger
        self.filter = filter
        self.options = options
        self.withContents = withContents
        self.progress = progress
    }

    /// Writes the messages that the filter takes.
    ///
    /// - Parameter line: Makes the JSON object of a message. The key `contents` is put behind its last one: an object of
    ///   BASE64 by digest, or null.
    public func run(to target: ExportTarget, line: (Message) throws -> [UInt8]) throws -> ExportReport {
        try target.requireOutsideLedgers(on: ledger.files)
        var report = ExportReport()
        do {
            try ledger.read { reader in
                report = ExportReport()
                try write(reader, to: target, &report, line)
            }
        } catch let failure as WriteFailure where !failure.isReaderGone {
            throw LedgerError.io(path: failure.path, reason: "\(failure.reason), after \(report.messages) messages")
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
        return report
    }

    private func write(
        _ reader: LedgerReader, to target: ExportTarget, _ report: inout ExportReport,
        _ line: (Message) throws -> [UInt8]
    ) throws {
        var file: StagedFile?
        if !options.dryRun {
            file = try target.stagedFile(overwriting: options.overwriting, on: ledger.files)
        }
        let folders = try reader.folders(includingDeleted: filter.range == .ever)
        let places = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1.stream, $0) })
        report.folders = folders.map { ExportedFolder(account: $0.accountAddress, folder: $0.path) }
        let total = try reader.countMessages(matching: filter)
        var endings = MessageEndings(reader)
        try inHundreds({ try reader.forEachMessage(matching: filter, $0) }) { rows in
            let messages = try rows.map { row in
                var copies: [(row: CopyRow, folder: String)] = []
                for copy in try reader.copies(of: row) {
                    guard let place = places[copy.folder] else { continue }
                    copies.append((copy, folders[place].path))
                    report.folders[place].copies += 1
                }
                return Message(row: row, ending: try endings.ending(at: row.end), copies: copies)
            }
            var contents = ContentsAhead(messages.flatMap { $0.copies.map(\.row.raw) }, of: reader.content)
            for message in messages {
                report.messages += 1
                report.copies += message.copies.count
                if let file {
                    try file.output.write(line(message).dropLast() + Array(#","contents":"#.utf8))
                    try writeContents(of: message.copies, &contents, to: file.output, &report)
                    try file.output.write("}\n")
                }
                guard progress(report.messages, total) else { throw EventLogError.cancelled }
            }
            return true
        }
        report.folders.removeAll { $0.copies == 0 }
        try file?.publish()
    }

    private func writeContents(
        of copies: [(row: CopyRow, folder: String)], _ contents: inout ContentsAhead, to file: OutputFile,
        _ report: inout ExportReport
    ) throws {
        guard withContents else { return try file.write("null") }
        try file.write("{")
        var written: Set<SHA256Digest> = []
        for (copy, folder) in copies where !written.contains(copy.raw) {
            let content: StoredContent
            do {
                content = try contents.read(copy.raw)
            } catch ContentError.missing {
                report.leftOut.append(LeftOutCopy(message: copy.message, folder: folder, reason: .contentMissing))
                continue
            } catch ContentError.corrupt {
                report.leftOut.append(LeftOutCopy(message: copy.message, folder: folder, reason: .contentDamaged))
                continue
            }
            try file.write((written.isEmpty ? "\"" : ",\"") + copy.raw.description + "\":\"")
            var encoder = Base64Encoder()
            try content.forEachPiece { try file.write(encoder.encode($0)) }
            try file.write(encoder.finish())
            try file.write("\"")
            written.insert(copy.raw)
            report.bytes += content.size
        }
        try file.write("}")
    }
}

/// Writes BASE64 (RFC 4648 section 4) over pieces of any size.
struct Base64Encoder {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Up to two bytes that wait for the third.
    private var held: [UInt8] = []

    /// Returns the digits of all whole groups of three bytes so far.
    mutating func encode(_ bytes: [UInt8]) -> [UInt8] {
        let input = held.isEmpty ? bytes : held + bytes
        let whole = input.count - input.count % 3
        held = Array(input[whole...])
        var output: [UInt8] = []
        output.reserveCapacity(whole / 3 * 4)
        for index in stride(from: 0, to: whole, by: 3) {
            let group = UInt32(input[index]) << 16 | UInt32(input[index + 1]) << 8 | UInt32(input[index + 2])
            for shift in [18, 12, 6, 0] as [UInt32] { output.append(Self.digits[Int(group >> shift & 63)]) }
        }
        return output
    }

    /// Returns the remaining digits, with the padding.
    mutating func finish() -> [UInt8] {
        let count = held.count
        guard count > 0 else { return [] }
        let full = encode([UInt8](repeating: 0, count: 3 - count))
        return full.dropLast(3 - count) + [UInt8](repeating: UInt8(ascii: "="), count: 3 - count)
    }
}
