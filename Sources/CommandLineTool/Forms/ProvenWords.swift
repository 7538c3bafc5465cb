internal import EventLog
internal import JSONCoding
internal import MailLedger

/// What proven events did, in words.
///
/// All names in them are from these events, each as it was when the event was recorded, so that a file says nothing that it does not
/// prove.
struct ProvenWords {
    /// A sentence for each event, in the order of the file.
    let sentences: [String]

    init(_ findings: ProofFindings) {
        var names = EventNames()
        var sentences: [Int: String] = [:]
        let order = findings.events.indices.sorted {
            findings.events[$0].entry.position < findings.events[$1].entry.position
        }
        for index in order {
            let deeds = Self.deeds(of: findings.events[index])
            for deed in deeds { names.learn(deed) }
            let words = EventWords(name: names.name)
            sentences[index] = deeds.map { words.sentence($0) }.joined(separator: "; ")
        }
        self.sentences = findings.events.indices.map { sentences[$0] ?? "" }
    }

    /// What an event is read as today; of one that is not shown, or of no known shape, what its type tells.
    private static func deeds(of event: ProvenEvent) -> [EventDeed] {
        if let forms = event.reading(by: Contexts.builtIn.catalogue), !forms.isEmpty {
            return forms.map { EventDeed($0.type, payload: $0.payload) }
        }
        let type = EventType(event.entry.type) ?? EventType(event.entry.type, schema: 1)
        return [EventDeed(type, payload: nil)]
    }
}
