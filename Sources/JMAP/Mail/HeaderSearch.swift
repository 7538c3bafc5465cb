internal import EventLog
internal import JSONCoding
internal import MIME
internal import MailLedger
internal import Projections
internal import SQLiteDatabase

/// A header field that a filter asks for (RFC 8621 section 4.4.1): one that is there, or that holds a text.
struct HeaderTerm: Hashable {
    private let name: String
    /// As search folds it; nil where any value will do.
    private let text: String?

    init(_ values: Arguments) throws(MethodError) {
        let parts = try values.strings("header") ?? []
        guard let name = parts.first, parts.count <= 2, !name.isEmpty else {
            throw .invalidArguments("header is a name, or a name and a text")
        }
        self.name = name
        text = parts.count == 2 ? SearchFold.fold(parts[1]) : nil
    }

    fileprivate func isMet(by header: RawHeader) -> Bool {
        let fields = header.all(name)
        guard let text else { return !fields.isEmpty }
        return fields.contains { SearchFold.fold($0.text).contains(text) }
    }
}

/// The header fields that a filter asks for, which are in the bytes of messages alone.
struct HeaderSearch {
    /// Header fields are read of no more messages than this.
    private static let limit = 2_000

    private var terms: [HeaderTerm] = []
    /// The messages that meet a term, of those that were read.
    private var found: [HeaderTerm: [Int64]] = [:]
    private var hasRead = false

    var isEmpty: Bool { terms.isEmpty }

    /// Returns a condition on the row `message`: until messages are read, one that takes more of the whole filter rather than less.
    mutating func condition(_ term: HeaderTerm, isNegated: Bool) -> SQL {
        guard hasRead else {
            if !terms.contains(term) { terms.append(term) }
            return isNegated ? "FALSE" : "TRUE"
        }
        return "message.id IN (\(SQL.rows(found[term] ?? [])))"
    }

    /// Reads the header fields of the messages that a condition takes.
    ///
    /// - Throws: ``MethodError/unsupportedFilter(_:)`` where they are too many.
    mutating func read(
        of condition: SQL, _ emails: EmailsQuery, _ reader: LedgerReader, _ call: MethodCall
    ) throws {
        hasRead = true
        guard try emails.count(matching: "(\(condition))") <= Self.limit else {
            throw MethodError.unsupportedFilter(
                "header fields are searched in at most \(Self.limit) emails; filter them by something else, too")
        }
        var places: [EmailsQuery.Place] = []
        try emails.forEach(matching: "(\(condition))", order: "message.id") { place in
            places.append(place)
            return true
        }
        for place in places {
            try call.budget.goOn()
            guard let row = try emails.email(place.id), let header = try reader.parts(of: row.content)?.root.header
            else {
                continue
            }
            for term in terms where term.isMet(by: header) { found[term, default: []].append(place.stream.rawValue) }
        }
    }
}
