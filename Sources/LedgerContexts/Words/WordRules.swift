internal import EventLog
internal import LedgerHistory
internal import LedgerKernel

/// The facts that the words about events depend on, for a program in another language that makes the same words.
package struct WordRules: Encodable, Sendable {
    /// The types whose payloads are read, as `mail.folder-renamed/1`, those of older versions too.
    let types: [String]
    /// The kinds of things, in the order in which a type's name is compared to them.
    let kinds: [String]
    /// The contexts of this package.
    let contexts: [String]
    /// The fields whose integers are microseconds since 1970.
    let times: [String]
    /// The fields with the name of a thing of a kind.
    let names: [String: [String]]
    /// What follows the name of a field of which only a part changed.
    let part: String
    /// The phrases for events, by the names of their types.
    let phrases: [String: EventPhrase]
    /// The verbs for the endings of types' names.
    let verbs: [String: String]
    /// The words for keywords that are no labels.
    let keywords: [String: EventPhrase.Keyword]
    /// The words for other keywords, before their list.
    let labels: EventPhrase.Keyword
    /// The phrases about a step beside its changes.
    let acts: [String: String]
    /// The first and the last of the characters that ``Sanitizer`` shows by their numbers.
    let hidden: [[UInt32]]
    /// The first and the last of the marks that are set on letters.
    let marks: [[UInt32]]

    package static let part = " (in part)"

    package init() {
        let catalogue = Contexts.builtIn.catalogue
        types = (catalogue.types + catalogue.olderTypes).map(\.description)
        kinds = HistoryEntry.kinds
        contexts = Contexts.ownNames.map(String.init).sorted()
        times = FieldChange.times.sorted()
        names = EventNames.fields
        part = Self.part
        phrases = EventPhrase.all
        verbs = EventPhrase.verbs
        keywords = EventPhrase.keywords
        labels = EventPhrase.labels
        acts = Dictionary(uniqueKeysWithValues: ActPhrase.allCases.map { ("\($0)", $0.rawValue) })
        hidden = Sanitizer.hidden.map { [$0.lowerBound, $0.upperBound] }
        marks = Sanitizer.marks.map { [$0.lowerBound, $0.upperBound] }
    }
}
