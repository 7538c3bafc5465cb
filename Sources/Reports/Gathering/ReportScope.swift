internal import Mail
public import MailLedger

/// The scope of a report.
public struct ReportScope: Sendable, Hashable {
    public enum Subject: Sendable, Hashable {
        /// All that happened.
        case everything
        /// Messages by their ids, with the events of their account and folders.
        case messages([String])
        /// The operation whose id has this prefix.
        case operation(String)
        case actor(String)
        /// An account by its address.
        case account(String)
        /// The mail from and to an address, whatever became of it.
        case person(address: String)

        /// That nothing of it happened.
        var missing: DomainError {
            switch self {
            case .person(let address): .notFound(kind: "mail from or to", name: address)
            default: .notFound(kind: "change for this report", name: "")
            }
        }
    }

    public var subject: Subject
    /// The names and queries that selected the messages, as typed.
    public var names: [String]
    /// The moment behind which it begins; nil for the beginning.
    public var after: Moment?
    /// The moment with which it ends; nil for now.
    public var through: Moment?

    public init(_ subject: Subject, names: [String] = [], after: Moment? = nil, through: Moment? = nil) {
        self.subject = subject
        self.names = names
        self.after = after
        self.through = through
    }
}

extension ReportScope {
    /// The selection of its changes, in words.
    var selection: String {
        switch subject {
        case .everything: "all changes of the ledger"
        case .messages(let ids):
            "what happened to \(ids.count) \(ids.count == 1 ? "message" : "messages"), chosen "
                + (names.isEmpty ? "by id" : "by this search: \(names.joined(separator: ", "))")
        case .operation(let id): "the changes of the operation \(id)"
        case .actor(let name): "the changes that were recorded under the name \(name)"
        case .account(let address): "the changes in the account \(address)"
        case .person(let address): "what happened to the messages from and to \(address)"
        }
    }
}
