internal import MailLedger
internal import Mailboxes

/// The line that shows how far an import is.
struct ImportProgress {
    private let line: Progress
    private let extent: MailboxExtent?

    /// Counts what there is to import, where somebody looks at the line.
    init(_ paths: [String]) {
        extent = StandardError.isTerminal ? MailboxExtent(of: paths) : nil
        let countsFiles = extent.map { $0.bytes == nil } ?? false
        line = Progress("Importing", unit: countsFiles ? "files" : "messages", total: countsFiles ? extent?.files : nil)
    }

    func update(_ report: ImportReport) {
        guard let extent else { return line.update(done: report.messagesRead) }
        guard let bytes = extent.bytes else { return line.update(done: report.filesPassed) }
        // A file may have grown since it was measured.
        let passed = min(report.bytesPassed, bytes)
        line.update(
            done: report.messagesRead, share: bytes > 0 ? Double(passed) / Double(bytes) : nil,
            detail: "\(Self.mebibytes(passed))/\(Self.mebibytes(bytes)) MiB")
    }

    func clear() {
        line.clear()
    }

    private static func mebibytes(_ bytes: Int64) -> String {
        let tenths = Int((Double(bytes) / 104_857.6).rounded())
        return ProgressLine.grouped(tenths / 10) + ".\(tenths % 10)"
    }
}
