/// One entry of an address field (RFC 5322 section 3.4).
public enum Address: Sendable, Equatable {
    case mailbox(Mailbox)

    /// A named group, such as `undisclosed-recipients:;`, with its members (none, often).
    case group(name: String, members: [Mailbox])

    /// The mailboxes meant: one, or the members of the group.
    public var mailboxes: [Mailbox] {
        switch self {
        case .mailbox(let mailbox): [mailbox]
        case .group(_, let members): members
        }
    }
}

/// A person's or list's address, with its display name.
public struct Mailbox: Sendable, Equatable {
    /// The display name, decoded; `nil` when there is none.
    public var name: String?

    /// The text of a trailing comment, as in `ada@example.org (Ada Lovelace)`: old mail's way to give a name.
    public var comment: String?

    /// The address as written (`local@domain`), without angle brackets and route.
    public var address: String

    /// Makes a mailbox of parts that are decoded already.
    public init(name: String? = nil, comment: String? = nil, address: String) {
        self.name = name
        self.comment = comment
        self.address = address
    }
}
