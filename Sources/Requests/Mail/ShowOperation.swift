internal import EventLog
internal import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Projections

/// One operation with each thing that it changed, old and new.
public struct ShowOperation: LedgerQuery {
    public static let name = "show-operation"
    public typealias Answer = OperationDetailForm
    /// The first digits of its id.
    public var operation: String
    /// Whether each thing is named that ended or came back with an account or a folder.
    public var unfolds: Bool?
    /// The limit of the changes.
    public var limit: PageLimit

    enum CodingKeys: String, CodingKey {
        case operation
        case unfolds = "unfold"
        case limit
    }

    public init(operation: String, unfolds: Bool? = nil, limit: Int? = nil) {
        self.operation = operation
        self.unfolds = unfolds
        self.limit = PageLimit(limit)
    }

    /// - Throws: `DomainError.notFound`, also for an operation behind the position of the reader, and `DomainError.ambiguous`.
    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = LogFilter(operation: operation)
        guard let row = try reader.operations(matching: filter, limit: 1, unfolds: unfolds ?? false).first else {
            throw DomainError.notFound(kind: "operation", name: operation)
        }
        let options = HistoryOptions(filter: filter, limit: limit.rows, unfolds: unfolds ?? false)
        let paths = try reader.folderPaths()
        let folders = FoldersOfMessages(reader)
        let changes = Rows<NamedChangeForm>(of: reader) { body in
            try reader.forEachHistoryEntry(of: nil, options) { entry in
                try body(
                    NamedChangeForm(
                        name: reader.title(of: entry),
                        folders: entry.entity == Entity.message
                            ? folders.folders(of: entry.stream, at: entry.position)
                                .compactMap { paths[$0.description] }.sorted() : [],
                        event: HistoryForm(entry, folders: paths)))
            }
        }
        return OperationDetailForm(operation: OperationForm(row), changes: changes)
    }
}

extension LedgerReader {
    /// The name of an event's thing; nil if it has no name, or has none any more.
    fileprivate func title(of entry: HistoryEntry) throws -> String? {
        let kind = contexts.things.first { $0.name == entry.entity && !$0.isDerived }
        return try kind?.identity(of: entry.stream, on: connection)?.title
    }
}
