package import EventLog

/// A field of a thing's settings, paired with the field of the change event that records it.
///
/// An event stays a struct with literal keys; each type of settings lists its pairs beside it once, in the order of
/// their output.
package struct FieldPair<Root: Sendable, Changed: Sendable>: Sendable {
    /// Its names in the log, in explanations and in JSON answers; each field of a server has one.
    package let names: [String]
    let record: @Sendable (_ old: Root, _ new: Root, _ changed: inout Changed) -> Void
    let takeBack: @Sendable (_ changed: Changed, _ settings: inout Root, _ stale: inout [String]) -> Void
    let encode: @Sendable (_ settings: Root, _ container: inout KeyedEncodingContainer<FieldName>) throws -> Void

    /// - Parameters:
    ///   - record: Notes in the event the difference between two sets of settings.
    ///   - takeBack: Resets the field if it still has the value from the event, else names it.
    ///   - encode: Writes the field into an answer.
    package init(
        _ names: [String], record: @escaping @Sendable (Root, Root, inout Changed) -> Void,
        takeBack: @escaping @Sendable (Changed, inout Root, inout [String]) -> Void,
        encode: @escaping @Sendable (Root, inout KeyedEncodingContainer<FieldName>) throws -> Void
    ) {
        self.names = names
        self.record = record
        self.takeBack = takeBack
        self.encode = encode
    }

    package init<Stored: Codable & Hashable & Sendable>(
        _ name: String, _ field: any WritableKeyPath<Root, Stored> & Sendable,
        _ change: any WritableKeyPath<Changed, Change<Stored>?> & Sendable
    ) {
        self.init(
            [name],
            record: { old, new, changed in
                changed[keyPath: change] = Change(from: old[keyPath: field], to: new[keyPath: field])
            },
            takeBack: { changed, settings, stale in
                Domain.takeBack(changed[keyPath: change], in: &settings[keyPath: field], named: name, &stale)
            },
            encode: { settings, container in
                try container.encode(settings[keyPath: field], forKey: FieldName(stringValue: name))
            })
    }

    /// A list of which the event has what came and what left.
    package init<Element: Codable & Hashable & Sendable>(
        _ name: String, _ field: any WritableKeyPath<Root, [Element]> & Sendable,
        _ change: any WritableKeyPath<Changed, ListChange<Element>?> & Sendable
    ) {
        self.init(
            [name],
            record: { old, new, changed in
                changed[keyPath: change] = ListChange(from: old[keyPath: field], to: new[keyPath: field])
            },
            takeBack: { changed, settings, stale in
                Domain.takeBack(changed[keyPath: change], in: &settings[keyPath: field], named: name, &stale)
            },
            encode: { settings, container in
                try container.encode(settings[keyPath: field], forKey: FieldName(stringValue: name))
            })
    }
}

/// The key of a field in an answer.
package struct FieldName: CodingKey {
    package let stringValue: String

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package var intValue: Int? { nil }
    package init?(intValue: Int) { nil }
}

extension Array {
    /// Notes in an event the change from one set of settings to another.
    package func record<Root, Changed>(from old: Root, to new: Root, in changed: inout Changed)
    where Element == FieldPair<Root, Changed> {
        for pair in self { pair.record(old, new, &changed) }
    }

    /// Returns settings with a change undone, and the names of the fields that no longer have the value it gave them.
    package func takingBack<Root, Changed>(_ changed: Changed, in settings: Root) -> (Root, stale: [String])
    where Element == FieldPair<Root, Changed> {
        var (settings, stale) = (settings, [] as [String])
        for pair in self { pair.takeBack(changed, &settings, &stale) }
        return (settings, stale)
    }

    /// Writes settings into an answer, in the order of the list, except for the fields that have another place in it.
    package func encode<Root, Changed>(_ settings: Root, to encoder: any Encoder, except others: Set<String> = [])
        throws
    where Element == FieldPair<Root, Changed> {
        var container = encoder.container(keyedBy: FieldName.self)
        for pair in self where others.isDisjoint(with: pair.names) { try pair.encode(settings, &container) }
    }
}
