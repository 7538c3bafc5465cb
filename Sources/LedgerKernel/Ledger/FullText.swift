internal import Domain
internal import Mail
public import Projections
public import QueryLanguage

/// The full text behind a reader: whether it was updated to the log for filters with words.
package enum FullText {
    /// It was not updated: a filter with words stops the question, and the ledger repeats it after the update.
    case behind
    /// It is as near to the head as possible.
    case ready
    /// The reader updates it with this closure: under the writer's lock if it has to reach the head.
    case broughtUp(() throws -> Void)
}

/// A question has words, and the full text has to be updated first.
struct FullTextBehind: Error {}

/// A question has words, and the user may not read the contents that they are looked for in.
package struct FullTextWithheld: Error, CustomStringConvertible {
    let cause: any Error

    package var description: String {
        """
        \(cause). Words, also those behind from:, to:, cc:, contact: and subject:, are looked for in the contents of \
        mail; in:, date:, is:, label:, list: and message-id: need no contents
        """
    }
}

extension LedgerReader {
    /// Reads a query; nil is every message.
    ///
    /// - Throws: ``DomainError/forbidden(_:)`` if it asks for the history, or for more than ids, and that may not be read.
    /// - Throws: ``QueryError`` with the place of the fault.
    public func filter(_ query: MessageQuery?) throws -> MessageFilter {
        try admitted(query?.read(in: environment.queryContext) ?? .all)
    }

    /// Returns a filter that was read elsewhere, if its user may have it.
    ///
    /// - Throws: ``DomainError/forbidden(_:)`` as ``filter(_:)`` does.
    package func admitted(_ filter: MessageFilter) throws -> MessageFilter {
        guard showsHistory || !filter.asksForHistory else { throw DomainError.historyWithheld }
        guard showsMail || filter.asksForIDsAlone else { throw DomainError.mailWithheld }
        return filter
    }

    /// Reads the query of a command that changes live messages; a command for all of them needs `*`.
    package func filter(ofCommand query: MessageQuery) throws -> MessageFilter {
        let filter = try filter(ofErasure: query)
        guard filter.range == .live else { throw FilterResolutionError.deletedNamed }
        return filter
    }

    /// Reads the query of a command that also includes deleted messages.
    package func filter(ofErasure query: MessageQuery) throws -> MessageFilter {
        guard query.text.contains(where: { !$0.isWhitespace }) else {
            throw DomainError.invalid(field: "filter", reason: "is empty; '*' means all messages")
        }
        return try filter(query)
    }

    /// Returns a filter after updating the full text, if the filter has words.
    package func prepared(_ filter: MessageFilter) throws -> MessageFilter {
        guard filter.readsFullText else { return filter }
        switch fullText {
        case .behind: throw FullTextBehind()
        case .ready: break
        case .broughtUp(let bringUp): try bringUp()
        }
        return filter
    }
}

extension DomainError {
    /// The caller may see the present, but not the past.
    static let historyWithheld = DomainError.forbidden("earlier moments and history are for those who may audit")
    /// The caller may change mail, but not read it.
    static let mailWithheld = DomainError.forbidden("filters that ask for more than ids are for those who may read")
}

extension MessageFilter {
    /// Whether it has conditions about the past, or about who changed what and when.
    fileprivate var asksForHistory: Bool {
        switch self {
        case .liveness, .added, .changed, .changedBy, .movedTo: true
        case .and(let parts), .or(let parts): parts.contains(where: \.asksForHistory)
        case .not(let inner): inner.asksForHistory
        default: false
        }
    }

    /// Whether it takes all messages, or those of ids that the caller knows: what else mail has, it does not ask for.
    fileprivate var asksForIDsAlone: Bool {
        switch self {
        case .all, .id, .messageID, .externalID: true
        case .and(let parts), .or(let parts): parts.allSatisfy(\.asksForIDsAlone)
        case .not(let inner): inner.asksForIDsAlone
        default: false
        }
    }
}
