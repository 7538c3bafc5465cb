internal import Mail

/// A place where an address makes a message the mail of a person.
public enum SubjectPlace: String, Sendable, Hashable, CaseIterable {
    case from, sender
    case replyTo = "reply_to"
    case to, cc, bcc
    /// The account has the address, or had it: blind copies and mailing lists do not name their recipients.
    case account

    /// Whether the header of the message names the address.
    package var isOfHeader: Bool { self != .account }
}

extension SubjectPlace {
    /// Returns the header fields that contain an address.
    ///
    /// - Parameter address: In lower case. RFC 5321 (2.4) leaves the case of a local part to its host, and hardly any
    ///   host uses it to distinguish two people. So mail that a mailer spelt otherwise is theirs, too.
    static func fields(of headers: MessageHeaders, holding address: String) -> [SubjectPlace] {
        allCases.filter { place in
            place.addresses(in: headers).contains { $0.address.lowercased() == address }
        }
    }

    private func addresses(in headers: MessageHeaders) -> [EmailAddress] {
        switch self {
        case .from: headers.from
        case .sender: headers.sender
        case .replyTo: headers.replyTo
        case .to: headers.to
        case .cc: headers.cc
        case .bcc: headers.bcc
        case .account: []
        }
    }
}
