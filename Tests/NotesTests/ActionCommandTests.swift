import CivilTime
import EventLog
import JSONCoding
import Notes
import TestSupport
import Testing

@Suite struct `An action` {
    @Test("the stored words for kinds, stages and priorities never change", .requirement(165))
    func storedWords() {
        #expect(ActionKind.allCases.map(\.rawValue) == ["calendar", "email", "reminder", "next_step"])
        #expect(
            ActionStage.allCases.map(\.rawValue) == ["pending", "created", "executed", "failed", "cancelled"])
        #expect(ActionUrgency.allCases.map(\.rawValue) == ["low", "medium", "high"])
    }

    @Test(
        "an action of a kind needs that kind's fields, and is of medium priority unless said", .requirement(168),
        arguments: [
            (ActionKind.calendar, ["scheduled_date"]), (.reminder, ["scheduled_date"]),
            (.email, ["email_to", "email_subject", "email_body"]), (.nextStep, []),
        ])
    func requiredFields(kind: ActionKind, required: [String]) throws {
        #expect(kind.requiredFields == required)
        let full = ActionFields(
            title: "Oars", scheduledDate: .epoch, emailTo: "ada@example.org", emailSubject: "Oars", emailBody: "Where?")
        #expect(full.priority == .medium)
        let holder = ActionHolder.note(NoteID(.numbered(1)))
        #expect(try AddAction(kind, full).decide(on: holder) { .numbered(7) }.count == 1)
        for field in required + ["title"] {
            var fields = full
            switch field {
            case "title": fields.title = ""
            case "scheduled_date": fields.scheduledDate = nil
            case "email_to": fields.emailTo = ""
            case "email_subject": fields.emailSubject = nil
            default: fields.emailBody = nil
            }
            #expect(throws: DomainError.invalid(field: field, reason: "is missing")) {
                try AddAction(kind, fields).decide(on: holder) { .numbered(7) }
            }
        }
    }

    @Test("leads from stage to stage as its machine says, and is never executed twice", .requirement(171))
    func stages() throws {
        let commands: [(AdvanceAction, ActionStage)] = [
            (.accept, .created), (.execute(ActionExecution()), .executed), (.fail("no wind"), .failed),
            (.cancel, .cancelled),
        ]
        let allowed: [ActionStage: Set<ActionStage>] = [
            .pending: [.created, .executed, .failed, .cancelled], .created: [.executed, .failed, .cancelled],
            .failed: [.executed, .cancelled], .executed: [], .cancelled: [],
        ]
        for stage in ActionStage.allCases {
            let action = ActionState.sample(at: stage)
            for (command, next) in commands {
                if allowed[stage]?.contains(next) == true {
                    let after = action.after(try command.decide(action))
                    #expect(after.progress.stage == next && (after.progress.execution != nil) == (next == .executed))
                    #expect((after.progress.error != nil) == (next == .failed))
                } else if stage == next, stage != .executed {
                    #expect(try command.decide(action).isEmpty, "\(stage) again")
                } else {
                    let error = #expect(throws: DomainError.self) { try command.decide(action) }
                    guard case .conflict? = error else { Issue.record("\(stage) \(next)"); continue }
                }
            }
        }
        let failed = ActionState.sample(at: .failed)
        #expect(failed.after(try AdvanceAction.fail("no oars").decide(failed)).progress.error == "no oars")
    }

    @Test("changes what differs, keeps what its kind needs, and stays as it is once done", .requirement(169))
    func change() throws {
        var change = ChangeAction()
        change.emailTo = ""
        let fields = ActionFields(
            title: "Oars", emailTo: "ada@example.org", emailSubject: "Oars", emailBody: "Where?")
        #expect(throws: DomainError.invalid(field: "email_to", reason: "is missing")) {
            try change.decide(.sample(.email, fields))
        }
        change.emailTo = nil
        change.description = "two of them"
        let changed = try #require(try change.decide(.sample(.email, fields)).first?.event as? ActionChanged)
        #expect(changed.description == Change(old: nil, new: "two of them") && changed.title == nil)
        #expect(throws: DomainError.conflict("the action Oars is executed")) {
            try change.decide(.sample(.email, fields, at: .executed))
        }
        var external = ChangeAction()
        external.externalURL = "https://calendar.example.org/7"
        #expect(try external.decide(.sample(at: .executed)).count == 1)
        external.externalURL = "https://ada:secret@example.org/7"
        #expect(throws: DomainError.self) { try external.decide(.sample()) }
    }

    @Test func `does not end before it begins, and is on a day of the calendar`() {
        let holder = ActionHolder.message(MessageID(.numbered(3)))
        let late = Timestamp(microseconds: 10)
        for fields in [
            ActionFields(title: "x", scheduledDate: late, scheduledEndDate: .epoch),
            ActionFields(title: "x", scheduledEndDate: late),
            ActionFields(title: "x", scheduledDate: Timestamp(microseconds: .max)),
        ] {
            #expect(throws: DomainError.self) { try AddAction(.calendar, fields).decide(on: holder) { .numbered(7) } }
        }
    }
}
