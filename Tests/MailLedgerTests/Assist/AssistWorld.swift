import Assist
import EventLog
import Mail
import MailLedger
import Projections

/// A ledger with some letters of which something is claimed.
struct AssistWorld {
    static let address = "ada@example.org"
    let sample: SampleLedger
    /// The letters `one`, `two` and `three`; the second answers the first.
    let ids: [MessageID]
    var ledger: Ledger { sample.ledger }

    init(_ place: Place = .memory) throws {
        sample = try SampleLedger(place)
        try sample.addAccount(Self.address)
        ids = try sample.save(
            [
                Letter("one").with { $0.body = "Which camera do you use for the Straße?\n" },
                Letter("two", day: 6, answers: ["one"]), Letter("three", day: 7),
            ], account: Self.address)
    }

    func context(_ command: String, by actor: String? = nil) -> OperationContext {
        var context = ledger.context(command: command)
        if let actor { context.actor = actor }
        return context
    }

    @discardableResult
    func classify(
        _ index: Int = 0, by claimant: String = "model-x", _ change: (inout ClassifyMessage) -> Void
    ) throws -> Requested<OutcomeForm> {
        var claims = ClassifyMessage(by: claimant)
        change(&claims)
        return try ledger.classify(
            ClassificationLine(message: ids[index].description, claims: claims), context: context("classify"))
    }

    func classification(_ index: Int = 0) throws -> ClassificationRow? {
        try ledger.read { reader in
            try reader.classification(of: reader.messageStream(ids[index].description, includingDeleted: true))
        }
    }

    @discardableResult
    func addAnswer(
        _ question: String = "which camera", _ text: String = "The small one.", category: AnswerCategory = .equipment
    ) throws -> AnswerRow {
        try ledger.addAnswer(
            AddAnswer(category: category, questionPattern: question, text: text), context: context("answer add"))
    }

    @discardableResult
    func setProfile(_ change: (inout SetProfile) -> Void = { $0.email = AssistWorld.address }) throws -> Requested<
        SettingsChangeForm
    > {
        var command = SetProfile()
        change(&command)
        return try ledger.setProfile(command, context: context("profile set"))
    }

    @discardableResult
    func undo() throws -> Receipt? { try ledger.undo(.latest).receipt }

    func answers() throws -> [AnswerRow] { try ledger.read { try $0.answers() } }

    func head() throws -> Position { try sample.head() }

    func found(_ query: String) throws -> Set<MessageID> { Set(try sample.messages(query).map(\.id)) }
}
