internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections

extension Ledger {
    /// Makes a ledger in memory with a small story in it: one account, a thread of two messages, one of them unread.
    ///
    /// A new one each time, the same content each time.
    public static func preview() throws -> Ledger {
        let ledger = try Ledger.inMemory()
        let address = "ada@example.org"
        _ = try ledger.perform(
            AddAccountRequest(account: AddAccount(address: address, displayName: "Ada")), Call(command: "account add"))
        let account = try ledger.read { try $0.account(address) }
        try ledger.save(
            [
                IncomingMessage(
                    account: account.id, bytes: Array(question.utf8), keywords: [.seen],
                    receivedAt: Timestamp(microseconds: 1_700_000_000_000_000)),
                IncomingMessage(
                    account: account.id, bytes: Array(answer.utf8),
                    receivedAt: Timestamp(microseconds: 1_700_003_600_000_000)),
            ], context: ledger.context(command: "message save"))
        return ledger
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
