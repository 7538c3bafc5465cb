package import Mail

/// The account that a session shows, and who acts in it.
package struct IMAPOptions: Sendable {
    /// One session shows one account.
    package let account: AccountID
    /// Nil for the environment's own actor.
    package var actor: String?
    /// What stands beside the actor in place of the system's user.
    package var carrier: String?
    /// Whether nothing may be changed: every mailbox is read-only.
    package var isReadOnly = false
    /// Whether mailboxes of earlier moments, and of what was deleted, may be asked for.
    package var showsPast = true
    /// What the sessions of the program share about new mail.
    package let recent: RecentMessages

    package init(account: AccountID, recent: RecentMessages) {
        self.account = account
        self.recent = recent
    }
}
