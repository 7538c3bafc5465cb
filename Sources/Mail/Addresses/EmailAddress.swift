/// A mailbox as RFC 5322 writes it: `Ada Lovelace <ada@example.org>`.
///
/// ```swift
/// let ada = EmailAddress(parsing: "\"Lovelace, Ada\" <ada@example.org>")
/// ada?.name       // "Lovelace, Ada"
/// ada?.formatted  // "\"Lovelace, Ada\" <ada@example.org>"
/// ```
///
/// Two values are equal if their addresses are, with domains in any case (RFC 5321, 2.4: only its host interprets the
/// local part). The name is not compared: compare `name` as well where a change of it matters.
public struct EmailAddress: Sendable {
    /// The display name, decoded; nil if there is none, and never empty.
    public let name: String?
    /// The addr-spec, as in `ada@example.org`: without comments, and quoted only where parsing required it.
    ///
    /// Empty for a name alone: that of a group, or of a field without an address.
    public let address: String

    /// Takes a name and an address as they are, even if the address is invalid: mail contains such addresses.
    public init(name: String? = nil, address: String) {
        self.name = name?.isEmpty == true ? nil : name
        self.address = address
    }

    /// The part before the last `@`, quoted if it is quoted there; the whole address if it has no `@`.
    public var localPart: String {
        lastAtSign.map { String(address[..<$0]) } ?? address
    }

    /// The part after the last `@`, in its own case; nil if there is none.
    public var domain: String? {
        guard let at = lastAtSign else { return nil }
        let domain = address[address.utf8.index(after: at)...]
        return domain.isEmpty ? nil : String(domain)
    }

    // Searches for a byte, because an at sign followed by a combining mark is another Character.
    private var lastAtSign: String.Index? { address.utf8.lastIndex(of: UInt8(ascii: "@")) }

    /// The address with its domain in lower case, which equality, hashing and an index use.
    public var normalizedAddress: String {
        guard !hasPlainDomain, let domain else { return address }
        return localPart + "@" + domain.lowercased()
    }

    /// Whether the part after the last `@` is ASCII without capitals, as in nearly all addresses.
    ///
    /// Such an address is compared without splitting it, which took a quarter of the time to list all threads.
    private var hasPlainDomain: Bool {
        var isPlain = true
        let bytes = address.utf8.span
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "@") {
                isPlain = true
            } else if byte >= 0x80 || 0x41...0x5A ~= byte {
                isPlain = false
            }
        }
        return isPlain
    }

    /// The name and the address as people read them, or the one that exists; ``formatted`` is for machines.
    public var shownText: String {
        guard let name else { return address }
        return address.isEmpty ? name : "\(name) <\(address)>"
    }

    /// The name if there is one, else the address; for lists of messages.
    public var displayName: String { name ?? address }
}

extension EmailAddress: Hashable {
    /// Compares the addresses, their domains in any case; if both are empty, as for groups, the names.
    public static func == (left: Self, right: Self) -> Bool {
        if left.address.isEmpty, right.address.isEmpty { return left.name == right.name }
        return left.address == right.address || left.normalizedAddress == right.normalizedAddress
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        if address.isEmpty { hasher.combine(name) } else { hasher.combine(normalizedAddress) }
    }
}

extension EmailAddress: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case address
    }

    /// Reads the two fields; an empty name counts as none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decodeIfPresent(String.self, forKey: .name),
            address: try container.decode(String.self, forKey: .address))
    }

    /// Writes `name` only if there is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(address, forKey: .address)
    }
}

extension EmailAddress: CustomStringConvertible {
    /// The same as `formatted`.
    public var description: String { formatted }
}
