import Assist
import Chat
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

@Suite struct `Actions as programs exchange them` {
    @Test(.requirement(165)) func `kinds, states and priorities have these words`() {
        #expect(ActionType.allCases.map(\.rawValue) == ["calendar", "email", "reminder", "next_step"])
        #expect(
            ActionStatus.allCases.map(\.rawValue) == ["pending", "created", "executed", "failed", "cancelled"])
        #expect(ActionPriority.allCases.map(\.rawValue) == ["low", "medium", "high"])
    }

    @Test(.requirement(166)) func `an action has nineteen fields`() throws {
        var action = ActionResponse.sample(.calendar, status: .executed)
        action.emailTo = "charles@example.org"
        action.emailSubject = "s"
        action.emailBody = "b"
        #expect(try Wire.write(action).matches(of: /"[a-z_]+":/).count == 19)
        #expect(try Wire.read(Wire.write(action)) == action)
    }

    @Test(
        .requirement(167),
        arguments: [
            (ActionStatus.pending, true, false, false), (.created, true, false, false), (.executed, false, true, false),
            (.failed, false, false, true), (.cancelled, false, false, true),
        ])
    func `an action waits, is done, or was not done`(
        status: ActionStatus, isPending: Bool, isCompleted: Bool, isFailed: Bool
    ) {
        let action = ActionResponse.sample(.reminder, status: status)
        #expect(action.isPending == isPending && action.isCompleted == isCompleted && action.isFailed == isFailed)
        #expect(action.hasExternalLink == (status == .executed))
    }

    @Test(.requirement(168)) func `each form has its kind and a priority`() throws {
        let id = WireSample.id(2)
        let reminder: ReminderActionCreateRequest = try Wire.read(
            #"{"note_id":"\#(id)","title":"Order brass","scheduled_date":"2026-02-11T18:04:05Z"}"#)
        #expect(reminder.actionType == .reminder && reminder.priority == .medium && reminder.title == "Order brass")
        #expect(try Wire.write(reminder).contains(#""action_type":"reminder""#))
        let next: NextStepCreateRequest = try Wire.read(
            #"{"note_id":"\#(id)","action_type":"next_step","title":"Read","priority":"low"}"#)
        #expect(next.actionType == .nextStep && next.priority == .low)
        #expect(throws: DecodingError.self) {
            try Wire.read(#"{"note_id":"\#(id)","action_type":"email","title":"Read"}"#, as: NextStepCreateRequest.self)
        }
    }

    private func refusal<Form: Decodable>(_ json: String, _ form: Form.Type) -> APIErrorResponse? {
        do {
            _ = try Wire.read(json, as: form)
            return nil
        } catch {
            return (error as? DecodingError).map { APIErrorResponse($0) }
        }
    }

    @Test(.requirement(168)) func `what a kind cannot be without is asked for by its name`() {
        let base = #""note_id":"\#(WireSample.id(2))","title":"a""#
        let missing: [(APIErrorResponse?, String)] = [
            (refusal("{\(base)}", CalendarActionCreateRequest.self), "scheduled_date"),
            (refusal("{\(base)}", ReminderActionCreateRequest.self), "scheduled_date"),
            (refusal("{\(base)}", EmailActionCreateRequest.self), "email_to"),
            (refusal(#"{\#(base),"email_to":"a@b.c"}"#, EmailActionCreateRequest.self), "email_subject"),
            (
                refusal(#"{\#(base),"email_to":"a@b.c","email_subject":"s"}"#, EmailActionCreateRequest.self),
                "email_body"
            ),
            (refusal("{\(base)}", ActionCreateRequest.self), "action_type"),
            (refusal(#"{"title":"a"}"#, NextStepCreateRequest.self), "note_id"),
        ]
        for (response, field) in missing {
            #expect(response?.knownCode == .missingField && response?.details == ["field": field])
        }
        #expect(refusal("{\(base)}", NextStepCreateRequest.self) == nil)
    }

    @Test(.requirement(169)) func `what is left out of an update stays`() throws {
        #expect(try Wire.read("{}") == ActionUpdateRequest())
        #expect(try Wire.read(#"{"attendees":[]}"#) == ActionUpdateRequest(attendees: []))
        #expect(try Wire.write(ActionUpdateRequest(status: .cancelled)) == #"{"status":"cancelled"}"#)
        #expect(throws: DecodingError.self) { try Wire.read(#"{"status":"done"}"#, as: ActionUpdateRequest.self) }
    }
}
