public import EventLog

/// The cause of a transaction, in the form of its header.
public enum Cause: Hashable, Sendable {
    /// It undoes an operation: `undo:<operation>`.
    case undo(OperationID)
    /// It undoes transactions: `undo:tx:10`, `undo:tx:10..14,17`.
    case undoOfTransactions([ClosedRange<Int64>])
    /// It imported the mail at these paths: `import:<paths>`.
    case importing(String)
    /// It follows a Maildir: `sync:<path>`.
    case sync(String)
    /// It used the messages that this query found: `query:<query>`, followed by the meaning of its dates.
    case query(String)
    case other(String)

    /// Reads the form of a header.
    public init(_ text: String) {
        // By bytes: a mark behind a prefix belongs to what follows.
        func rest(_ prefix: String) -> String? {
            text.utf8.starts(with: prefix.utf8) ? String(Substring(text.utf8.dropFirst(prefix.utf8.count))) : nil
        }
        if let ranges = rest("undo:tx:").flatMap(Self.ranges) {
            self = .undoOfTransactions(ranges)
        } else if let operation = rest("undo:").flatMap(OperationID.init) {
            self = .undo(operation)
        } else if let paths = rest("import:") {
            self = .importing(paths)
        } else if let path = rest("sync:") {
            self = .sync(path)
        } else if let query = rest("query:") {
            self = .query(query)
        } else {
            self = .other(text)
        }
    }

    /// The form of a header.
    public var text: String {
        switch self {
        case .undo(let operation): "undo:\(operation)"
        case .undoOfTransactions(let ranges):
            "undo:tx:"
                + ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
                .joined(separator: ",")
        case .importing(let paths): "import:\(paths)"
        case .sync(let path): "sync:\(path)"
        case .query(let query): "query:\(query)"
        case .other(let text): text
        }
    }

    private static func ranges(_ text: String) -> [ClosedRange<Int64>]? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
            return nil
        }
        var ranges: [ClosedRange<Int64>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int64($0) }
            guard let first = ends.first, let last = ends.last, ends.count <= 2, first <= last else { return nil }
            ranges.append(first...last)
        }
        return ranges
    }
}

/// The words of a cause that names paths: before them stands whether erased mail was let in.
package enum PathWords {
    private static let mark = "--allow-erased "

    package static func text(_ paths: String, allowingErased: Bool) -> String { (allowingErased ? mark : "") + paths }

    package static func paths(of words: String) -> String {
        words.hasPrefix(mark) ? String(words.dropFirst(mark.count)) : words
    }
}

extension OperationContext {
    /// The same context with a cause, unless it has one already.
    package func because(_ cause: Cause) -> OperationContext {
        var context = self
        if context.cause == nil { context.cause = cause.text }
        return context
    }
}
