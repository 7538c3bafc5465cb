public import MailLedger

/// What a report is of.
public struct ReportScope: Sendable, Hashable {
    public enum Subject: Sendable, Hashable {
        /// All that happened.
        case everything
        /// Messages by their ids, with what happened to the account and the folders that held them.
        case messages([String])
        /// The operation whose id begins so.
        case operation(String)
        case actor(String)
        /// An account by its address.
        case account(String)
        /// The mail from and to an address, whatever became of it.
        case person(address: String)
    }

    public var subject: Subject
    /// The moment behind which it begins; nil for the beginning.
    public var after: Moment?
    /// The moment with which it ends; nil for now.
    public var through: Moment?

    public init(_ subject: Subject, after: Moment? = nil, through: Moment? = nil) {
        self.subject = subject
        self.after = after
        self.through = through
    }
}
