import Assist
import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// Claims that come as lines of JSON, from any other program.
@Suite struct `Lines of claims` {
    private let world: AssistWorld
    private var ledger: Ledger { world.ledger }

    init() throws { world = try AssistWorld() }

    private func take(_ lines: String, dryRun: Bool = false) throws -> Requested<OutcomeForm> {
        let text = lines.replacing("ONE", with: "\(world.ids[0])").replacing("TWO", with: "\(world.ids[1])")
        return try ledger.classify(
            jsonLines: Array(text.utf8), by: "ada", context: world.context("classify"), dryRun: dryRun)
    }

    @Test func `an absent key keeps a claim, null takes it away, and each line says who claims it`() throws {
        let outcome = try take(
            """
            {"message":"ONE","category":"fan","confidence":1,"opportunity_score":40,"by":"model-x"}

            {"message":"TWO","sentiment":"urgent","intensity":"low","reply_draft":"Soon.","memory":"m1"}
            {"message":"ONE","category":null,"opportunity_score":41,"by":"model-y"}\r
            """)
        #expect(outcome.matched == 3 && outcome.changed == 3)
        let one = try #require(try world.classification(0)).classification
        #expect(one.category == nil && one.opportunityScore == Claim(41, by: "model-y"))
        let two = try #require(try world.classification(1))
        #expect(two.classification.sentiment == SentimentClaim(.urgent, intensity: .low, by: "ada"))
        #expect(two.classification.replyDraft == Claim("Soon.", by: "ada") && two.memory.memory == "m1")
        let head = try world.head()
        #expect(try take(#"{"message":"ONE","opportunity_score":41,"by":"model-y"}"#).changed == 0)
        #expect(try world.head() == head)
    }

    @Test(arguments: [
        (#"{"message":"ffffffff","category":"fan"}"#, "no message"), (#"{"category":"fan"}"#, "message is missing"),
        (#"{"message":"ONE","category":"vip"}"#, "\"vip\" is none of fan, business, spam, urgent"),
        (#"{"message":"ONE","categroy":"fan"}"#, "there is no such key"),
        (#"{"message":"ONE","password":"x"}"#, "there is no such key"), (#"{"message":"ONE"}"#, "says nothing"),
        (#"{"message":"ONE","opportunity_score":101}"#, "out of range"),
        (#"{"message":"ONE","confidence":0.5}"#, "goes with a category"),
        (#"{"message":"ONE","answer":"ffffffff"}"#, "no answer"), ("[1]", ""), ("{", ""), ("nonsense", ""),
    ])
    func `a line that cannot be taken is named, and nothing is recorded`(_ line: String, _ words: String) throws {
        let head = try world.head()
        #expect {
            try take("{\"message\":\"TWO\",\"category\":\"fan\"}\n\(line)\n{\"message\":\"TWO\",\"category\":\"spam\"}")
        } throws: { error in
            guard let fault = error as? ClassificationFault else { return false }
            return fault.line == 2 && fault.recorded == 0 && fault.description.contains(words)
                && fault.description.contains("nothing was recorded")
        }
        #expect(try world.head() == head)
    }

    @Test func `a dry run checks the lines, and many lines are transactions of 1,000`() throws {
        let lines = (0..<2_500).map { #"{"message":"ONE","opportunity_score":\#($0 % 100)}"# }.joined(separator: "\n")
        let head = try world.head()
        #expect(try take(lines, dryRun: true).changed == 2_500)
        #expect(try world.head() == head)
        let outcome = try take(lines)
        let operation = try #require(outcome.receipt?.operation)
        #expect(try ledger.store.transactions(of: operation).map(\.eventCount) == [1_000, 1_000, 500])
        try world.undo()
        #expect(try world.classification(0) == nil && ledger.maintenance.checkViews() == nil)
    }
}
