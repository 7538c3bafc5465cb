internal import Mail

/// An address in mail, and in how many messages it is.
struct CorrespondentForm: Encodable {
    var name: String?
    let address: String
    var messages: Int

    /// As people read it, and as mail programs take it.
    var readable: String { EmailAddress(name: name, address: address).readable }

    private enum CodingKeys: CodingKey { case name, address, messages }

    // A name that nobody gave is null, and not left out.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(address, forKey: .address)
        try container.encode(messages, forKey: .messages)
    }
}
