internal import ArgumentParsing
internal import Assist
internal import EventLog
internal import MailLedger

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Record the claims of a model or a person about messages: category, sentiment, score, answer, reply.",
        examples: [
            CommandExample(
                "mailledger classify 3f2a --category business --confidence 0.9 --by mara", "one message, by a person"),
            CommandExample(
                "mailledger classify < claims.jsonl", "what another program claims, one line of JSON per message"),
            CommandExample("mailledger classify --dry-run < claims.jsonl", "check the lines, and record nothing"),
        ],
        discussion: """
            Without a message it reads standard input: a line of JSON for each message, such as

              {"message": "3f2a", "category": "urgent", "confidence": 0.9, "by": "model-x"}

            with the keys message, category, confidence, sentiment, intensity, opportunity_score, answer,
            answer_confidence, reply_draft, memory, conversation and by. A missing key keeps a claim, null removes it.
            All lines are checked before anything is recorded; the error names the number of a wrong line. They are
            recorded in transactions of at most 1,000 lines, as one operation that one 'undo' takes back.

            The same claim by the same claimant is not recorded again; a claim by another replaces it. To see the
            current claims use 'show', and to see their events 'mailledger history' and 'why message ID category'.
            'mailledger messages category:urgent' finds them. A feature that is switched off ('profile feature')
            refuses its claims (exit code 4, FORBIDDEN) but lets them be removed.
            """)

    @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var message: String?
    @OptionGroup var claims: ClaimOptions
    @Option(
        name: .long,
        help: ArgumentHelp("The model or person that makes the claim (default: the actor).", valueName: "name"))
    var by: String?
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (message == nil) == claims.isEmpty else {
            throw ValidationError(
                message == nil
                    ? "Say of which message; without one, claims are read from standard input"
                    : "Say what is claimed, as in --category urgent; --clear removes a claim")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        try session.show(perform(on: ledger)) { outcome in
            let rest = outcome.matched - outcome.changed
            let already = rest > 0 ? "; \(ProgressLine.grouped(rest)) needed no change" : ""
            let verb = outcome.isDryRun ? "Would classify" : "Classified"
            session.line("\(verb) \(Counted.messages(outcome.changed))\(already).")
        }
    }

    private func perform(on ledger: Ledger) throws -> OutcomeForm? {
        let call = change.call("classify", dryRun)
        guard let message else {
            return try ledger.perform(ClassifyRequest(jsonLines: MessageInput.bytes(of: "-"), by: by), call).answer
        }
        let claim = try claims.line(for: ShownName.id(of: message, in: ledger), by: by ?? ledger.environment.actor)
        do {
            return try ledger.perform(ClassifyRequest(claims: [claim]), call).answer
        } catch let fault as ClassificationFault {
            // What is said by options has no line.
            throw fault.error
        }
    }
}

/// What may be claimed of a message.
struct ClaimOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The category of the message.", valueName: "category"))
    var category: MessageCategory?
    @Option(name: .long, help: ArgumentHelp("How sure the category is, from 0 to 1.", valueName: "number"))
    var confidence: Double?
    @Option(name: .long, help: ArgumentHelp("The mood in which it is written.", valueName: "mood"))
    var sentiment: Sentiment?
    @Option(name: .long, help: ArgumentHelp("How strong the mood is.", valueName: "strength"))
    var intensity: SentimentIntensity?
    @Option(name: .long, help: ArgumentHelp("The score of the opportunity, from 0 to 100.", valueName: "number"))
    var score: Int?
    @Option(
        name: .long, help: ArgumentHelp("The canned answer that fits.", valueName: "answer"),
        completion: .names(.answer))
    var answer: String?
    @Option(name: .long, help: ArgumentHelp("How sure it is that the answer fits, from 0 to 1.", valueName: "number"))
    var answerConfidence: Double?
    @Option(name: .long, help: ArgumentHelp("A reply that is proposed.", valueName: "text")) var replyDraft: String?
    @Option(name: .long, help: ArgumentHelp("The message's id in a memory outside of the ledger.", valueName: "id"))
    var memory: String?
    @Option(name: .long, help: ArgumentHelp("The id of its conversation in that memory.", valueName: "id"))
    var conversation: String?
    @Option(name: .long, help: ArgumentHelp("Remove a claim; may be repeated.", valueName: "claim"))
    var clear: [ClaimName] = []

    var isEmpty: Bool {
        category == nil && confidence == nil && sentiment == nil && intensity == nil && score == nil && answer == nil
            && answerConfidence == nil && replyDraft == nil && memory == nil && conversation == nil && clear.isEmpty
    }

    func line(for message: String, by claimant: String) -> ClassificationLine {
        func patch<Value>(_ value: Value?, _ name: ClaimName) -> Patch<Value> {
            clear.contains(name) ? .clear : value.map { .set($0) } ?? .keep
        }
        var claims = ClassifyMessage(by: claimant)
        claims.category = patch(category, .category)
        claims.confidence = confidence
        claims.sentiment = patch(sentiment, .sentiment)
        claims.intensity = intensity
        claims.opportunityScore = patch(score, .score)
        claims.answerConfidence = answerConfidence
        claims.replyDraft = patch(replyDraft, .replyDraft)
        claims.memory = patch(memory, .memory)
        claims.conversation = patch(conversation, .conversation)
        return ClassificationLine(message: message, claims: claims, answer: patch(answer, .answer))
    }
}
