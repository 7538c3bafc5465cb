internal import Domain
package import EventLog
package import Hashing

/// Which contents the log names, by their SHA-256: the bytes of messages, and what other events name.
///
/// One rule keeps content and lets it go: it may go once no event names it that is not erased.
package enum ContentReferences {
    /// The contents that an event names; what was there before as well as what is there now, since an undo may lead back.
    package static func digests(in event: any Event) -> [SHA256Digest] {
        (event as? any ContentNaming)?.namedContents ?? []
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
        try store.forEach(EventSelection()) { stored in
            guard LedgerContexts.contentNamingTypes.contains(stored.type.name), !isLeftOut(stored) else { return true }
            for case .event(let event) in try catalogue.contents(of: stored) {
                for digest in ContentReferences.digests(in: event) { try body(digest) }
            }
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
