/// The keywords of a message, each once and in order, so that equal sets have equal JSON.
///
/// ```swift
/// let keywords = KeywordSet(maildirFlags: "RS")
/// keywords.isUnread  // false
/// keywords           // [$answered, $seen]
/// ```
public struct KeywordSet: Hashable, Sendable {
    private var sorted: [Keyword]

    /// Makes a set without keywords.
    public init() {
        sorted = []
    }

    /// Takes keywords in any order, those that repeat once, as the first of them is written.
    public init(_ keywords: some Sequence<Keyword>) {
        var seen: Set<Keyword> = []
        sorted = keywords.filter { seen.insert($0).inserted }.sorted()
    }

    /// Takes keywords that are mostly in order already, as what was written in order is.
    init(written keywords: [Keyword]) {
        let isInOrder = zip(keywords, keywords.dropFirst()).allSatisfy { $0 < $1 }
        sorted = isInOrder ? keywords : KeywordSet(keywords).sorted
    }

    /// The place of the first keyword that is not before another one.
    private func place(of keyword: Keyword) -> Int {
        var (low, high) = (sorted.startIndex, sorted.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < keyword { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func index(of keyword: Keyword) -> Int? {
        let index = place(of: keyword)
        return index < sorted.endIndex && sorted[index] == keyword ? index : nil
    }

    /// How the set writes a keyword; nil if it has no such keyword.
    func spelling(of keyword: Keyword) -> String? {
        index(of: keyword).map { sorted[$0].text }
    }

    /// Whether the message has been read.
    public var isSeen: Bool { contains(.seen) }
    /// Whether the message wants attention.
    public var isFlagged: Bool { contains(.flagged) }
    /// Whether the message is being written.
    public var isDraft: Bool { contains(.draft) }
    /// Whether the message has been answered.
    public var isAnswered: Bool { contains(.answered) }
    /// Whether the message has been sent on to someone.
    public var isForwarded: Bool { contains(.forwarded) }
    /// Whether the message counts as unread: neither `$seen` nor `$draft`.
    public var isUnread: Bool { !isSeen && !isDraft }
}

extension KeywordSet: RandomAccessCollection {
    /// The place of the first keyword.
    public var startIndex: Int { sorted.startIndex }
    /// The place behind the last keyword.
    public var endIndex: Int { sorted.endIndex }
    /// The keyword at a place in the order.
    public subscript(position: Int) -> Keyword { sorted[position] }
}

extension KeywordSet: SetAlgebra {
    /// Returns whether the set has the keyword.
    ///
    /// - Complexity: O(log *n*).
    public func contains(_ keyword: Keyword) -> Bool {
        index(of: keyword) != nil
    }

    /// Adds a keyword at its place in the order.
    @discardableResult
    public mutating func insert(_ keyword: Keyword) -> (inserted: Bool, memberAfterInsert: Keyword) {
        let index = place(of: keyword)
        if index < sorted.endIndex, sorted[index] == keyword { return (false, sorted[index]) }
        sorted.insert(keyword, at: index)
        return (true, keyword)
    }

    /// Removes a keyword, and returns it if it was there.
    @discardableResult
    public mutating func remove(_ keyword: Keyword) -> Keyword? {
        index(of: keyword).map { sorted.remove(at: $0) }
    }

    /// Adds a keyword, and returns it if it was there.
    @discardableResult
    public mutating func update(with keyword: Keyword) -> Keyword? {
        let (inserted, member) = insert(keyword)
        return inserted ? nil : member
    }

    /// Returns the keywords of either set.
    public func union(_ other: KeywordSet) -> KeywordSet {
        KeywordSet(sorted + other.sorted)
    }

    /// Returns the keywords of both sets.
    public func intersection(_ other: KeywordSet) -> KeywordSet {
        KeywordSet(sorted.filter(other.contains))
    }

    /// Returns the keywords of exactly one of the sets.
    public func symmetricDifference(_ other: KeywordSet) -> KeywordSet {
        KeywordSet((sorted + other.sorted).filter { contains($0) != other.contains($0) })
    }

    /// Adds the keywords of another set.
    public mutating func formUnion(_ other: KeywordSet) {
        self = union(other)
    }

    /// Keeps the keywords that another set has too.
    public mutating func formIntersection(_ other: KeywordSet) {
        self = intersection(other)
    }

    /// Keeps the keywords of exactly one of the sets.
    public mutating func formSymmetricDifference(_ other: KeywordSet) {
        self = symmetricDifference(other)
    }

    /// Whether there is no keyword.
    public var isEmpty: Bool { sorted.isEmpty }
}

extension KeywordSet: CustomStringConvertible {
    /// The keywords in brackets, for logs and tests.
    public var description: String { "[" + sorted.map(\.text).joined(separator: ", ") + "]" }
}

extension KeywordSet: Codable {
    /// Reads an array in any order.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Keyword].self))
    }

    /// Writes the keywords as an array in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sorted)
    }
}
