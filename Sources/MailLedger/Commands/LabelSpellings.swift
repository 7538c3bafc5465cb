internal import Mail
internal import Projections

/// How labels are written in a ledger: as they were first.
struct LabelSpellings {
    private let query: LabelsQuery
    private var known: [Keyword: Keyword] = [:]

    init(_ reader: LedgerReader) {
        query = LabelsQuery(on: reader.connection)
    }

    /// Returns the label as it was written first, be that now.
    mutating func known(_ label: Keyword) throws -> Keyword {
        if label.isReserved { return label }
        if let known = known[label] { return known }
        let spelling = try query.spelling(of: label) ?? label
        known[label] = spelling
        return spelling
    }

    mutating func known(_ labels: KeywordSet) throws -> KeywordSet {
        KeywordSet(try labels.map { try known($0) })
    }
}
