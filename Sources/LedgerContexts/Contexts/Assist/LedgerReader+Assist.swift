package import Assist
public import EventLog
public import LedgerKernel
internal import Mail
public import Projections
internal import SQLiteDatabase

extension LedgerReader {
    /// Returns the claims about a message; nil if there are none.
    public func classification(of message: StreamID) throws -> ClassificationRow? {
        try ClassificationsQuery(on: connection).classification(of: message)
    }

    /// Returns the live canned answers in the order of recording, with deleted ones on request.
    public func answers(includingDeleted: Bool = false) throws -> [AnswerRow] {
        try AnswersQuery(on: connection).all(includingDeleted: includingDeleted)
    }

    /// Returns the live canned answer with a question, with adjacent words in its question, or with a prefix of its id.
    ///
    /// Case and accents are ignored.
    ///
    /// - Parameter includingDeleted: Whether to find ended answers, too; a live one takes precedence.
    public func answer(_ name: String, includingDeleted: Bool = false) throws -> AnswerRow {
        let prefix = name.lowercased()
        let all = try self.answers(includingDeleted: true)
        let wanted = AnswerRanking.line(name)
        func matching(_ isMatch: (AnswerRow) -> Bool) -> [AnswerRow]? {
            let found = all.filter { ($0.state.isLive || includingDeleted) && isMatch($0) }
            let live = found.filter { $0.state.isLive }
            return found.isEmpty ? nil : live.isEmpty ? found : live
        }
        let named =
            matching { AnswerRanking.line($0.settings.questionPattern) == wanted }
            ?? (prefix.count >= 4 ? matching { $0.id.description.hasPrefix(prefix) } : nil)
            ?? (wanted.isEmpty ? nil : matching { AnswerRanking.line($0.settings.questionPattern).contains(wanted) })
        guard let found = named, let first = found.first else {
            if try ErasuresQuery(on: connection).erasure(withPrefix: name) != nil {
                throw DomainError.erased(kind: "answer", name: name)
            }
            throw DomainError.notFound(kind: "answer", name: name)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "answer", name: name, count: found.count) }
        return first
    }

    /// Returns the profile of the ledger's owner; nil if nobody has set one.
    public func profile() throws -> ProfileRow? {
        try ProfilesQuery(on: connection).current()
    }

    /// The features that are switched on: all if there is no profile.
    package func features() throws -> Set<AssistFeature> {
        try ProfilesQuery(on: connection).features()
    }

    /// Returns the profile of the ledger's owner.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` if there is none.
    public func requireProfile() throws -> ProfileRow {
        guard let profile = try profile() else { throw DomainError.notFound(kind: "profile", name: "of the owner") }
        return profile
    }

    /// The message with this stream in the form of this context, deleted or not.
    func classifiedMessage(_ stream: StreamID) throws -> ClassifiedMessage? {
        let found = try connection.first(
            "SELECT uuid, account FROM message WHERE id = \(bind: stream.rawValue)"
        ) { try (id: $0.next(MessageID.self), account: $0.next(StreamID.self)) }
        guard let found else { return nil }
        let row = try classification(of: stream)
        return ClassifiedMessage(
            id: found.id, stream: stream, accountStream: found.account,
            classification: row?.classification ?? Classification(), memory: row?.memory ?? MemoryReference())
    }

    func classifiedMessage(withID id: MessageID) throws -> ClassifiedMessage? {
        try MessageStates(on: connection).stream(of: id).flatMap { try classifiedMessage($0) }
    }

    /// Ranks the enabled canned answers by the number of words that their patterns share with a message.
    ///
    /// - Throws: ``DomainError/forbidden(_:hint:)`` if canned answers are switched off.
    /// - Complexity: O(the text of the message + all patterns).
    public func suggestAnswers(for message: String, limit: Int = 5) throws -> [AnswerSuggestion] {
        try AssistFeature.cannedAnswers.require(in: features())
        let row = try self.message(message)
        let words = AnswerRanking.words(of: [row.subject ?? "", try text(of: row) ?? ""])
        return AnswerRanking.suggestions(
            among: try answers().filter(\.settings.isEnabled), forWords: words, limit: limit)
    }
}
