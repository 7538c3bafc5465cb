internal import Mail

/// An address in mail, and in how many messages it is.
struct CorrespondentForm: Encodable {
    var name: String?
    let address: String
    var messages: Int

    /// As people read it, and as mail programs take it.
    var readable: String { EmailAddress(name: name, address: address).readable }
}
