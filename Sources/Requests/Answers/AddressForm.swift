package import Mail

public struct AddressForm: Encodable, Sendable {
    let name: String?
    let address: String

    package init(_ address: EmailAddress) {
        name = address.name
        self.address = address.address
    }
}
