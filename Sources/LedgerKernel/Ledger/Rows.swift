/// The rows of a list, read one by one while their reader is lent.
///
/// However many they are, none is kept. They encode themselves as an array.
///
/// ```swift
/// try ledger.answer(ListMessages()) { rows in try rows.forEach { try send($0) } }
/// ```
///
/// Beyond the closure they throw ``ReaderClosed``.
public struct Rows<Element: Encodable>: Encodable {
    private let loan: ReaderLoan
    private let source: ((Element) throws -> Bool) throws -> Void

    /// Rows of a reader: a closure passes on each, until false is returned.
    package init(of reader: LedgerReader, _ source: @escaping ((Element) throws -> Bool) throws -> Void) {
        loan = reader.loan
        self.source = source
    }

    /// Lends each row; the closure returns false to stop early.
    ///
    /// - Throws: ``ReaderClosed`` beyond the reader's time.
    public func forEach(_ body: (Element) throws -> Bool) throws {
        guard loan.isOpen else { throw ReaderClosed() }
        try source(body)
    }

    /// Returns all rows.
    public func all() throws -> [Element] {
        var rows: [Element] = []
        try forEach { row in
            rows.append(row)
            return true
        }
        return rows
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try forEach { row in
            try container.encode(row)
            return true
        }
    }
}

/// Rows were read beyond the closure that they were lent to.
public struct ReaderClosed: Error, Hashable, CustomStringConvertible {
    public var description: String { "rows are lent to a closure, and were read after it" }
}

/// The time for which a reader is lent.
final class ReaderLoan {
    private(set) var isOpen = true

    func end() { isOpen = false }
}
