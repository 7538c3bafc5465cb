/// One entry of an address header: a mailbox, or a named group of mailboxes (RFC 5322, 3.4).
public enum AddressListEntry: Hashable, Sendable {
    /// `Ada <ada@example.org>`
    case mailbox(EmailAddress)
    /// `Friends: ada@example.org, bob@example.org;`
    case group(AddressGroup)

    /// The mailbox itself, or the members of the group.
    public var addresses: [EmailAddress] {
        switch self {
        case .mailbox(let address): [address]
        case .group(let group): group.members
        }
    }

    /// The entry in the form of a header, on one line.
    public var formatted: String {
        switch self {
        case .mailbox(let address): address.formatted
        case .group(let group): group.formatted
        }
    }
}

/// A named list of mailboxes that may be empty, as in `undisclosed-recipients:;` (RFC 5322, 3.4).
public struct AddressGroup: Hashable, Sendable, Codable {
    /// The name of the group, decoded.
    public let name: String
    /// The mailboxes of the group, in order.
    public let members: [EmailAddress]

    /// Takes a name and the members in order.
    public init(name: String, members: [EmailAddress]) {
        self.name = name
        self.members = members
    }

    private enum CodingKeys: String, CodingKey {
        case name = "group"
        case members
    }

    /// The group in the form of a header, on one line: `Friends: ada@example.org, bob@example.org;`.
    public var formatted: String {
        let list = members.map(\.formatted).joined(separator: ", ")
        return EmailAddress.phrase(for: name) + (list.isEmpty ? ":;" : ": \(list);")
    }
}

extension AddressListEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case group
    }

    /// Reads `{"group", "members"}` as a group and `{"name", "address"}` as a mailbox.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.group) {
            self = .group(try AddressGroup(from: decoder))
        } else {
            self = .mailbox(try EmailAddress(from: decoder))
        }
    }

    /// Writes a form that `init(from:)` recognises.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .mailbox(let address): try address.encode(to: encoder)
        case .group(let group): try group.encode(to: encoder)
        }
    }
}

/// The contents of an address header: entries in order, and the pieces that are no address.
///
/// ```swift
/// let list = AddressList(parsing: "ada@example.org, nonsense, Friends: bob@example.org;")
/// list.addresses.map(\.address)  // ["ada@example.org", "bob@example.org"]
/// list.malformed                 // ["nonsense"]
/// ```
public struct AddressList: Hashable, Sendable {
    /// The entries that could be read, in order.
    public let entries: [AddressListEntry]
    /// The source text of each piece between commas that could not be read.
    public let malformed: [String]

    /// The mailboxes of all entries in order, those in groups too.
    public var addresses: [EmailAddress] { entries.flatMap(\.addresses) }

    /// Reads any text without losing any of it; empty entries are skipped (RFC 5322, 4.4).
    ///
    /// - Complexity: O(*n*).
    public init(parsing text: String) {
        var parser = AddressParser(text)
        (entries, malformed) = parser.list()
    }
}
