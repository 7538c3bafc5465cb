/// The elements that left a list and those that came into it, each with its place.
///
/// A list that grows by one element at a time takes one element an event. With both lists in each event (``Change``)
/// it would take the square of its length.
public struct ListChange<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// An element and its place.
    public struct Member: Codable, Hashable, Sendable {
        /// Counted from 0.
        public let at: Int
        public let value: Element

        public init(at: Int, value: Element) {
            self.at = at
            self.value = value
        }
    }

    /// The elements that left, by their places in the old list, in ascending order; nil if there are none.
    public let removed: [Member]?
    /// The elements that came, by their places in the new list, in ascending order; nil if there are none.
    public let added: [Member]?

    /// A difference names a place that the list does not have, or another element than is there.
    public struct Mismatch: Error {}

    public init(removed: [Member] = [], added: [Member] = []) {
        self.removed = removed.isEmpty ? nil : removed
        self.added = added.isEmpty ? nil : added
    }

    /// The change between two lists; nil if they are equal.
    ///
    /// - Complexity: O(*n* · *d*) for *d* elements that differ.
    public init?(from old: [Element], to new: [Element]) {
        guard old != new else { return nil }
        let difference = new.difference(from: old)
        func members(_ changes: [CollectionDifference<Element>.Change]) -> [Member] {
            changes.map { change in
                switch change {
                case .insert(let offset, let element, _), .remove(let offset, let element, _):
                    Member(at: offset, value: element)
                }
            }
        }
        self.init(removed: members(difference.removals), added: members(difference.insertions))
    }

    /// Returns the list after the change.
    ///
    /// - Throws: ``Mismatch`` for a list that is not the one before the change.
    /// - Complexity: O(*n*).
    public func applied(to old: [Element]) throws -> [Element] {
        var leaving = (removed ?? [])[...]
        var rest: [Element] = []
        for (place, element) in old.enumerated() {
            if let next = leaving.first, next.at == place {
                guard next.value == element else { throw Mismatch() }
                leaving.removeFirst()
            } else {
                rest.append(element)
            }
        }
        guard leaving.isEmpty else { throw Mismatch() }
        var kept = rest[...]
        var new: [Element] = []
        for member in added ?? [] {
            while new.count < member.at {
                guard let next = kept.popFirst() else { throw Mismatch() }
                new.append(next)
            }
            guard new.count == member.at else { throw Mismatch() }
            new.append(member.value)
        }
        return new + kept
    }

    /// Returns a list without the elements that came and with those that left; nil if one of them has changed since.
    ///
    /// Other elements may have come and gone in between.
    public func takenBack(from list: [Element]) -> [Element]? {
        let came = Set((added ?? []).map(\.value))
        guard came.isSubset(of: list) else { return nil }
        var rest = list.filter { !came.contains($0) }
        for member in removed ?? [] {
            guard came.contains(member.value) || !list.contains(member.value) else { return nil }
            rest.insert(member.value, at: min(member.at, rest.count))
        }
        return rest
    }
}
