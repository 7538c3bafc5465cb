import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing

/// Claims, canned answers and the profile, drawn by lot.
extension RandomCommands {
    mutating func claim() throws {
        let ledger = sample.ledger
        guard let message = try sample.messages().randomElement(using: &generator) else { return }
        var claims = ClassifyMessage(by: chance(50) ? "model-x" : "ada")
        if chance(50) { claims.category = chance(80) ? .set(chance(50) ? .fan : .urgent) : .clear }
        if chance(40) { claims.sentiment = chance(80) ? .set(.negative) : .clear }
        if chance(40) { claims.opportunityScore = .set(Int.random(in: 0...100, using: &generator)) }
        if chance(20) { claims.memory = chance(70) ? .set("m") : .clear }
        let answer = try ledger.read { try $0.answers() }.randomElement(using: &generator)
        if let answer, chance(30) {
            _ = try ledger.useAnswer(
                answer.id.description, for: message.id.description, context: ledger.context(command: "answer use"))
            return
        }
        let line = ClassificationLine(
            message: message.id.description, claims: claims,
            answer: chance(30) ? answer.map { .set($0.id.description) } ?? .clear : .keep)
        try ledger.classify(line, context: ledger.context(command: "classify"))
    }

    mutating func keepAnswers() throws {
        let ledger = sample.ledger
        let answer = try ledger.read { try $0.answers() }.randomElement(using: &generator)
        let hasProfile = try ledger.read { try $0.profile() != nil }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where hasProfile:
            let feature = AssistFeature.allCases.randomElement(using: &generator) ?? .sentiment
            _ = try ledger.switchFeature(
                SwitchFeature(feature, isEnabled: chance(70)), context: ledger.context(command: "profile feature"))
        case 1 where hasProfile:
            _ = try ledger.deleteProfile(context: ledger.context(command: "profile delete"))
        case 0, 1:
            var command = SetProfile()
            command.email = "ada@example.org"
            _ = try ledger.setProfile(command, context: ledger.context(command: "profile set"))
        case 2:
            guard let answer else { return }
            _ = try ledger.changeAnswer(
                answer.id.description, ChangeAnswer(text: chance(50) ? "Yes." : "No.", isEnabled: chance(70)),
                context: ledger.context(command: "answer edit"))
        case 3:
            guard let answer else { return }
            _ = try ledger.deleteAnswer(answer.id.description, context: ledger.context(command: "answer delete"))
        default:
            _ = try ledger.addAnswer(
                AddAnswer(
                    category: .other, questionPattern: "m\(Int.random(in: 0..<9, using: &generator))", text: "Yes."),
                context: ledger.context(command: "answer add"))
        }
    }

    /// What is claimed of each message is what its events say, one after the other.
    func expectClaimsByHand() throws {
        var claims: [MessageID: Classification] = [:]
        try sample.ledger.store.forEach(EventSelection(), decodedBy: sample.ledger.catalogue) { recorded in
            if case .event(let event) = recorded.content, let classified = event as? MessageClassified {
                claims[classified.message] = (claims[classified.message] ?? Classification()).applying(classified)
            }
            return true
        }
        try sample.ledger.read { reader in
            for (message, expected) in claims {
                let stream = try reader.messageStream(message.description, includingDeleted: true)
                let row = try reader.classification(of: stream)
                #expect(row?.classification ?? Classification() == expected, "\(label)")
            }
        }
    }
}
