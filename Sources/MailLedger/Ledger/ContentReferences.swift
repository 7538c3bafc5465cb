internal import Domain
package import EventLog
package import Hashing
internal import JSONCoding

/// Which contents the log names, by their SHA-256: the bytes of messages, and what other events name.
///
/// One rule keeps content and lets it go: it may go once no event names it that is not erased.
package enum ContentReferences {
    /// The contents that an event names; what was there before as well as what is there now, since an undo may lead back.
    package static func digests(in event: any Event) -> [SHA256Digest] {
        (event as? any ContentNaming)?.namedContents ?? []
    }

    /// The contents that a stored event names; none where it is erased.
    ///
    /// Of a context that is not here nobody can tell what its events name: each text that reads as a digest counts, so that nothing is let
    /// go that another program has yet.
    static func digests(in stored: StoredEvent, by catalogue: EventCatalogue) throws -> [SHA256Digest] {
        try catalogue.contents(of: stored).flatMap { content -> [SHA256Digest] in
            switch content {
            case .event(let event): digests(in: event)
            case .erased: []
            case .ofNoContext:
                try stored.payload.map { digests(in: try JSONBytesDecoder().decode(JSONValue.self, from: $0)) } ?? []
            }
        }
    }

    private static func digests(in value: JSONValue) -> [SHA256Digest] {
        switch value {
        case .string(let text): SHA256Digest(hex: text).map { [$0] } ?? []
        case .array(let values): values.flatMap(digests(in:))
        case .object(let object): object.members.flatMap { digests(in: $0.value) }
        default: []
        }
    }
}

extension Ledger {
    /// Lends each content that an event names, as often as it is named; an erased event names none.
    ///
    /// - Parameter isLeftOut: Which events are taken for erased already.
    /// - Complexity: O(events): the log is read from its start.
    func forEachNamedContent(
        except isLeftOut: (StoredEvent) -> Bool = { _ in false }, _ body: (SHA256Digest) throws -> Void
    ) throws {
        let naming = contexts.contentNamingTypes
        try store.forEach(EventSelection()) { stored in
            guard naming.contains(stored.type.name) || catalogue.isOfNoContext(stored.type), !isLeftOut(stored) else {
                return true
            }
            for digest in try ContentReferences.digests(in: stored, by: catalogue) { try body(digest) }
            return true
        }
    }

    /// Returns those of some contents that no event names, or none but erased ones.
    ///
    /// Under the writer's lock it says what may go.
    func unnamed(
        among contents: Set<SHA256Digest>, except isLeftOut: (StoredEvent) -> Bool = { _ in false }
    ) throws -> Set<SHA256Digest> {
        var unnamed = contents
        guard !contents.isEmpty else { return unnamed }
        try forEachNamedContent(except: isLeftOut) { unnamed.remove($0) }
        return unnamed
    }
}
