internal import Content
internal import MIME
internal import Parallel
package import Projections

/// The texts of messages in their order: the calling thread reads the contents, and all cores parse them.
///
/// ```swift
/// let texts = MessageTexts(of: rows, in: reader)
/// for row in rows { write(row, try texts.next()) }
/// ```
package final class MessageTexts {
    private typealias Read = Result<StoredContent?, any Error>
    private typealias Parsed = Result<String?, any Error>

    private let reader: LedgerReader
    private var rows: ArraySlice<MessageRow>
    private let work: OrderedWork<Read, Parsed>

    /// The number of contents that are read before the first of them is taken; each may have 4 MiB.
    private static let ahead = 8

    package init(of rows: [MessageRow], in reader: LedgerReader) {
        self.reader = reader
        self.rows = rows[...]
        // For a few, a thread starts no sooner than they are parsed.
        work = OrderedWork(helpers: rows.count < Self.ahead ? 0 : Processors.count - 1) { read in
            Parsed { try read.get().map(LedgerReader.text) }
        }
    }

    /// Returns the text of the next message, as ``LedgerReader/text(of:)`` does; nil behind the last one, too.
    package func next() throws -> String? {
        while work.count < Self.ahead, let row = rows.popFirst() {
            work.put(Read { try reader.content(of: row) })
        }
        return try work.next()?.get() ?? nil
    }
}
