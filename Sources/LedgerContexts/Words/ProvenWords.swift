package import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel

/// The words for proven events.
///
/// All names in them come from these events, each as of the event's time, so that a file states nothing that it does
/// not prove.
package struct ProvenWords {
    /// The words for each event, in the order of the file.
    package let deeds: [ProvenDeed]

    /// A sentence for each event, in the order of the file.
    package var sentences: [String] { deeds.map(\.sentence) }

    /// - Parameter time: Writes the times of fields, in microseconds since 1970.
    package init(_ findings: ProofFindings, time: @escaping (Int64) -> String = { String($0) }) {
        var names = EventNames()
        var told: [Int: ProvenDeed] = [:]
        let order = findings.events.indices.sorted {
            findings.events[$0].entry.position < findings.events[$1].entry.position
        }
        for index in order {
            let deeds = Self.deeds(of: findings.events[index])
            for deed in deeds { names.learn(deed) }
            told[index] = ProvenDeed(deeds, names: names, time: time)
        }
        deeds = findings.events.indices.compactMap { told[$0] }
    }

    /// An event in today's shape; for one that is hidden, or of an unknown shape, the facts of its type.
    private static func deeds(of event: ProvenEvent) -> [EventDeed] {
        if let forms = event.reading(by: Contexts.builtIn.catalogue), !forms.isEmpty {
            return forms.map { EventDeed($0.type, payload: $0.payload) }
        }
        let type = EventType(event.entry.type) ?? EventType(event.entry.type, schema: 1)
        return [EventDeed(type, payload: nil)]
    }
}

/// A proven event, in words.
package struct ProvenDeed: Sendable, Hashable {
    /// A field that had a value before and that the sentence does not say, in words.
    package struct Field: Sendable, Hashable {
        package let name: String
        package let old: String
        package let new: String
    }

    /// "moved “Half width” from INBOX to Trash".
    package let sentence: String
    /// The sentence without a name of its object, by which similar events are counted: "moved from INBOX to Trash".
    package let kind: String
    package let fields: [Field]

    fileprivate init(_ deeds: [EventDeed], names: EventNames, time: @escaping (Int64) -> String) {
        let (words, values) = (EventWords(name: names.name), ValueWords(name: names.name, time: time))
        sentence = deeds.map { words.sentence($0) }.joined(separator: "; ")
        kind = deeds.map { words.kind($0) }.joined(separator: "; ")
        let changes = deeds.flatMap { words.changesLeftOut(of: words.sentence($0), $0) }
        fields = changes.filter { $0.old != .null }.map {
            Field(
                name: EventWords.spoken($0.field) + ($0.isPart ? WordRules.part : ""),
                old: values.value($0.old, isTime: $0.isTime),
                new: values.value($0.new, isTime: $0.isTime))
        }
    }
}
