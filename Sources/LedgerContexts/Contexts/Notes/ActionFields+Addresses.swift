internal import EventLog
internal import Mail
internal import Notes

extension ActionFields {
    /// The addresses of whom an e-mail goes to.
    var recipients: [EmailAddress] { emailTo.map { AddressList(parsing: $0).addresses } ?? [] }

    /// Refuses an `email_to` that is no list of addresses.
    package func requireAddresses() throws {
        guard let emailTo, !emailTo.isEmpty else { return }
        let list = AddressList(parsing: emailTo)
        guard list.addresses.isEmpty || !list.malformed.isEmpty else { return }
        throw DomainError.invalid(field: "email_to", reason: "it is not an address, as in ada@example.org")
    }
}
