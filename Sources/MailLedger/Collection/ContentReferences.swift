package import EventLog
package import Hashing
internal import Mail

/// Which contents the log names: the bytes of messages, by their SHA-256.
///
/// One rule keeps content and lets it go: it may go once no event names it that is not erased.
package enum ContentReferences {
    /// The types of which some event names content; no other payload is read for it.
    static let types: Set<String> = [
        MessageAdded.type.name, MessageBodyLoaded.type.name, MessageCopied.type.name, CopyRemoved.type.name,
    ]

    /// The contents that an event names; what was there before as well as what is there now, since an undo may lead back.
    package static func digests(in event: any Event) -> [SHA256Digest] {
        switch event {
        case let added as MessageAdded: [added.copy.raw]
        case let loaded as MessageBodyLoaded: [loaded.raw.old, loaded.raw.new]
        case let copied as MessageCopied: [copied.copy.raw]
        case let removed as CopyRemoved: [removed.copy.raw]
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
        try store.forEach(EventSelection()) { stored in
            guard ContentReferences.types.contains(stored.type.name), !isLeftOut(stored) else { return true }
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
