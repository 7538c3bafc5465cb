/// The members of a JSON object in their order.
///
/// ```swift
/// object.rename("sender", to: "from")
/// object["size"] = .integer(0)
/// ```
///
/// No key occurs twice. Two objects are equal if they have the same members in the same order, as their bytes would be.
/// A key is looked up by comparing each in turn: this is made for events, not for tables.
public struct JSONObject: Hashable, Sendable {
    /// One key with its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// Its value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member] = []

    /// Makes an empty object.
    public init() {}

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key; setting a new key appends it, setting nil removes it, and a known key keeps its place.
    ///
    /// - Complexity: O(*k*) in the number of members.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): members.remove(at: position)
            case (nil, let value?): members.append(Member(key, value))
            case (nil, nil): break
            }
        }
    }

    /// Renames a member in its place, and returns whether it existed.
    ///
    /// A member that has the new key already is replaced.
    @discardableResult public mutating func rename(_ key: String, to newKey: String) -> Bool {
        guard let position = position(of: key) else { return false }
        guard !Self.isSame(key, newKey) else { return true }
        members[position] = Member(newKey, members[position].value)
        if let other = members.indices.first(where: { $0 != position && Self.isSame(members[$0].key, newKey) }) {
            members.remove(at: other)
        }
        return true
    }

    /// Takes members whose keys are known to differ, however many there are.
    package init(unique members: [Member]) {
        self.members = members
    }

    private func position(of key: String) -> Int? {
        members.firstIndex { Self.isSame($0.key, key) }
    }

    /// Compares bytes, as JSON does: `==` would take two normal forms of one character for the same key.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object of a literal; of a key that is there twice the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}
