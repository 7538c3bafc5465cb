internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Writes the attachments of messages that come in.
final class AttachmentsFold {
    private let attachments: TreeWriter
    private var record = RecordBuilder()

    init(into tables: FoldedTables) {
        attachments = tables.tree("attachment", .index)
    }

    var steps: ProjectionFold {
        var steps = ProjectionFold()
        steps.take(MessageAdded.self) { added, event, _ in try self.add(added, event) }
        return steps
    }

    private func add(_ added: MessageAdded, _ event: RecordedEvent) throws {
        for (offset, attachment) in added.attachments.enumerated() {
            try attachment.append(of: event.stream.rawValue, number: offset + 1, to: &record)
            // How it gets to a server is not known yet.
            for _ in 0..<5 { record.appendNull() }
            record.finish()
            try attachments.append(record.record)
        }
    }
}

extension AttachmentSummary {
    /// Appends the columns of `attachment` that are known from the start.
    func append(of message: Int64, number: Int, to row: inout some ColumnWriter) throws {
        try row.append(message)
        try row.append(Int64(number))
        try row.append(part)
        try row.append(fileName)
        try row.append(mimeType)
        try row.append(size)
        try row.append(isInline)
        try row.append(contentID)
    }
}
