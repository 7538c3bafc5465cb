package import Mail

public struct AddressForm: Encodable, Sendable {
    let name: String?
    let address: String

    package init(_ address: EmailAddress) {
        name = address.name
        self.address = address.address
    }

    enum CodingKeys: CodingKey { case name, address }

    // A missing name is null, so that a program finds the key always.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(address, forKey: .address)
    }
}
