import Cryptography
import EventLog
import Mail
import TestSupport
import Testing

/// Random histories of one message: its state is what the commands meant, told by a model that knows no events.
struct MessageStatePropertyTests {
    /// A message as a person would keep it on paper.
    private struct Model: Equatable {
        struct Copy: Equatable {
            var number: Int
            var folder: FolderID
            var flags: String
        }
        var keywords: KeywordSet
        var areSet = false
        var copies: [Copy]
        var isDeleted = false

        init(_ state: MessageState) {
            keywords = state.keywords
            areSet = state.keywordsAreSet
            copies = state.copies.map { Copy(number: $0.number, folder: $0.folder, flags: $0.flags) }
            isDeleted = state.isDeleted
        }
    }

    private static let keywords: [Keyword] = [.seen, .flagged, .answered, .draft]
    private static let flags = ["", "S", "F", "FS", "RS", "T", "DT"]

    @Test func `applying the decided events gives what the commands meant`() throws {
        var generator = TestSupport.SeededGenerator()
        for _ in 0..<60 {
            var given = Given()
            let ada = given.account("ada@example.org")
            let folders = ["INBOX", "Work", "Archive"].map { given.folder($0, in: ada) }
            var state = given.message(in: folders[0], flags: Self.flags.randomElement(using: &generator) ?? "")
            var model = Model(state)
            for step in 0..<40 {
                let decided = try act(on: state, &model, folders, step, &generator)
                for event in decided { state = state.applying(event.event) }
                #expect(Model(state) == model)
                #expect(Set(state.copies.map(\.number)).count == state.copies.count)
                #expect(state.copies.allSatisfy { $0.number < state.nextCopy })
                if !state.keywordsAreSet {
                    let union = state.copies.reduce(KeywordSet()) { $0.union(KeywordSet(maildirFlags: $1.flags)) }
                    #expect(state.keywords == union)
                }
            }
        }
    }

    /// Takes one random step on the model, and returns what the command decided on the state.
    private func act(
        on state: MessageState, _ model: inout Model, _ folders: [FolderState], _ step: Int,
        _ generator: inout TestSupport.SeededGenerator
    ) throws -> [ProposedEvent] {
        func pick<Element>(_ choices: [Element]) throws -> Element {
            try #require(choices.randomElement(using: &generator))
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            let (adding, removing) = (KeywordSet([try pick(Self.keywords)]), KeywordSet([try pick(Self.keywords)]))
            let before = model.keywords
            model.keywords = before.subtracting(removing).union(adding)
            if model.keywords != before { model.areSet = true }
            return MarkMessages(adding: adding, removing: removing).decide([state])
        case 1:
            let folder = try pick(folders)
            for index in model.copies.indices { model.copies[index].folder = folder.id }
            return try MoveMessages().decide([state], to: folder)
        case 2:
            model.isDeleted = true
            return DeleteMessages().decide([state])
        case 3:
            model.isDeleted = false
            return state.isDeleted ? [state.event(MessageRestored(message: state.id))] : []
        case 4:
            let folder = try pick(folders)
            let flags = try pick(Self.flags)
            model.copies.append(.init(number: state.nextCopy, folder: folder.id, flags: flags))
            if !model.areSet { model.keywords.formUnion(KeywordSet(maildirFlags: flags)) }
            return record("\(step)", .of("\(step)"), folder.id, flags, state)
        default:
            let index = Int.random(in: 0..<model.copies.count, using: &generator)
            let flags = try pick(Self.flags)
            let (old, new) = (KeywordSet(maildirFlags: model.copies[index].flags), KeywordSet(maildirFlags: flags))
            let before = model.keywords
            for keyword in old where !new.contains(keyword) { model.keywords.remove(keyword) }
            for keyword in new where !old.contains(keyword) { model.keywords.insert(keyword) }
            if model.keywords != before { model.areSet = true }
            model.copies[index].flags = flags
            return record(state.copies[index].source, state.copies[index].raw, state.copies[index].folder, flags, state)
        }
    }

    private func record(
        _ source: String, _ raw: SHA256Digest, _ folder: FolderID, _ flags: String, _ state: MessageState
    ) -> [ProposedEvent] {
        let found = FoundCopy(source: source, raw: raw, flags: flags, fromLine: nil)
        return RecordCopy.decide(found, message: state, stream: .existing(state.stream)) { folder }.map { [$0] } ?? []
    }
}
