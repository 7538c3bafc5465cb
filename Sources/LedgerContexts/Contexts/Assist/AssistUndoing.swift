internal import Assist
internal import EventLog
internal import LedgerKernel
internal import Projections

/// Answers the undoing of this context's events, by the present state and the plan's changes of it.
struct AssistUndoing: ContextUndoing {
    private let reader: LedgerReader
    // The states after the events planned so far.
    private var messages: [MessageID: ClassifiedMessage] = [:]
    private var answers: [AnswerID: AnswerState]
    private var profiles: [ProfileID: ProfileState]
    private var areCancelled: [Int64: Bool] = [:]

    init(_ reader: LedgerReader) throws {
        self.reader = reader
        let answers = try AnswersQuery(on: reader.connection).all(includingDeleted: true)
        self.answers = Dictionary(uniqueKeysWithValues: answers.map { ($0.id, $0.state) })
        let profiles = try ProfilesQuery(on: reader.connection).all()
        self.profiles = Dictionary(profiles.map { ($0.id, $0.state) }) { first, _ in first }
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        switch event {
        case let classified as MessageClassified: try undo(classified)
        case let linked as MemoryLinked: try undo(linked)
        case let added as AnswerAdded: end(added.id)
        case let changed as AnswerChanged: undo(changed)
        case let used as AnswerUsed: try setUse(at: recorded.position.rawValue, of: used.answer, isCancelled: true)
        case let cancelled as AnswerUseCancelled:
            try setUse(at: cancelled.use, of: cancelled.answer, isCancelled: false)
        case let restored as AnswerUseRestored:
            try setUse(at: restored.use, of: restored.answer, isCancelled: true)
        case let deleted as AnswerDeleted: restore(deleted.answer)
        case let restored as AnswerRestored: end(restored.answer)
        case let created as ProfileCreated: end(created.id, since: recorded.position)
        case let changed as ProfileChanged: undo(changed)
        case let switched as ProfileFeatureSwitched: undo(switched)
        case let switched as ProfileServiceSwitched: undo(switched)
        case let deleted as ProfileDeleted: restore(deleted.profile)
        case let restored as ProfileRestored: end(restored.profile, since: recorded.position)
        default: .events([])
        }
    }

    // MARK: Messages

    private func message(_ id: MessageID) throws -> ClassifiedMessage? {
        try messages[id] ?? reader.classifiedMessage(withID: id)
    }

    private mutating func undo(_ event: MessageClassified) throws -> UndoAnswer {
        guard var message = try message(event.message) else { return .events([]) }
        let (claims, stale) = message.classification.undoing(event)
        guard stale.isEmpty else {
            return .obstacle(
                "of message \(message.id) something else is claimed since: \(stale.joined(separator: ", "))",
                changeOf: message.stream, fields: stale)
        }
        let event = MessageClassified(message: message.id, from: message.classification, to: claims)
        message.classification = claims
        messages[message.id] = message
        return .events(event.map { [message.event($0)] } ?? [])
    }

    private mutating func undo(_ event: MemoryLinked) throws -> UndoAnswer {
        guard var message = try message(event.message) else { return .events([]) }
        let (reference, stale) = message.memory.undoing(event)
        guard stale.isEmpty else {
            return .obstacle(
                "message \(message.id) has another \(stale.joined(separator: ", ")) since", changeOf: message.stream,
                fields: stale)
        }
        let event = MemoryLinked(message: message.id, from: message.memory, to: reference)
        message.memory = reference
        messages[message.id] = message
        return .events(event.map { [message.event($0)] } ?? [])
    }

    // MARK: Canned answers

    private mutating func end(_ id: AnswerID) -> UndoAnswer {
        guard let answer = answers[id] else { return .events([]) }
        answers[id]?.isDeleted = true
        return .events(DeleteAnswer().decide(answer))
    }

    private mutating func restore(_ id: AnswerID) -> UndoAnswer {
        guard let answer = answers[id] else { return .events([]) }
        answers[id]?.isDeleted = false
        return .events(RestoreAnswer().decide(answer))
    }

    private mutating func undo(_ changed: AnswerChanged) -> UndoAnswer {
        guard let answer = answers[changed.answer] else { return .events([]) }
        guard !answer.isDeleted else {
            return .obstacle(
                "the answer \(answer.id) has been deleted since", changeOf: answer.stream, fields: [ChangedField.end])
        }
        let (settings, stale) = answer.settings.undoing(changed)
        guard stale.isEmpty else {
            return .obstacle(
                "the answer \(answer.id) has another \(stale.joined(separator: ", ")) since", changeOf: answer.stream,
                fields: stale)
        }
        answers[answer.id]?.settings = settings
        return .events(
            AnswerChanged(answer: answer.id, from: answer.settings, to: settings).map { [answer.event($0)] } ?? [])
    }

    private mutating func setUse(at position: Int64, of id: AnswerID, isCancelled: Bool) throws -> UndoAnswer {
        let now =
            try areCancelled[position] ?? AnswersQuery(on: reader.connection).isCancelled(useAt: Position(position))
        guard let answer = answers[id], let now, now != isCancelled else { return .events([]) }
        areCancelled[position] = isCancelled
        let event: any Event =
            isCancelled ? AnswerUseCancelled(answer: id, use: position) : AnswerUseRestored(answer: id, use: position)
        return .events([answer.event(event)])
    }

    // MARK: The profile

    private mutating func end(_ id: ProfileID, since position: Position) -> UndoAnswer {
        guard let profile = profiles[id] else { return .events([]) }
        let hasNewAnswers = answers.values.contains {
            $0.profile == id && !$0.isDeleted && $0.stream.rawValue > position.rawValue
        }
        guard !hasNewAnswers else {
            return .obstacle("the profile \(profile.settings.email) has canned answers that were added since")
        }
        profiles[id]?.isDeleted = true
        return .events(DeleteProfile().decide(profile))
    }

    private mutating func restore(_ id: ProfileID) -> UndoAnswer {
        guard let profile = profiles[id] else { return .events([]) }
        do {
            let events = try RestoreProfile().decide(
                profile, live: profiles.values.first { !$0.isDeleted && $0.id != id })
            profiles[id]?.isDeleted = false
            return .events(events)
        } catch {
            return .obstacle("\(error)")
        }
    }

    private mutating func undo(_ changed: ProfileChanged) -> UndoAnswer {
        guard let profile = profiles[changed.profile] else { return .events([]) }
        if profile.isDeleted { return Self.isDeleted(profile) }
        let (settings, stale) = profile.settings.undoing(changed)
        guard stale.isEmpty else {
            return .obstacle(
                "the profile has another \(stale.joined(separator: ", ")) since", changeOf: profile.stream,
                fields: stale)
        }
        profiles[profile.id]?.settings = settings
        return .events(
            ProfileChanged(profile: profile.id, from: profile.settings, to: settings).map { [profile.event($0)] } ?? [])
    }

    private mutating func undo(_ switched: ProfileFeatureSwitched) -> UndoAnswer {
        guard let profile = profiles[switched.profile] else { return .events([]) }
        if profile.isDeleted { return Self.isDeleted(profile) }
        var features = profile.settings.features
        let stale = Self.takeBack(switched.changes, in: &features)
        guard stale.isEmpty else {
            return .obstacle("\(stale.joined(separator: ", ")) was switched again since", changeOf: profile.stream)
        }
        profiles[profile.id]?.settings.features = features
        let back = switched.changes.mapValues(\.inverse)
        return .events([profile.event(ProfileFeatureSwitched(profile: profile.id, changes: back))])
    }

    private mutating func undo(_ switched: ProfileServiceSwitched) -> UndoAnswer {
        guard let profile = profiles[switched.profile] else { return .events([]) }
        if profile.isDeleted { return Self.isDeleted(profile) }
        var services = profile.settings.services
        let stale = Self.takeBack(switched.changes, in: &services)
        guard stale.isEmpty else {
            return .obstacle("\(stale.joined(separator: ", ")) was switched again since", changeOf: profile.stream)
        }
        profiles[profile.id]?.settings.services = services
        let back = switched.changes.mapValues(\.inverse)
        return .events([profile.event(ProfileServiceSwitched(profile: profile.id, changes: back))])
    }

    /// Puts words back into a set or removes them, and names those that changed again since.
    private static func takeBack<Word: RawRepresentable<String> & Hashable>(
        _ changes: [Word: Change<Bool>], in words: inout Set<Word>
    ) -> [String] {
        let stale = changes.filter { words.contains($0.key) != $0.value.new }.map(\.key.rawValue).sorted()
        for (word, change) in changes where stale.isEmpty {
            if change.old { words.insert(word) } else { words.remove(word) }
        }
        return stale
    }

    private static func isDeleted(_ profile: ProfileState) -> UndoAnswer {
        .obstacle(
            "the profile \(profile.settings.email) has been deleted since", changeOf: profile.stream,
            fields: [ChangedField.end])
    }
}
