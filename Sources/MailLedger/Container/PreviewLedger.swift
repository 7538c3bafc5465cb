internal import CivilTime
internal import EventLog
internal import LedgerCare
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections
internal import Requests

extension Ledger {
    /// Makes a ledger in memory with a small story: one account, and a thread of two messages, one of them unread.
    ///
    /// Each context has something to show: a conversation with a message each way, a model's claim that a person
    /// overruled, and a canned answer that was used. There is also a note with an action that became a calendar file.
    /// Each call makes a new ledger with the same content.
    public static func preview() throws -> Ledger {
        let ledger = try Ledger.inMemory()
        let address = "ada@example.org"
        _ = try ledger.perform(
            AddAccountRequest(account: AddAccount(address: address, displayName: "Ada")), Call(command: "account add"))
        let account = try ledger.read { try $0.account(address) }
        try ledger.mail.save(
            [
                IncomingMessage(
                    account: account.id, bytes: Array(question.utf8), keywords: [.seen],
                    receivedAt: Timestamp(microseconds: 1_700_000_000_000_000)),
                IncomingMessage(
                    account: account.id, bytes: Array(answer.utf8),
                    receivedAt: Timestamp(microseconds: 1_700_003_600_000_000)),
            ], context: ledger.context(command: "message save"))
        let answer = try ledger.read { try $0.ids(ofEverMatching: .messageID("tides-2@example.org")) }.first
        for request in secondAct(on: answer?.description ?? "") {
            _ = try ledger.answer(json: Array(request.utf8), .enveloped)
        }
        return ledger
    }

    /// The events around the mail, as requests of programs.
    private static func secondAct(on message: String) -> [String] {
        let claim = #""message": "\#(message)", "category":"#
        return [
            """
            {"command": "save-conversation", "parameters": {"account": "ada@example.org", "conversation": {
              "id": "crew", "display_name": "The crew", "participant_ids": ["ada@example.org", "grace@example.org"],
              "is_group": false, "created_at": "2023-11-15T07:00:00Z", "messages": [
              {"id": "crew-1", "conversation_id": "crew", "sender_id": "grace@example.org", "text": "Shall I bring the oars?",
               "created_at": "2023-11-15T07:00:00Z", "status": "delivered"},
              {"id": "crew-2", "conversation_id": "crew", "sender_id": "ada@example.org", "text": "Yes, and the lamp.",
               "created_at": "2023-11-15T07:05:00Z", "status": "read"}]}}}
            """,
            #"{"command": "classify", "parameters": {"claims": [{\#(claim) "business", "confidence": 0.6}], "by": "model-a"}}"#,
            #"{"command": "classify", "parameters": {"claims": [{\#(claim) "fan"}], "by": "ada"}}"#,
            #"{"command": "add-answer", "parameters": {"question_pattern": "when is high water", "text": "At six."}}"#,
            #"{"command": "record-answer-use", "parameters": {"answer": "when is high water"}}"#,
            #"{"command": "add-note", "parameters": {"title": "Outing", "transcript": "Cast off before six."}}"#,
            #"{"command": "add-action", "parameters": {"kind": "calendar", "note": "Outing", "fields": {"title": "First outing", "scheduled_date": "2023-11-17T05:30:00Z", "scheduled_end_date": "2023-11-17T08:00:00Z"}}}"#,
            #"{"command": "execute-action", "parameters": {"action": "First outing"}}"#,
        ]
    }

    private static var question: String {
        """
        From: Ada <ada@example.org>
        To: Grace <grace@example.org>
        Subject: Tides
        Date: Tue, 14 Nov 2023 22:13:20 +0000
        Message-ID: <tides-1@example.org>

        When is high water on Friday?

        """
    }

    private static var answer: String {
        """
        From: Grace <grace@example.org>
        To: Ada <ada@example.org>
        Subject: Re: Tides
        Date: Tue, 14 Nov 2023 23:13:20 +0000
        Message-ID: <tides-2@example.org>
        In-Reply-To: <tides-1@example.org>
        References: <tides-1@example.org>

        At six in the morning.

        """
    }
}
