/// SEARCH (RFC 9051 section 6.4.4).
public struct SearchRequest: Sendable, Hashable {
    public enum Result: Sendable, Hashable { case min, max, all, count, save }

    public let isByUID: Bool
    /// Nil for the answer of RFC 3501; empty for RETURN (), which is ALL.
    public let results: [Result]?
    /// In upper case; nil where none is named.
    public let charset: String?
    public let key: SearchKey

    public init(isByUID: Bool, results: [Result]?, charset: String?, key: SearchKey) {
        self.isByUID = isByUID
        self.results = results
        self.charset = charset
        self.key = key
    }
}

public indirect enum SearchKey: Sendable, Hashable {
    /// All of them; empty is ALL.
    case and([SearchKey])
    case or(SearchKey, SearchKey)
    case not(SearchKey)
    case numbers(SequenceSet)
    case uids(SequenceSet)
    case flag(Flag)
    /// Bcc, cc, from, subject, to: a substring of the field.
    case field(AddressedField, [UInt8])
    case header(name: String, [UInt8])
    case body([UInt8])
    case text([UInt8])
    /// By the day of INTERNALDATE, of SAVEDATE or of the Date field.
    case date(DateOf, DateTest, SearchDay)
    case larger(UInt64)
    case smaller(UInt64)
    /// Received less than this many seconds ago (RFC 5032).
    case younger(seconds: UInt64)
    case older(seconds: UInt64)
    case modSeq(UInt64)
    case emailID(String)
    case threadID(String)
    /// Whether the mailbox keeps SAVEDATE (RFC 8514).
    case savedDateSupported

    public enum AddressedField: String, Sendable, Hashable { case bcc, cc, from, subject, to }
    public enum DateOf: Sendable, Hashable { case internalDate, saved, sent }
    public enum DateTest: Sendable, Hashable { case before, on, since }
}

/// A day without a zone.
public struct SearchDay: Sendable, Hashable, Comparable {
    public let year: Int
    public let month: Int
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    public static func < (left: SearchDay, right: SearchDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

/// SORT (RFC 5256 section 3).
public struct SortRequest: Sendable, Hashable {
    public enum Key: String, Sendable, Hashable, CaseIterable {
        case arrival = "ARRIVAL"
        case cc = "CC"
        case date = "DATE"
        case from = "FROM"
        case size = "SIZE"
        case subject = "SUBJECT"
        case to = "TO"
    }

    public struct Criterion: Sendable, Hashable {
        public let key: Key
        public let isReversed: Bool

        public init(_ key: Key, isReversed: Bool) {
            self.key = key
            self.isReversed = isReversed
        }
    }

    public let isByUID: Bool
    /// RFC 5267: nil for the answer of RFC 5256.
    public let results: [SearchRequest.Result]?
    public let criteria: [Criterion]
    /// In upper case.
    public let charset: String
    public let key: SearchKey

    public init(
        isByUID: Bool, results: [SearchRequest.Result]?, criteria: [Criterion], charset: String, key: SearchKey
    ) {
        self.isByUID = isByUID
        self.results = results
        self.criteria = criteria
        self.charset = charset
        self.key = key
    }
}

/// THREAD (RFC 5256 section 3).
public struct ThreadRequest: Sendable, Hashable {
    public let isByUID: Bool
    /// In upper case, as `REFERENCES`.
    public let algorithm: String
    public let charset: String
    public let key: SearchKey

    public init(isByUID: Bool, algorithm: String, charset: String, key: SearchKey) {
        self.isByUID = isByUID
        self.algorithm = algorithm
        self.charset = charset
        self.key = key
    }
}
