public import JSONCoding

/// The keywords that left a message and those that came.
///
/// A message with many labels gets one more by the bytes of one. Keywords have no places: a set is always in order.
public struct KeywordChange: Codable, Hashable, Sendable {
    /// The keywords that left; nil if there are none.
    public let removed: KeywordSet?
    /// The keywords that came; nil if there are none.
    public let added: KeywordSet?

    public init(removed: KeywordSet = [], added: KeywordSet = []) {
        self.removed = removed.isEmpty ? nil : removed
        self.added = added.isEmpty ? nil : added
    }

    /// The change between two sets; a keyword that is written otherwise has left and come.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(from old: KeywordSet, to new: KeywordSet) {
        self.init(
            removed: KeywordSet(old.filter { new.spelling(of: $0) != $0.text }),
            added: KeywordSet(new.filter { old.spelling(of: $0) != $0.text }))
    }

    /// Returns the keywords after the change.
    ///
    /// - Complexity: O(*n* log *n*).
    public func applied(to keywords: KeywordSet) -> KeywordSet {
        keywords.subtracting(removed ?? []).union(added ?? [])
    }

    /// Returns whether a keyword is there after the change; nil if the change says nothing about it.
    public func sets(_ keyword: Keyword) -> Bool? {
        added?.contains(keyword) == true ? true : removed?.contains(keyword) == true ? false : nil
    }

    /// Returns keywords without those that came and with those that left; nil if one of them has changed since.
    ///
    /// Other keywords may have come and gone in between.
    public func takenBack(from keywords: KeywordSet) -> KeywordSet? {
        let (left, came) = (removed ?? [], added ?? [])
        guard keywords.isSuperset(of: came), keywords.isDisjoint(with: left.subtracting(came)) else { return nil }
        return keywords.subtracting(came).union(left)
    }
}

extension KeywordChange: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        removed = try json.optionalValue("removed")
        added = try json.optionalValue("added")
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.optionalValue("removed", removed)
        json.optionalValue("added", added)
        json.endObject()
    }
}
