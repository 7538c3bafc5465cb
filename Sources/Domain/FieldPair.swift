package import EventLog

/// A field of a thing's settings, and the field of their change event that tells of it: said once, for all that needs both.
///
/// An event stays a struct with literal keys; a type that has settings lists its pairs beside it, in the order in which fields are told.
package struct FieldPair<Root: Sendable, Changed: Sendable>: Sendable {
    /// As the log, those who ask why and answers in JSON name it; of a server each of its own.
    package let names: [String]
    let record: @Sendable (_ old: Root, _ new: Root, _ changed: inout Changed) -> Void
    let takeBack: @Sendable (_ changed: Changed, _ settings: inout Root, _ stale: inout [String]) -> Void
    let encode: @Sendable (_ settings: Root, _ container: inout KeyedEncodingContainer<FieldName>) throws -> Void

    /// - Parameters:
    ///   - record: Notes in the event what differs between two sets of settings.
    ///   - takeBack: Sets the field back if it still is what the event made it, else names it.
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
    /// Notes in an event what leads from one set of settings to another.
    package func record<Root, Changed>(from old: Root, to new: Root, in changed: inout Changed)
    where Element == FieldPair<Root, Changed> {
        for pair in self { pair.record(old, new, &changed) }
    }

    /// Returns settings with a change taken back, and the names of the fields that are not any more what it made them.
    package func takingBack<Root, Changed>(_ changed: Changed, in settings: Root) -> (Root, stale: [String])
    where Element == FieldPair<Root, Changed> {
        var (settings, stale) = (settings, [] as [String])
        for pair in self { pair.takeBack(changed, &settings, &stale) }
        return (settings, stale)
    }

    /// Writes settings into an answer, in the order of the list, but for the fields that stand elsewhere in it.
    package func encode<Root, Changed>(_ settings: Root, to encoder: any Encoder, except others: Set<String> = [])
        throws
    where Element == FieldPair<Root, Changed> {
        var container = encoder.container(keyedBy: FieldName.self)
        for pair in self where others.isDisjoint(with: pair.names) { try pair.encode(settings, &container) }
    }
}
