package import LedgerKernel
package import Mail
internal import Projections

/// The spelling of labels in a ledger: the first one that was recorded.
package struct LabelSpellings {
    private let query: LabelsQuery
    private var known: [Keyword: Keyword] = [:]

    package init(_ reader: LedgerReader) {
        query = LabelsQuery(on: reader.connection)
    }

    /// Returns the label in its first recorded spelling, or unchanged if it is new.
    package mutating func known(_ label: Keyword) throws -> Keyword {
        if label.isReserved { return label }
        if let known = known[label] { return known }
        let spelling = try query.spelling(of: label) ?? label
        known[label] = spelling
        return spelling
    }

    package mutating func known(_ labels: KeywordSet) throws -> KeywordSet {
        KeywordSet(try labels.map { try known($0) })
    }
}
