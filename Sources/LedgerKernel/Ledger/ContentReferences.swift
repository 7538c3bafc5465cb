package import Cryptography
internal import Domain
package import EventLog
internal import JSONCoding

/// The contents that the log refers to, by their SHA-256: the bytes of messages, and other contents of events.
///
/// One rule decides: a content may be removed once only erased events refer to it.
package enum ContentReferences {
    /// The contents that an event refers to; former ones as well as new ones, because an undo may restore them.
    package static func digests(in event: any Event) -> [SHA256Digest] {
        (event as? any ContentNaming)?.namedContents ?? []
    }

    /// The contents that a stored event refers to; none if it is erased.
    ///
    /// In an event of an unknown context each text that has the form of a digest counts, so that no content is removed
    /// that another program still needs.
    package static func digests(in stored: StoredEvent, by catalogue: EventCatalogue) throws -> [SHA256Digest] {
        try catalogue.contents(of: stored).flatMap { content -> [SHA256Digest] in
            switch content {
            case .event(let event): digests(in: event)
            case .erased: []
            case .ofNoContext: try stored.openPayload().map { digests(in: $0) } ?? []
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

extension LogReading {
    /// Lends each content that an event refers to, as often as it occurs; an erased event refers to none.
    ///
    /// - Parameters:
    ///   - isUnknownLent: Whether an event of no context counts, too: not each digest in it need be one of a content.
    ///   - isLeftOut: Whether an event counts as erased already.
    /// - Complexity: O(events): the log is read from its start.
    package func forEachNamedContent(
        by contexts: Contexts, lendingUnknown isUnknownLent: Bool,
        except isLeftOut: (StoredEvent) -> Bool = { _ in false }, _ body: (SHA256Digest) throws -> Void
    ) throws {
        let naming = contexts.contentNamingTypes
        let catalogue = contexts.catalogue
        try forEach(EventSelection()) { stored in
            guard naming.contains(stored.type.name) || isUnknownLent && catalogue.isOfNoContext(stored.type),
                !isLeftOut(stored)
            else { return true }
            let digests = try decoding { try ContentReferences.digests(in: stored, by: catalogue) }
            for digest in digests { try body(digest) }
            return true
        }
    }
}

extension LedgerStores {
    /// Lends each content that an event refers to, or may refer to if its context is unknown.
    package func forEachNamedContent(
        except isLeftOut: (StoredEvent) -> Bool = { _ in false }, _ body: (SHA256Digest) throws -> Void
    ) throws {
        try ledger.store.forEachNamedContent(by: contexts, lendingUnknown: true, except: isLeftOut, body)
    }

    /// Returns those of the given contents to which no event refers; erased events do not count.
    ///
    /// Under the writer's lock these contents may be removed.
    package func unnamed(
        among contents: Set<SHA256Digest>, except isLeftOut: (StoredEvent) -> Bool = { _ in false }
    ) throws -> Set<SHA256Digest> {
        var unnamed = contents
        guard !contents.isEmpty else { return unnamed }
        try forEachNamedContent(except: isLeftOut) { unnamed.remove($0) }
        return unnamed
    }
}
